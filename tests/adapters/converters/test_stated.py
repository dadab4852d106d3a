"""What a file states: strong words before weak ones, nothing overwritten, everything with its origin."""

from __future__ import annotations

from desktop.adapters.converters.stated import FILE_MADE, Found, Stated
from desktop.application.ports import Conversion

MADE = Found("2024-01-01", FILE_MADE)
SAID = Found("2023-05-12", "a line of its text")


def test_what_is_missing_comes_from_the_other() -> None:
    title = Found("Heron", "its first heading")
    assert Stated(title=title).or_else(Stated(published=SAID, title=Found("x", "y"))) == Stated(title=title, published=SAID)


def test_a_weak_statement_gives_way_to_a_strong_one_alone() -> None:
    assert Stated(published=MADE).or_else(Stated(published=SAID)).published == SAID
    assert Stated(published=SAID).or_else(Stated(published=MADE)).published == SAID
    assert Stated(published=MADE).or_else(Stated()).published == MADE


def test_a_conversion_keeps_what_it_knows_and_learns_the_rest_with_its_origin() -> None:
    conversion = Conversion("", "txt", "c", title="Known", origins=(("title", "its subject"),))
    given = Stated(title=Found("Other", "x"), published=SAID).given_to(conversion)
    assert (given.title, given.published) == ("Known", "2023-05-12")
    assert given.origins == (("title", "its subject"), ("published", "a line of its text"))


def test_a_weak_origin_gives_way_in_a_conversion_too() -> None:
    conversion = Stated(published=MADE).given_to(Conversion("", "pdf", "c"))
    assert conversion.origins == (("published", FILE_MADE),)
    assert Stated(published=SAID).given_to(conversion).origins == (("published", "a line of its text"),)
