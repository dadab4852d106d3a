"""RTF: letters of every plane, and files that end too early."""

from pathlib import Path

import pytest

from desktop.adapters.converters.rich_text import CUT_OFF, convert_rtf


@pytest.fixture
def rtf(tmp_path: Path) -> Path:
    return tmp_path / "note.rtf"


def test_a_letter_in_two_halves_is_one_letter(rtf: Path) -> None:
    rtf.write_bytes(rb"{\rtf1\ansi An otter: \u-10179?\u-8698? seen.}")
    conversion = convert_rtf(rtf)
    assert conversion.markdown == "An otter: \U0001f606 seen.\n"
    assert conversion.warnings == ()


def test_a_file_that_ends_within_a_group_says_so(rtf: Path) -> None:
    rtf.write_bytes(rb"{\rtf1\ansi What is there. {\pict 00ff")
    conversion = convert_rtf(rtf)
    assert conversion.markdown == "What is there.\n"
    assert conversion.warnings == (CUT_OFF,)
