"""A file's bytes and their hash."""

import hashlib
from pathlib import Path

import pytest

from desktop.application.ingest.fingerprint import sha256_of
from desktop.application.job import CancelToken
from desktop.domain.errors import Cancelled


@pytest.mark.parametrize("content", [b"", b"abc", b"x" * (2**20 + 1)])
def test_the_hash_is_that_of_all_bytes(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert sha256_of(file, CancelToken()) == hashlib.sha256(content).hexdigest()


def test_hashing_stops_when_told_to(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"abc")
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        sha256_of(file, cancel)
