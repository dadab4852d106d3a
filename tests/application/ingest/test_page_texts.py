"""Texts of pages find their places in a body."""

from __future__ import annotations

from desktop.application.ingest.page_texts import add_page_texts, page_texts_added

BODY = "<!-- page: 1 -->\n\nTyped.\n\n<!-- page: 2 -->\n\n<!-- page: 3 -->\n\n12\n\n<!-- page: 4 -->\n"


def test_a_text_stands_behind_the_mark_of_its_page() -> None:
    body, refused = add_page_texts(BODY, {2: "Second.", 4: "Fourth."}, only_empty=False)
    assert body == ("<!-- page: 1 -->\n\nTyped.\n\n<!-- page: 2 -->\n\nSecond.\n\n<!-- page: 3 -->\n\n12\n\n<!-- page: 4 -->\n\nFourth.\n")
    assert refused == ()


def test_a_page_keeps_the_little_text_it_has() -> None:
    body, _ = add_page_texts(BODY, {3: "Third."}, only_empty=False)
    assert "<!-- page: 3 -->\n\n12\n\nThird.\n\n<!-- page: 4 -->" in body


def test_what_a_person_wrote_on_a_page_is_left_alone() -> None:
    body, refused = add_page_texts(BODY, {2: "Second.", 3: "Third."}, only_empty=True)
    assert "<!-- page: 2 -->\n\nSecond.\n\n<!-- page: 3 -->\n\n12\n\n<!-- page: 4 -->" in body
    assert refused == (3,)


def test_the_same_text_is_not_put_there_twice() -> None:
    once, _ = add_page_texts(BODY, {2: "Second.", 3: "Third."}, only_empty=False)
    assert add_page_texts(once, {2: "Second.", 3: "Third."}, only_empty=True) == (once, ())


def test_a_page_whose_mark_is_gone_is_refused() -> None:
    assert add_page_texts("Rewritten by hand.\n", {2: "Second."}, only_empty=True) == ("Rewritten by hand.\n", (2,))


def test_a_blank_body_gets_the_mark_of_its_first_page() -> None:
    assert add_page_texts("\n", {1: "Seen."}, only_empty=False) == ("<!-- page: 1 -->\n\nSeen.\n", ())


def test_a_mark_that_stands_twice_gets_the_text_once() -> None:
    body, _ = add_page_texts("<!-- page: 1 -->\n\n<!-- page: 1 -->\n", {1: "One."}, only_empty=False)
    assert body == "<!-- page: 1 -->\n\nOne.\n\n<!-- page: 1 -->\n"


def test_texts_of_pages_are_found_again_where_nothing_else_differs() -> None:
    texts = {2: "Second.", 3: "Third.", 4: "Fourth."}
    assert page_texts_added(BODY, add_page_texts(BODY, texts, only_empty=False)[0]) == texts
    assert page_texts_added("", add_page_texts("", {1: "Seen."}, only_empty=False)[0]) == {1: "Seen."}
    assert page_texts_added(BODY, BODY.replace("Typed.", "Changed.")) == {}
    assert page_texts_added(BODY, f"# Heading\n\n{BODY}") == {}
    assert page_texts_added(BODY, BODY) == {}
