from __future__ import annotations

import pytest

from desktop.application.answer.named_things import Naming, Thing, things_asked
from desktop.application.answer.subjects import subject
from desktop.application.answer.wording import folded
from desktop.domain.entity import EntityType, Mention

HERON = subject("Velvet Heron", ["Moss Tern"])


def could_name(thing: Thing, text: str, *mentions: Mention, question: str = "Which … of Velvet Heron?", body: str = "") -> bool:
    return Naming(question, [HERON], [body or text]).could_name(thing, text, mentions)


def mention(kind: EntityType, text: str) -> Mention:
    return Mention(kind, text, text, 0, len(text), 0.9, "test", None)


@pytest.mark.parametrize(
    ("question", "things"),
    [
        ("Which government is behind Velvet Heron?", (Thing.COUNTRY,)),
        ("Nationals of which country were arrested?", (Thing.COUNTRY,)),
        ("What kept the government's intruders out?", ()),
        ("Which ransomware did Velvet Heron deploy?", (Thing.MALWARE,)),
        ("Which group was the first to exploit CVE-2023-6549?", (Thing.ACTOR,)),
        ("Which Microsoft executives, by name, had their mail read?", (Thing.PERSON,)),
        ("Who is the LockBit developer?", (Thing.PERSON,)),
        ("What is the real name of the operator?", (Thing.PERSON,)),
        ("What encryption algorithm does it use?", (Thing.ALGORITHM,)),
        ("When did Velvet Heron begin?", ()),
        ("What did the group do to its victims?", ()),
        ("What makes people call the gang?", ()),
        ("What is the nickname of the seller?", (Thing.PERSON,)),
    ],
)
def test_questions_say_what_kind_of_name_they_want(question: str, things: tuple[Thing, ...]) -> None:
    assert things_asked(folded(question)) == things


def test_a_country_is_one_that_the_question_does_not_give() -> None:
    assert could_name(Thing.COUNTRY, "Velvet Heron works for Belarus.")
    assert not could_name(Thing.COUNTRY, "Velvet Heron attacks Brazilian banks.", question="Which country robs Brazilian banks?")
    assert not could_name(Thing.COUNTRY, "Velvet Heron was tracked by GREY LABS.")


def test_short_names_of_places_count_only_in_capitals() -> None:
    assert could_name(Thing.COUNTRY, "Targets in the US were hit.")
    assert not could_name(Thing.COUNTRY, "Velvet Heron is known to us.")


def test_a_name_that_no_pack_knows_may_be_malware_and_one_that_is_known_as_something_else_is_not() -> None:
    text = "Velvet Heron used BRASSKETTLE."
    assert could_name(Thing.MALWARE, text)
    assert could_name(Thing.MALWARE, text, mention(EntityType.MALWARE, "BRASSKETTLE"))
    assert not could_name(Thing.MALWARE, text, mention(EntityType.IDENTITY, "BRASSKETTLE"))


def test_another_name_of_the_subject_is_no_answer() -> None:
    assert not could_name(Thing.ACTOR, "The Velvet Heron group (aka Moss Tern) broke in.", mention(EntityType.INTRUSION_SET, "Moss Tern"))


def test_a_person_has_two_names_that_are_no_words_of_the_documents() -> None:
    assert could_name(Thing.PERSON, "The officer was Wu Shurong.")
    assert not could_name(Thing.PERSON, "Velvet Heron read the Grey Prison report.", body="A grey prison.")
    assert not could_name(Thing.PERSON, "Velvet Heron read mail of BRASSKETTLE.")


def test_a_handle_stands_for_a_person() -> None:
    assert could_name(Thing.PERSON, "It was written by an actor with the handle mudlark.")


def test_an_algorithm_is_known_by_its_name() -> None:
    assert could_name(Thing.ALGORITHM, "Files are encrypted with AES-256.")
    assert could_name(Thing.ALGORITHM, "The key of the book cipher is a font.")
    assert not could_name(Thing.ALGORITHM, "Velvet Heron encrypts files with a NEW tool.")
