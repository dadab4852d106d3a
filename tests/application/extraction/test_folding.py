"""Folding: what all spellings of a name share, and the way back to the original."""

from __future__ import annotations

import pytest

from desktop.application.extraction.folding import fold_name, fold_text, name_key, spellings


@pytest.mark.parametrize("written", ["APT28", "APT 28", "apt-28", "Apt_28", "ＡＰＴ２８", "APT\u00a028", "APT‑28", "APT\n28"])
def test_all_spellings_share_one_key(written: str) -> None:
    assert name_key(written.replace("２８", "28")) == "apt28"


def test_marks_are_left_out() -> None:
    assert fold_name("Líyúe  Größe-ŁÓDŹ") == "liyue große lodz"
    assert name_key("Türkiye's") == "turkiyes"
    assert name_key("海莲花") == "海莲花"


def test_offsets_lead_back_across_line_breaks_and_runs_of_space() -> None:
    text = "by   the APT -\n  28 group"
    folded = fold_text(text)
    assert folded.text == "by the apt 28 group"
    start = folded.text.index("apt 28")
    assert text[folded.original(start) : folded.original(start + 5) + 1] == "APT -\n  28"
    assert folded.original(0) == 0


def test_text_without_runs_keeps_its_offsets() -> None:
    assert [fold_text("Ünïcode İs").original(each) for each in (0, 5, 9)] == [0, 5, 9]
    assert fold_text("Ünïcode İs").text == "unicode is"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("APT28", {"apt28", "apt 28"}),
        ("Fancy Bear", {"fancy bear", "fancybear"}),
        ("BazarLoader", {"bazarloader", "bazar loader"}),
        ("Threat Group-3390", {"threat group 3390", "threatgroup 3390", "threat group3390", "threatgroup3390"}),
        ("emotet", {"emotet"}),
        ("PlugX", {"plugx"}),
    ],
)
def test_a_gap_may_be_there_or_not(name: str, expected: set[str]) -> None:
    assert set(spellings(name)) == expected


def test_a_long_name_is_sought_as_it_is_and_all_in_one() -> None:
    assert spellings("The Big Bad Wolf Of The Woods") == ["the big bad wolf of the woods", "thebigbadwolfofthewoods"]


def test_long_stretches_of_ascii_fold_as_short_ones_do() -> None:
    plain = "APT-28_used  `Emotet'\tand\nRYUK! "
    folded = "apt 28 used 'emotet' and ryuk! "
    assert fold_text(plain).text == folded
    assert fold_text(plain * 9 + "É" + plain * 9).text == folded * 9 + "e" + folded * 9
