from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.domain.alignment import LONGEST_TRACED, align, code_point_offset, trace, utf16_offset

# (source, which of its characters a renderer would show); hidden ones are marked by "." in the second string
PIECES = [
    ("word ", "xxxxx"),
    ("**bold** ", "..xxxx..x"),
    ("`a_b` ", ".xxx.x"),
    ("[name](http://a.b/name) ", ".xxxx..................x"),
    ("a\\*b ", "x.xxx"),
    ("太字😀 ", "xxxx"),
    ("**1** 1 ", "..x..xxx"),
    ("| 7 ", "..xx"),
    ("~~out~~ ", "..xxx..x"),
]


def render(source: str, shown: str) -> str:
    return "".join(each for each, seen in zip(source, shown, strict=True) if seen == "x")


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=40))
def test_every_shown_character_finds_its_own_place(pieces: list[tuple[str, str]]) -> None:
    source = "".join(piece for piece, _ in pieces)
    shown = "".join(seen for _, seen in pieces)
    text = render(source, shown)

    aligned = align(source, text, render(trace(source), shown))

    assert aligned.exact
    assert list(aligned.origins) == sorted(aligned.origins)
    letters = [index for index, seen in enumerate(shown) if seen == "x" and source[index].isalnum()]
    assert aligned.positions == tuple(range(len(text)))
    assert [origin for origin, each in zip(aligned.origins, text, strict=True) if each.isalnum()] == letters


@given(st.text(alphabet="ab1 *_`|#[]()\\<>&;\n\U000f0005太😀", max_size=60))
def test_tracing_keeps_the_length_and_every_mark(source: str) -> None:
    traced = trace(source)

    assert len(traced) == len(source)
    assert all(one == other or one.isalnum() or ord(one) >= 0xF0000 for one, other in zip(source, traced, strict=True))


def test_a_place_covers_what_it_shows_and_nothing_beside() -> None:
    source, shown = "see [the **link**](http://the.link) now", "xxxx.xxxx..xxxx....................xxxx"
    aligned = align(source, render(source, shown), render(trace(source), shown))
    text = "see the link now"

    def at(words: str) -> str:
        start, end = aligned.place(source.index(words), source.index(words) + len(words))
        return text[start:end]

    assert at("link**") == "link"
    assert at("[the **link**](http://the.link)") == "the link"
    assert at("(http://the.link)") == ""
    assert at("now") == "now"


def test_what_decides_structure_is_not_traced_but_still_found() -> None:
    source = "1. a &lt; <http://x.yz> 1) c"
    text = "a < http://x.yz 1) c"
    traced = trace(source)

    aligned = align(source, text, traced[3] + " < http://x.yz " + traced[24:])

    assert traced.startswith("1. ")
    assert "&lt; <http://x.yz>" in traced
    assert aligned.exact
    assert aligned.place(source.index("http"), source.index("> 1)")) == (text.index("http"), text.index(" 1)"))


def test_what_a_renderer_adds_belongs_to_no_place() -> None:
    source = "![alt](x.png) end"
    traced = trace(source)
    aligned = align(source, "{image: alt} end", "{image: " + traced[2:5] + "} " + traced[14:])

    assert aligned.exact
    assert aligned.place(2, 5) == (8, 11)
    assert aligned.place(0, len(source)) == (8, 16)
    assert align("", "{}", "{}").place(0, 0) == (0, 0)


def test_a_decoded_entity_stands_where_it_was_written() -> None:
    source = "&lt;&nbsp;&amp;amp; <x> <"
    traced = trace(source)
    aligned = align(source, "< &amp; <x> <", "< &" + traced[15:18] + "; <" + traced[21] + "> <")

    assert aligned.origins == (0, 4, 10, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24)


def test_renderings_that_disagree_are_matched_word_by_word() -> None:
    source = "one **two** three two"
    aligned = align(source, "one two three two", "something else")

    assert not aligned.exact
    assert aligned.place(18, 21) == (14, 17)
    assert aligned.place(6, 9) == (4, 7)


def test_an_offset_that_stands_out_of_order_is_not_believed() -> None:
    traced = trace("ab")
    assert not align("ab", "ba", traced[1] + traced[0]).exact


def test_a_source_too_long_for_its_offsets_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        trace("a" * (LONGEST_TRACED + 1))


def test_offsets_in_utf16_count_two_for_what_lies_beyond_the_basic_plane() -> None:
    assert [utf16_offset("a😀b", offset) for offset in range(4)] == [0, 1, 3, 4]
    assert utf16_offset("\ud800x", 2) == 2


@pytest.mark.parametrize("piece", ["a.", "x+", "a-", "> ", "<a", "www.", "a@", "&#"])
def test_long_runs_without_an_end_take_little_time(piece: str) -> None:
    began = time.process_time()
    trace((piece * 40_000)[:60_000])
    assert time.process_time() - began < 2


def test_addresses_within_words_are_left_alone() -> None:
    source = "write to a.b+c@mail.example.org now"
    assert trace(source)[9:31] == source[9:31]


def test_a_shown_stretch_leads_back_to_its_source() -> None:
    source, shown = "a **bold** word", "xx..xxxx..xxxxx"
    aligned = align(source, "a bold word", render(trace(source), shown))
    assert aligned.origin(2, 6) == (4, 8)
    assert source[slice(*(aligned.origin(0, 11) or (0, 0)))] == source
    assert aligned.origin(3, 3) is None


def test_utf16_units_are_counted_back_to_characters() -> None:
    assert [code_point_offset("a😀b", units) for units in (0, 1, 3, 4)] == [0, 1, 2, 3]
