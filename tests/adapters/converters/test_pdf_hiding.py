"""Text that nobody sees on a page is kept and flagged; text on a ground, and OCR's under a scan, is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.converters.conversion import convert_file
from desktop.application.ports import ConversionLimits
from desktop.domain.quality import FlagKind
from tests.adapters.converters.pdf_maker import Put, make_pdf

LIMITS = ConversionLimits(seconds=60, memory_bytes=2**31, output_characters=5_000_000, pages=100)
SEEN = [Put(50, 700, "The group sent mails to three ministries."), Put(50, 650, "They waited for answers.")]
HIDDEN = "words that nobody sees"


def flagged(tmp_path: Path, *pages: list[Put]) -> list[str]:
    path = tmp_path / "made.pdf"
    path.write_bytes(make_pdf(list(pages)))
    conversion = convert_file(path, LIMITS)
    assert all(flag.quote in conversion.markdown for flag in conversion.flags)
    return [flag.quote for flag in conversion.flags if flag.kind is FlagKind.HIDDEN_TEXT]


@pytest.mark.parametrize(
    "put",
    [
        Put(50, 600, HIDDEN, before="1 1 1 rg"),
        Put(50, 600, HIDDEN, before="0.95 0.95 0.95 rg"),
        Put(50, 600, HIDDEN, before="3 Tr"),
        Put(50, 600, HIDDEN, size=0.4),
        Put(50, 700, HIDDEN, before="3 Tr"),
        Put(50, 600, HIDDEN, before="1 1 1 rg 40 590 300 30 re f 1 1 1 rg"),
        Put(700, 600, f"{HIDDEN} off the page"),
    ],
)
def test_hidden_text_is_kept_and_flagged(tmp_path: Path, put: Put) -> None:
    found = " ".join(flagged(tmp_path, [*SEEN, put]))
    assert HIDDEN in found
    assert "ministries" not in found


@pytest.mark.parametrize(
    "put",
    [
        Put(50, 600, HIDDEN, before="0 0 0.5 rg 40 590 300 30 re f 1 1 1 rg"),
        Put(50, 600, HIDDEN, before="0.6 0.6 0.6 rg"),
        Put(50, 600, "x.", before="1 1 1 rg"),
        Put(700, 600, "heron.indd 3"),
        Put(50, 600, HIDDEN, size=2),
    ],
)
def test_what_can_be_seen_is_not_flagged(tmp_path: Path, put: Put) -> None:
    assert flagged(tmp_path, [*SEEN, put]) == []


def test_hidden_words_within_a_line_are_found(tmp_path: Path) -> None:
    line = [Put(50, 600, "Seen first"), Put(101, 600, "hidden in between", before="1 1 1 rg"), Put(182, 600, "seen last")]
    assert flagged(tmp_path, [*SEEN, *line]) == ["hidden in between"]


def test_lines_that_follow_each_other_are_one_flag(tmp_path: Path) -> None:
    lines = [Put(50, 600 - 12 * at, f"hidden line {at}", before="1 1 1 rg") for at in range(3)]
    (quote,) = flagged(tmp_path, [*SEEN, *lines])
    assert quote.replace("  \n", " ") == "hidden line 0 hidden line 1 hidden line 2"


def test_the_text_under_a_scan_is_not_hidden(tmp_path: Path) -> None:
    scan = "q 595 0 0 842 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x7f EI Q 3 Tr"
    assert flagged(tmp_path, [Put(50, 700, "Words that OCR has read", before=scan), *SEEN[1:]]) == []
