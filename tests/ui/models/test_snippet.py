from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.domain.passage import Passage
from desktop.ui.models.snippet import snippet
from tests.ui.samples import passage


def marked(hit: Passage) -> list[str]:
    made = snippet(hit)
    return [made.text[start:end] for start, end in made.matches]


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("# Head\n\nA **bold**\nand `code`.", "Head A bold and code."),
        ("<!-- page: 3 -->\n- item\n- *other*", "item other"),
        ("| a | b |\n|---|:-:|\n| 1 | 2 |\n", "a · b 1 · 2"),
        ("| a | | | b |", "a · b"),
        ("see [the *link*](http://x.y/z) ![pic](a.png)", "see the link pic"),
        ("a\\_b \\# 5 < 6 and snake_case_name 2*3*4", "a_b # 5 < 6 and snake_case_name 2*3*4"),
        ("```python\nx = 1\n```", "x = 1"),
    ],
)
def test_marks_are_left_out(source: str, read: str) -> None:
    assert snippet(passage(0, source)).text.strip() == read


def test_matches_move_with_the_text() -> None:
    hit = passage(0, "# The **Ryuk** crew\n\n| Ryuk | x |\n", "Ryuk")
    assert marked(hit) == ["Ryuk", "Ryuk"]


def test_a_match_across_marks_and_lines_stays_one() -> None:
    assert marked(passage(0, "the **Ryuk\ncrew** did", "Ryuk\ncrew")) == ["Ryuk crew"]


def test_it_begins_shortly_before_the_first_match() -> None:
    made = snippet(passage(0, "Filler words here. " * 200 + "then Ryuk came. " + "Later words. " * 200, "Ryuk"))

    assert made.text.startswith("… ")
    assert made.text[slice(*made.matches[0])] == "Ryuk"
    assert made.matches[0][0] < 120
    assert len(made.text) < 720


def test_without_matches_it_is_the_beginning() -> None:
    assert snippet(passage(0, "One two.", "nothing")).text == "One two."


@given(st.text(alphabet="ab *|#`_[]()\\\n-<!> :", max_size=200), st.data())
def test_spans_stay_within_the_text(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    spans = tuple(zip(cuts[::2], cuts[1::2], strict=False))
    hit = Passage("d", "t", 0, None, 0, len(text), text, 1.0, {}, spans)
    made = snippet(hit)
    assert "\n" not in made.text
    assert all(0 <= start < end <= len(made.text) for start, end in made.matches)
