"""Compound files that we write are read by a reader that is not ours."""

from __future__ import annotations

import io

import olefile
import pytest

from desktop.adapters.converters import compound_file as module
from desktop.adapters.converters.compound_file import compound_file

STREAMS = {
    ("small",): b"few bytes",
    ("empty",): b"",
    ("exactly",): b"x" * 4096,
    ("large",): bytes(range(256)) * 9000,
    ("folder", "a"): b"a" * 70,
    ("folder", "deeper", "b"): b"b" * 4095,
    **{(f"many {number}",): str(number).encode() for number in range(100)},
}


def test_every_stream_comes_back() -> None:
    with olefile.OleFileIO(io.BytesIO(compound_file(STREAMS)), raise_defects=olefile.DEFECT_INCORRECT) as container:
        assert {tuple(path): container.openstream(path).read() for path in container.listdir()} == STREAMS
        assert container.parsing_issues == []


def test_a_file_of_nothing() -> None:
    with olefile.OleFileIO(io.BytesIO(compound_file({}))) as container:
        assert container.listdir() == []


def test_what_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TABLES", 1)
    with pytest.raises(ValueError, match="too large"):
        compound_file({("a",): bytes(5_000_000)})
