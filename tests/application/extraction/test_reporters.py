"""Who only tells, and who has to do with it."""

from __future__ import annotations

import pytest

from desktop.application.extraction.reporters import reports
from desktop.domain.entity import EntityType, Mention


def acme(text: str, klass: str = "organization") -> Mention:
    start = text.index("Acme")
    return Mention(EntityType.IDENTITY, "Acme", "Acme", start, start + 4, 1.0, "", "identity:acme", identity_class=klass)


@pytest.mark.parametrize(
    "text",
    [
        "Acme said that", "Acme researchers believe it", "according to Acme,", "Acme has also reported that", "a report by Acme",
        "Acme found that", "Bolt, part of Acme,", "Acme's threat hunt", "Acme observed that",
    ],
)  # fmt: skip
def test_who_tells_or_only_owns_who_tells_has_no_part_in_it(text: str) -> None:
    assert reports(text, acme(text))


@pytest.mark.parametrize(
    "text",
    [
        "Acme was attacked",
        "Acme discovered Emotet",
        "Acme researchers have noticed Emotet",
        "Acme's team identified Emotet",
        "firm Acme tracks Emotet",
    ],
)
def test_who_is_hit_or_finds_something_has(text: str) -> None:
    assert not reports(text, acme(text))


def test_a_sector_tells_nothing() -> None:
    assert not reports("Acme said", acme("Acme said", "class"))
