"""Words that relate."""

from __future__ import annotations

import pytest

from desktop.application.extraction.triggers import is_passive, is_weak, triggers_in
from desktop.domain.relation import Relationship


@pytest.mark.parametrize(
    ("text", "relationship", "word"),
    [
        ("A used B", Relationship.USES, "used"),
        ("A is attributed to B", Relationship.ATTRIBUTED_TO, "is attributed to"),
        ("A, also known as B", Relationship.ALIAS_OF, "also known as"),
        ("a variant of B", Relationship.VARIANT_OF, "variant of"),
        ("A exploits B", Relationship.EXPLOITS, "exploits"),
        ("attacks on B", Relationship.TARGETS, "attacks on"),
        ("A communicates with B", Relationship.COMMUNICATES_WITH, "communicates with"),
        ("A patched B", Relationship.MITIGATES, "patched"),
        ("A led phishing campaigns against B", Relationship.TARGETS, "phishing campaigns against"),
        ("A led to the deployment of B", Relationship.DELIVERS, "deployment of"),
        ("A can arrive in the system through B", Relationship.USES, "arrive in the system through"),
        ("A came across B", Relationship.RELATED_TO, "came across"),
        ("A observed B", Relationship.RELATED_TO, "observed"),
        ("A had rebrands (B)", Relationship.ALIAS_OF, "rebrands"),
    ],
)
def test_the_relationship_that_a_word_states(text: str, relationship: Relationship, word: str) -> None:
    [trigger] = triggers_in(text, 0, len(text))
    assert (trigger.relationship, trigger.word.lower()) == (relationship, word)
    assert text[trigger.start : trigger.end].lower() == word


@pytest.mark.parametrize(
    "text", ["an attack vector", "the exploit chain", "Patch Tuesday", "a hacking toolkit", "infected devices", "user"]
)
def test_nouns_beside_names_relate_nothing(text: str) -> None:
    assert triggers_in(text, 0, len(text)) == []


def test_by_turns_the_direction() -> None:
    [trigger] = triggers_in("ÜX was used by Y", 0, 16)
    assert trigger.reverse
    assert trigger.end == 14
    assert is_passive("X was used in Y", triggers_in("X was used in Y", 0, 15)[0])
    assert triggers_in("X is delivered via Y", 0, 20)[0].reverse
    assert not is_passive("X used Y", triggers_in("X used Y", 0, 8)[0])


@pytest.mark.parametrize(
    "text", ["X no longer uses Y", "X does not use Y", "X didn't use Y", "no evidence that X used Y", "X never used Y"]
)
def test_denial(text: str) -> None:
    assert triggers_in(text, 0, len(text))[0].negated


@pytest.mark.parametrize("text", ["X may have used Y", "X likely uses Y", "X reportedly used Y", "X is believed to use Y"])
def test_doubt(text: str) -> None:
    trigger = triggers_in(text, 0, len(text))[0]
    assert (trigger.hedged, trigger.negated) == (True, False)


def test_a_preposition_is_weak() -> None:
    assert [is_weak(each) for each in triggers_in("used it against", 0, 15)] == [False, True]


def test_a_sentence_may_be_read_from_later_on_with_what_stands_before_still_known() -> None:
    text = "It used B to attack C"
    assert [each.word for each in triggers_in(text, 0, len(text), 9)] == ["attack"]
