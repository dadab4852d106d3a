from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from desktop.domain.document import PAGE_MARK, page_at, page_starts
from desktop.domain.sections import TABLE_CELLS, Section, cut_sections, fence

LINES = [
    "text of a line",
    "",
    "# Head",
    "- item",
    "  more",
    "1. one",
    "```",
    "~~~~",
    "| a | b |",
    "|---|---|",
    "<!-- page: 4 -->",
    "x" * 90,
    "日本 😀",
]
bodies = st.lists(st.sampled_from(LINES), max_size=60).map("\n".join)


def without_page_marks(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not PAGE_MARK.fullmatch(line)).rstrip("\n")


@given(bodies, st.integers(min_value=10, max_value=200))
def test_nothing_but_page_marks_is_left_out(body: str, size: int) -> None:
    sections = list(cut_sections(body, size))

    assert without_page_marks("".join(body[each.start : each.end] for each in sections)) == without_page_marks(body)
    for one, other in pairwise(sections):
        assert one.start <= one.end <= other.start
        assert PAGE_MARK.sub("", body[one.end : other.start]).strip() == ""
    assert all(each.end - each.start < 4 * size + 100 for each in sections)


@given(bodies, st.integers(min_value=10, max_value=200))
def test_every_section_knows_its_page(body: str, size: int) -> None:
    starts = page_starts(body)
    for section in cut_sections(body, size):
        pages = [page for offset, page in starts if offset <= section.start]
        assert section.page == (pages[-1] if pages else None)


@given(bodies, st.integers(min_value=0, max_value=400))
def test_the_page_of_an_offset_is_that_of_the_last_mark_before_it(body: str, offset: int) -> None:
    pages = [page for start, page in page_starts(body) if start <= offset]
    assert page_at(body, offset) == (pages[-1] if pages else None)


def test_blocks_stay_whole() -> None:
    body = "para one\nstill one\n\n- a\n\n  of a\n\n- b\n\nlast"
    assert [body[each.start : each.end] for each in cut_sections(body, 10)] == [
        "para one\nstill one\n\n",
        "- a\n\n  of a\n\n",
        "- b\n\nlast",
    ]


def test_a_cut_fence_is_opened_again() -> None:
    body = "```c\nint a;\nint b;\n```\n\nafter the fence\n"
    sections = list(cut_sections(body, 8))

    assert [each.source(body) for each in sections] == ["```c\nint a;\n", "```c\nint b;\n```\n\n", "after the fence\n"]


def test_a_fence_goes_on_over_a_page_mark() -> None:
    body = "```\none\n<!-- page: 2 -->\ntwo\n```\nout\n"
    assert list(cut_sections(body)) == [Section(0, 8), Section(25, len(body), page=2, opens_page=True, prefix="```\n")]


def test_a_long_table_is_cut_between_rows_and_keeps_its_head() -> None:
    rows = [f"| {number} | x |\n" for number in range(200)]
    body = "before\n\n| n | x |\n|---|---|\n" + "".join(rows) + "\nafter\n"
    sections = list(cut_sections(body))

    assert len(sections) == 200 * 3 // TABLE_CELLS + 1
    assert {each.prefix for each in sections[1:]} == {"| n | x |\n|---|---|\n"}
    assert all(body[each.start] == "|" for each in sections[1:])


def test_one_endless_line_is_cut_all_the_same() -> None:
    assert all(each.end - each.start <= 200 for each in cut_sections("x" * 1000, 100))
    assert [each.end for each in cut_sections("word " * 50, 100)] == [200, 250]


def test_a_page_without_text_still_opens() -> None:
    body = "<!-- page: 1 -->\n<!-- page: 2 -->\ntext"
    assert [(each.page, each.opens_page, body[each.start : each.end]) for each in cut_sections(body)] == [(1, True, ""), (2, True, "text")]


def test_an_empty_body_is_one_empty_section() -> None:
    assert list(cut_sections("")) == [Section(0, 0)]


def test_a_text_is_fenced_by_more_marks_than_it_has() -> None:
    assert fence("a\n```\nb ````` c") == "``````\na\n```\nb ````` c\n``````\n"
    assert fence("a `b`") == "```\na `b`\n```\n"


def test_without_pages_a_page_mark_is_text() -> None:
    body = "a\n<!-- page: 2 -->\nb"
    assert list(cut_sections(body, paged=False)) == [Section(0, len(body))]
