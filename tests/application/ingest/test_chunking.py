"""Where chunks begin and end, counted in words."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from desktop.application.ingest.chunking import CHARACTERS_A_TOKEN, chunk_markdown
from desktop.domain.chunk import Chunk
from desktop.domain.document import PAGE_MARK
from tests.fakes.words import LetterTokenizer, WordTokenizer


def chunks(body: str, most: int = 12, overlap: int = 0) -> list[Chunk]:
    return chunk_markdown(body, WordTokenizer(), most, overlap)


def texts(body: str, most: int = 12, overlap: int = 0) -> list[str]:
    return [chunk.text for chunk in chunks(body, most, overlap)]


def words(count: int, first: int = 0) -> str:
    return " ".join(f"w{number}" for number in range(first, first + count))


@pytest.mark.parametrize("body", ["", "\n", " \n\t\n", "<!-- page: 1 -->\n\n<!-- page: 2 -->\n"])
def test_nothing_to_read_gives_no_chunks(body: str) -> None:
    assert chunks(body) == []


def test_small_neighbours_share_a_chunk() -> None:
    assert texts("one two\n\nthree four\n\n- five\n- six\n") == ["one two\n\nthree four\n\n- five\n- six"]


def test_a_block_that_fits_stays_whole() -> None:
    assert texts(f"{words(8)}\n\n{words(8, 8)}\n") == [words(8), words(8, 8)]


def test_a_section_begins_a_chunk() -> None:
    body = "# Alpha\n\none two three\n\n## Beta\n\nfour five six\n"
    assert [(each.text, each.headings) for each in chunks(body)] == [
        ("# Alpha\n\none two three", ("Alpha",)),
        ("## Beta\n\nfour five six", ("Alpha", "Beta")),
    ]


def test_a_deep_heading_does_not() -> None:
    assert len(chunks("# Alpha\n\none two\n\n#### Beta\n\nthree four\n")) == 1


def test_a_tiny_section_takes_in_the_next() -> None:
    body = "# A\n\none two\n\n## B\n\nthree four five six\n"
    assert texts(body, most=40) == [body.strip()]


def test_a_heading_stays_with_what_it_heads() -> None:
    body = f"{words(7)}\n\n#### Beta\n\n{words(5, 7)}\n"
    assert texts(body) == [words(7), f"#### Beta\n\n{words(5, 7)}"]


def test_a_heading_before_a_long_block_goes_with_its_first_piece() -> None:
    found = chunks(f"## Beta\n\n{words(16)}\n")
    assert found[0].text.startswith("## Beta\n\nw0 ")
    assert [each.headings for each in found] == [("Beta",), ("Beta",)]


def test_underlined_headings_are_headings() -> None:
    assert [each.headings for each in chunks(f"Alpha\n=====\n\n{words(9)}\n\nBeta\n---\n\n{words(9)}\n", most=20)] == [
        ("Alpha",),
        ("Alpha", "Beta"),
    ]


def test_marks_that_close_a_heading_are_no_part_of_it() -> None:
    body = f"# Alpha ##\t\n\n{words(9)}\n\n# C#\n\n{words(9)}\n\n# ##\n\n{words(9)}\n"
    assert [each.headings for each in chunks(body, most=20)] == [("Alpha",), ("C#",), ()]


def test_a_heading_of_blanks_is_read_at_once() -> None:
    started = time.monotonic()
    (found, *_) = chunks(f"# a{' ' * 100_000}b")
    assert found.headings == (f"a{' ' * 100_000}b",)
    assert time.monotonic() - started < 2


def test_a_heading_in_a_fence_is_none() -> None:
    assert [each.headings for each in chunks("# A\n\n```\n# comment\n```\n\nb\n", most=40)] == [("A",)]


def test_pages_are_kept_apart_and_marks_left_out() -> None:
    body = "before\n<!-- page: 1 -->\none\n\n<!-- page: 2 -->\n\ntwo\n<!-- page: 4 -->\n"
    assert [(each.page, each.text) for each in chunks(body)] == [(None, "before"), (1, "one"), (2, "two")]


def test_a_page_may_begin_within_a_fence() -> None:
    body = "```\na b\n<!-- page: 2 -->\n# c\n```\n\nd\n"
    assert [(each.page, each.text, each.headings) for each in chunks(body)] == [(None, "```\na b", ()), (2, "# c\n```\n\nd", ())]


def test_prose_is_cut_at_the_sentence_nearest_its_fair_share() -> None:
    assert texts("One two three four. Five six seven eight. Nine ten eleven twelve.") == [
        "One two three four. Five six seven eight.",
        "Nine ten eleven twelve.",
    ]


def test_chinese_is_cut_at_its_full_stops() -> None:
    body = "海莲花组织。通过钓鱼邮件。投递恶意文档。"
    assert [each.text for each in chunk_markdown(body, LetterTokenizer(), 14, 0)] == ["海莲花组织。通过钓鱼邮件。", "投递恶意文档。"]


def test_a_table_is_cut_between_rows() -> None:
    rows = [f"| a{number} | b. c |" for number in range(4)]
    assert texts("\n".join(rows), most=15) == ["\n".join(rows[:2]), "\n".join(rows[2:])]


def test_a_fence_is_cut_between_lines() -> None:
    body = "```\nalpha beta gamma\ndelta. epsilon zeta\neta theta iota\n```"
    assert texts(body, most=10) == ["```\nalpha beta gamma\ndelta. epsilon zeta", "eta theta iota\n```"]


def test_list_items_stay_whole() -> None:
    items = [f"- {words(6, 10 * number)}" for number in range(3)]
    assert texts("\n".join(items), most=15) == ["\n".join(items[:2]), items[2]]


def test_a_line_without_spaces_is_cut_anywhere() -> None:
    found = texts("x" * 1000, most=12)
    assert "".join(found) == "x" * 1000
    assert max(map(len, found)) <= 12 * CHARACTERS_A_TOKEN


def test_only_a_cut_block_overlaps() -> None:
    whole = chunks(f"{words(10)}\n\n{words(10, 10)}\n", overlap=3)
    assert whole[0].end < whole[1].start
    first, second = chunks(words(20), overlap=3)
    assert (first.text, second.text) == (words(12), words(11, 9))


def test_an_overlap_begins_with_a_sentence_if_one_does() -> None:
    first, second = chunks("One two three four five. Six seven. Eight nine ten eleven twelve thirteen.", most=12, overlap=3)
    assert first.text == "One two three four five. Six seven."
    assert second.text == "Six seven. Eight nine ten eleven twelve thirteen."


def test_positions_count_from_zero() -> None:
    assert [each.position for each in chunks(words(50))] == [0, 1, 2, 3, 4]


def test_windows_line_ends_are_kept() -> None:
    body = "# A\r\n\r\none two\r\n<!-- page: 3 -->\r\nthree\r\n"
    assert [(each.page, each.text) for each in chunks(body)] == [(None, "# A\r\n\r\none two"), (3, "three")]


def test_five_megabytes_in_one_line_take_no_time() -> None:
    started = time.process_time()
    found = chunk_markdown("ab." * 400_000, WordTokenizer(), 220, 24)
    assert sum(len(each.text) for each in found) >= 1_200_000
    assert time.process_time() - started < 20


LINES = st.one_of(
    st.text(st.characters(codec="utf-8"), max_size=60),
    st.sampled_from(
        [
            "",
            "",
            "# Alpha",
            "### Beta gamma",
            "======",
            "---",
            "```",
            "~~~~",
            "| a | b |",
            "- item one",
            "1. two",
            "<!-- page: 7 -->",
            "\r",
            "Some words. And more words! Yes?",
            "word " * 40,
            "x" * 300,
            "\u200b",
            "\u2028",
            "\x0c",
            "<!-- page: x -->",
        ]
    ),
)


@settings(max_examples=300, database=None)
@given(
    st.lists(LINES, max_size=30).map("\n".join),
    st.integers(4, 40),
    st.integers(0, 12),
    st.sampled_from([WordTokenizer(), LetterTokenizer()]),
)
@example("<!-- page: 1 -->\na\n<!-- page: 1 -->\nb", 12, 0, WordTokenizer())
@example("# a\n" * 20, 4, 0, WordTokenizer())
@example("\u0301" * 50, 4, 4, LetterTokenizer())
def test_nothing_is_lost_and_nothing_too_long(body: str, most: int, overlap: int, tokenizer: WordTokenizer | LetterTokenizer) -> None:
    found = chunk_markdown(body, tokenizer, most, overlap)
    covered = bytearray(len(body))
    marks = [(match.start(), match.end(), int(match[1])) for match in PAGE_MARK.finditer(body)]
    for position, chunk in enumerate(found):
        assert chunk.position == position
        assert chunk.text == body[chunk.start : chunk.end] == chunk.text.strip()
        assert chunk.text
        assert len(tokenizer.token_ends(chunk.text)) <= most
        assert len(chunk.text) <= most * CHARACTERS_A_TOKEN
        assert not any(start < chunk.end and chunk.start < end for start, end, _ in marks)
        before = [page for start, _, page in marks if start < chunk.start]
        assert chunk.page == (before[-1] if before else None)
        covered[chunk.start : chunk.end] = b"\1" * (chunk.end - chunk.start)
    for start, end, _ in marks:
        covered[start:end] = b"\1" * (end - start)
    assert [letter for offset, letter in enumerate(body) if not covered[offset] and not letter.isspace()] == []
    assert [each.start for each in found] == sorted({each.start for each in found})
