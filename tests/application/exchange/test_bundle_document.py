"""A bundle as a document with what it states."""

from __future__ import annotations

from desktop.application.exchange.bundle_document import BundleText, relocated, write_document
from desktop.application.exchange.bundle_entities import BundleEntities
from desktop.application.exchange.bundles import STIX, Bundle
from desktop.application.exchange.stix_rules import StixObject
from desktop.application.extraction.knowledge import Knowledge
from desktop.domain.alias import AliasStatus
from desktop.domain.entity import EntityType, Mention
from desktop.domain.graph import EdgeStatus
from desktop.domain.lexicon import NOTHING_DECIDED
from desktop.domain.relation import Relationship
from tests.application.exchange.samples import ACTOR, MALWARE, OBJECTS, linked, sco, sdo
from tests.application.extraction.packs import KNOWN, WORDS, book
from tests.fakes.phrase_matcher import PlainMatcher


class Domains:
    """Knows that EVIL.com is evil.com."""

    def find(self, text: str) -> list[Mention]:
        value = text.lower()
        known = value == "evil.com"
        return [Mention(EntityType.DOMAIN, value, text, 0, len(text), 0.9, "p", f"domain-name:{value}")] if known else []


KNOWS = Knowledge(book(KNOWN), WORDS, NOTHING_DECIDED, Domains(), PlainMatcher)


def written(*objects: StixObject) -> BundleText:
    return write_document(Bundle(STIX, objects, len(objects)), "file name", BundleEntities(objects, KNOWS))


def related(text: BundleText) -> list[tuple[str, Relationship, str]]:
    return [(each.source, each.relationship, each.target) for each in text.extracted.relations]


def test_everything_stands_where_it_is_said_to_stand() -> None:
    text = written(*OBJECTS)
    assert (text.title, text.published, text.extracted.status) == ("On Headlace", "2024-05-06", EdgeStatus.STATED)
    assert all(text.body[each.start : each.end] == each.text for each in text.extracted.mentions)
    assert all(text.body[each.start : each.end] == each.quote for each in text.extracted.relations)
    assert {each.entity_id for each in text.extracted.mentions} == {each.id for each in text.extracted.entities}
    assert text.body.startswith("# On Headlace\n\nA STIX bundle of 6 objects: 1 intrusion-set,")
    assert "Also known as: Fancy Bear.\n\nAn actor.\n\nFrom somewhere." in text.body


def test_objects_are_the_entities_that_are_known_by_their_names() -> None:
    text = written(*OBJECTS)
    assert related(text) == [
        ("intrusion-set:G0007", Relationship.USES, "malware:headlace"),
        ("domain-name:evil.com", Relationship.RELATED_TO, "malware:headlace"),
    ]
    assert text.extracted.relations[0].quote == "APT28 uses Headlace."
    assert [each.confidence for each in text.extracted.relations] == [0.7, 0.9]
    assert {each.id for each in text.extracted.entities} >= {"md5:d41d8cd98f00b204e9800998ecf8427a"}


def test_numbers_say_more_than_names_and_what_was_revoked_is_what_replaced_it() -> None:
    numbered = ACTOR | {"name": "Something", "external_references": [{"source_name": "mitre-attack", "external_id": "G0092"}]}
    old = sdo("malware", 8, name="Oldname", is_family=True)
    text = written(numbered, old, MALWARE, linked(7, old, "revoked-by", MALWARE), linked(9, numbered, "uses", old))
    assert ("intrusion-set:G0092", Relationship.USES, "malware:headlace") in related(text)


def test_a_name_that_packs_give_to_another_is_disputed_and_joins_nothing() -> None:
    newcomer = sdo("intrusion-set", 8, name="Newcomer", aliases=["Sofacy", "Fresh"])
    (entity,) = written(newcomer).extracted.entities
    assert entity.id == "intrusion-set:newcomer"
    assert {each.name: each.status for each in entity.aliases} == {
        "Newcomer": AliasStatus.SAME,
        "Sofacy": AliasStatus.DISPUTED,
        "Fresh": AliasStatus.SAME,
    }


def test_observables_are_what_the_extractor_makes_of_them() -> None:
    text = written(sco("domain-name", 1, value="EVIL.com"), sco("autonomous-system", 2, number=64512), sco("file", 3, name="a.exe"))
    assert {each.id for each in text.extracted.entities} == {"domain-name:evil.com", "autonomous-system:AS64512", "file-name:a.exe"}
    assert text.title == "file name"


def test_what_is_edited_keeps_what_still_stands_there() -> None:
    text = written(*OBJECTS)
    edited = "A remark of mine.\n\n" + text.body.replace("### Panel", "### Edited")
    moved = relocated(text.extracted, text.body, edited)
    assert all(edited[each.start : each.end] == each.text for each in moved.mentions)
    assert all(edited[each.start : each.end] == each.quote for each in moved.relations)
    assert len(moved.relations) == 2
    assert relocated(text.extracted, text.body, "Nothing left.").relations == ()
    assert relocated(text.extracted, text.body, text.body) is text.extracted
