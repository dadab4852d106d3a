"""A text behind a passphrase."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.passphrase_file import PassphraseFile
from desktop.domain.errors import PassphraseNeeded, StorageProblem, UsageError

WORDS = "correct horse battery"


@pytest.fixture
def file(tmp_path: Path) -> PassphraseFile:
    return PassphraseFile(tmp_path / "folder" / "text.json", b"a test 1", "write it anew")


def test_a_text_comes_back_by_its_passphrase_alone(file: PassphraseFile) -> None:
    assert (file.exists, file.read(WORDS)) == (False, None)
    file.write("Größe: 7", WORDS)
    assert (file.exists, file.read(WORDS)) == (True, "Größe: 7")
    with pytest.raises(PassphraseNeeded, match=r"does not open text\.json") as failure:
        file.read("another passphrase")
    assert failure.value.hint == "Try again; without it, write it anew."


def test_a_file_of_another_purpose_does_not_pass_for_it(file: PassphraseFile) -> None:
    file.write("secret", WORDS)
    with pytest.raises(PassphraseNeeded):
        PassphraseFile(file.path, b"another purpose", "write it anew").read(WORDS)


def test_the_same_text_is_never_sealed_alike(file: PassphraseFile) -> None:
    file.write("secret", WORDS)
    first = file.path.read_bytes()
    file.write("secret", WORDS)
    assert file.path.read_bytes() != first


def test_a_passphrase_that_protects_nothing_leaves_what_is_there(file: PassphraseFile) -> None:
    file.write("secret", WORDS)
    with pytest.raises(UsageError, match="at least 8 characters"):
        file.write("other", "1234567")
    assert file.read(WORDS) == "secret"


def test_a_damaged_file_says_what_to_do(file: PassphraseFile) -> None:
    file.write("secret", WORDS)
    file.path.write_bytes(file.path.read_bytes()[:-20])
    with pytest.raises(StorageProblem, match="damaged") as failure:
        file.read(WORDS)
    assert failure.value.hint == "Put it back from a backup, or move it away and write it anew."
