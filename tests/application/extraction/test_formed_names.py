"""Names that tell by their form what they are."""

from __future__ import annotations

import pytest

from desktop.application.extraction.formed_names import NUMBERED, FormedNameFinder
from tests.application.extraction.packs import KNOWN, OTHERS, book
from tests.fakes.phrase_matcher import PlainMatcher

FINDER = FormedNameFinder(book(KNOWN, OTHERS), PlainMatcher)


def found(text: str) -> list[tuple[str, str]]:
    return [(each.text, each.entity_id or "") for each in FINDER.find(text)]


@pytest.mark.parametrize(
    ("text", "name", "entity"),
    [
        ("by UNC4841 and", "UNC4841", "intrusion-set:unc4841"),
        ("by APT-C-60.", "APT-C-60", "intrusion-set:apt-c-60"),
        ("by Velvet Chollima.", "Velvet Chollima", "intrusion-set:velvet-chollima"),
        ("In Operation Triple Tang of 2019", "Operation Triple Tang", "campaign:operation-triple-tang"),
        ("of Operation “Ghost Secret”", "Operation “Ghost Secret”", "campaign:operation-ghost-secret"),
        ("at Fink Telecom Services GmbH in", "Fink Telecom Services GmbH", "identity:fink-telecom-services-gmbh"),
        ("of Beijing Sages Co., Ltd. and", "Beijing Sages Co., Ltd.", "identity:beijing-sages-co-ltd"),
        ("when the Russian government said", "Russian government", "identity:russian-government"),
        ("But Russian Government said", "Russian Government", "identity:russian-government"),
    ],
)
def test_the_form_says_what_it_is(text: str, name: str, entity: str) -> None:
    assert found(text) == [(name, entity)]


@pytest.mark.parametrize(
    "text",
    [
        "XAPT28",
        "TA0043",
        "The Bear sleeps",
        "a Panda",
        "Pandas",
        "Operation of it",
        "our government",
        "Local Government",
        "Inc. 5000",
        "AGENCY",
    ],
)
def test_what_only_begins_like_it_is_not_it(text: str) -> None:
    assert found(text) == []


def test_a_number_alone() -> None:
    assert NUMBERED.fullmatch("FIN12")
    assert not NUMBERED.fullmatch("FIN123")
