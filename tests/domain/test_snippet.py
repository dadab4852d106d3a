from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.domain.passage import Passage
from desktop.domain.snippet import snippet


def passage(text: str, *matched: str) -> Passage:
    spans = sorted((found.start(), found.end()) for each in matched for found in re.finditer(re.escape(each), text))
    return Passage("d", "t", 0, None, 0, len(text), text, 1.0, {}, tuple(spans))


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
        ("### | T1020 | Exfiltration |\n### | T1003 | Dumping |", "T1020 · Exfiltration · T1003 · Dumping"),
        ("see [the *link*](http://x.y/z) ![pic](a.png)", "see the link pic"),
        ("a\\_b \\# 5 < 6 and snake_case_name 2*3*4", "a_b # 5 < 6 and snake_case_name 2*3*4"),
        ("```python\nx = 1\n```", "x = 1"),
    ],
)
def test_marks_are_left_out(source: str, read: str) -> None:
    assert snippet(passage(source)).text.strip() == read


def test_matches_move_with_the_text() -> None:
    hit = passage("# The **Ryuk** crew\n\n| Ryuk | x |\n", "Ryuk")
    assert marked(hit) == ["Ryuk", "Ryuk"]


def test_a_match_across_marks_and_lines_stays_one() -> None:
    assert marked(passage("the **Ryuk\ncrew** did", "Ryuk\ncrew")) == ["Ryuk crew"]


def test_it_begins_shortly_before_the_first_match() -> None:
    made = snippet(passage("Filler words here. " * 200 + "Then Ryuk came. " + "Later words. " * 200, "Ryuk"))

    assert made.text.startswith("… Then Ryuk came.")
    assert made.text[slice(*made.matches[0])] == "Ryuk"
    assert made.matches[0] == (7, 11)
    assert len(made.text) < 720


def test_it_shows_the_sentence_that_holds_most_of_what_matched() -> None:
    text = "One beacon here. " + "Filler words. " * 40 + "The beacon used a named pipe. " + "More words. " * 80
    made = snippet(passage(text, "beacon", "named pipe"))
    assert made.text.startswith("… The beacon used a named pipe.")
    assert [made.text[start:end] for start, end in made.matches] == ["beacon", "named pipe"]


def test_a_script_without_spaces_shows_its_match_however_far_it_stands() -> None:
    sentences = snippet(passage("组织发送了邮件。" * 150 + "攻击者使用恶意软件。" + "后来停止。" * 100, "恶意软件"))
    assert sentences.text.startswith("… 攻击者使用恶意软件。")
    endless = snippet(passage("字" * 1500 + "恶意软件" + "字" * 900, "恶意软件"))
    assert [endless.text[start:end] for start, end in endless.matches] == ["恶意软件"]
    assert len(endless.text) <= 702


@pytest.mark.parametrize(("source", "read"), [("|---|---|", "|---|---|"), ("```\n\n```", "``` ```"), ("\n \n", "…"), ("**", "**")])
def test_it_is_never_empty(source: str, read: str) -> None:
    assert snippet(passage(source)).text == read


def test_without_matches_it_is_the_beginning() -> None:
    assert snippet(passage("One two.", "nothing")).text == "One two."


@given(st.text(alphabet="ab *|#`_[]()\\\n-<!> :", max_size=200), st.data())
def test_spans_stay_within_the_text(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    spans = tuple(zip(cuts[::2], cuts[1::2], strict=False))
    hit = Passage("d", "t", 0, None, 0, len(text), text, 1.0, {}, spans)
    made = snippet(hit)
    assert "\n" not in made.text
    assert made.text
    assert all(0 <= start < end <= len(made.text) for start, end in made.matches)
