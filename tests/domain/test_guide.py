from __future__ import annotations

from desktop.domain.guide import find_in_guide, keyboard_chapter, read_chapter

SEARCHING = read_chapter(
    "03-searching.md",
    "# Searching\n\nPress **Ctrl+K**.\n\n## Modes\n\n- **Grep** takes a regular\n  expression.\n- `Keyword` finds words.\n",
)
KEYS = keyboard_chapter([("Ctrl+K", "Go to search box"), ("F1", "Guide")])


def test_a_chapter_has_its_heading_and_the_name_of_its_file() -> None:
    assert (SEARCHING.name, SEARCHING.title) == ("searching", "Searching")


def found(words: str) -> list[tuple[str, str, str]]:
    return [(hit.chapter, hit.heading, hit.text) for hit in find_in_guide([SEARCHING, KEYS], words)]


def test_paragraphs_are_found_by_beginnings_of_words_without_their_markup() -> None:
    assert found("regul GREP") == [("searching", "Modes", "Grep takes a regular expression.")]
    assert found("word") == [("searching", "Modes", "Keyword finds words.")]


def test_a_word_of_the_heading_counts_but_is_not_enough() -> None:
    assert found("modes finds") == [("searching", "Modes", "Keyword finds words.")]


def test_keys_are_found_by_key_and_by_what_they_do() -> None:
    assert found("search box") == [("keyboard", "Keyboard", "Ctrl+K: Go to search box")]
    assert ("searching", "Searching", "Press Ctrl+K.") in found("ctrl+k")


def test_nothing_sought_is_nothing_found() -> None:
    assert found("  ") == found("zebra") == []
