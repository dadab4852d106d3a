"""What a vault knows by name: whose names are whose, and what a change of them touches."""

from __future__ import annotations

import pytest

from desktop.application.extraction import knowledge
from desktop.application.extraction.knowledge import FROM_TEXT, Knowledge, identity_of
from desktop.domain.alias import AliasStatus
from desktop.domain.entity import EntityType, Mention
from desktop.domain.lexicon import NOTHING_DECIDED, AllowedName, Lexicon
from desktop.domain.pack import PackManifest, PackPart, PartKind
from tests.application.extraction.packs import KNOWN, OTHERS, WORDS, T, book, entry, pack
from tests.fakes.phrase_matcher import PlainMatcher


class NoIndicators:
    def find(self, text: str) -> list[Mention]:
        return []


def knows(lexicon: Lexicon = NOTHING_DECIDED) -> Knowledge:
    return Knowledge(book(KNOWN, OTHERS), WORDS, lexicon, NoIndicators(), PlainMatcher)


def test_what_is_spoken_of_comes_with_its_names() -> None:
    found = knows().extract("APT28 met a backdoor dubbed Blackgrebe.")
    by_id = {each.id: each for each in found.entities}
    assert set(by_id) == {each.entity_id for each in found.mentions}
    assert "Fancy Bear" in [each.name for each in by_id["intrusion-set:G0007"].aliases]
    assert [(each.name, each.source, each.is_main) for each in by_id["malware:blackgrebe"].aliases] == [("Blackgrebe", FROM_TEXT, True)]


def test_a_shared_name_is_disputed_for_all_who_share_it_within_a_kind() -> None:
    one, two = entry(T.INTRUSION_SET, "One", "Both", "Third"), entry(T.INTRUSION_SET, "Two", "Both")
    third = entry(T.MALWARE, "Third")
    shared = Knowledge(book(pack(one, two, third)), WORDS, NOTHING_DECIDED, NoIndicators(), PlainMatcher)
    statuses = {(entity.value, alias.name): alias.status for entity in shared.named([one.id, two.id, third.id]) for alias in entity.aliases}
    assert statuses == {
        ("One", "One"): AliasStatus.SAME,
        ("One", "Both"): AliasStatus.DISPUTED,
        ("One", "Third"): AliasStatus.SAME,
        ("Two", "Two"): AliasStatus.SAME,
        ("Two", "Both"): AliasStatus.DISPUTED,
        ("Third", "Third"): AliasStatus.SAME,
    }


def test_long_texts_are_read_in_pieces_with_their_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge, "_PIECE", 60)
    text = "\n\n".join(f"Paragraph {number} says that it was APT28." for number in range(9))
    stops: list[None] = []
    found = knows().extract(text, lambda: stops.append(None))
    assert [text[each.start : each.end] for each in found.mentions] == ["APT28"] * 9
    assert len({each.start for each in found.mentions}) == len(stops) == 9


@pytest.mark.parametrize(
    ("lexicon", "changed"),
    [
        (NOTHING_DECIDED, ()),
        (Lexicon(denied=frozenset({"Evil.com"})), ("evilcom",)),
        (Lexicon((AllowedName("Blackgrebe", EntityType.MALWARE),)), ("blackgrebe",)),
    ],
)
def test_a_decision_changes_the_names_it_speaks_of(lexicon: Lexicon, changed: tuple[str, ...]) -> None:
    assert knows(lexicon).changed_names(knows().packed()) == changed
    assert knows().changed_names(knows(lexicon).packed()) == changed


def test_whether_a_text_speaks_of_a_name_is_seen_through_every_disguise() -> None:
    texts = ["at evil[.]com", "at e v i l.c-o-m", "at evil dot org", "APT\n28", ""]
    assert knows().speaking_of(["evilcom", "apt28"], texts) == [True, True, False, True, False]
    assert knows().speaking_of([], texts) == [False] * 5


def a_manifest(kind: PartKind, sha256: str) -> PackManifest:
    return PackManifest("pack", "Pack", "1", "2026-01-01", "CC0", "here", 1, (PackPart("a", kind, sha256),))


def test_extraction_depends_on_names_by_one_hash_and_on_rules_by_another() -> None:
    before = identity_of([a_manifest(PartKind.ENTRIES, "1")], b"", "list 1")
    names = identity_of([a_manifest(PartKind.ENTRIES, "2")], b"", "list 1")
    rules = identity_of([a_manifest(PartKind.ENTRIES, "1")], b"", "list 2")
    assert (names.rules == before.rules, names.knowledge == before.knowledge) == (True, False)
    assert (rules.rules == before.rules, rules.knowledge == before.knowledge) == (False, True)
    assert identity_of([a_manifest(PartKind.ENTRIES, "1")], b"value\n", "list 1").knowledge != before.knowledge
    described = [identity_of([a_manifest(PartKind.DESCRIPTIONS, each)], b"", "") for each in ("1", "2")]
    assert described[0] == described[1]
    words = [identity_of([a_manifest(PartKind.WORDS, each)], b"", "") for each in ("1", "2")]
    assert words[0].rules != words[1].rules
