"""Mentions that overlap, and relations between those that stay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from desktop.application.extraction.extraction import Extractor
from desktop.domain.entity import EntityType, Mention
from desktop.domain.relation import Relation, Relationship

TEXT = "http://evil.com/CVE-2021-44228 and more"


def mention(kind: EntityType, start: int, end: int, confidence: float = 0.9) -> Mention:
    return Mention(kind, TEXT[start:end], TEXT[start:end], start, end, confidence, "test", None)


class Finder:
    def __init__(self, *mentions: Mention) -> None:
        self._mentions = mentions

    def find(self, _text: str) -> Iterable[Mention]:
        return self._mentions


class Neighbours:
    """Relates each mention to the next."""

    def relate(self, text: str, mentions: Sequence[Mention]) -> Iterable[Relation]:
        for one, other in pairwise(mentions):
            yield Relation(one.value, Relationship.RELATED_TO, other.value, 0, len(text), text, 0.1, "test")


def kept(*finders: Finder) -> list[tuple[EntityType, int, int]]:
    return [(each.type, each.start, each.end) for each in Extractor(finders).extract(TEXT).mentions]


def test_parts_with_a_meaning_of_their_own_stay_within_the_whole() -> None:
    url, host, cve = mention(EntityType.URL, 0, 30), mention(EntityType.DOMAIN, 7, 15), mention(EntityType.VULNERABILITY, 16, 30)
    name = mention(EntityType.MALWARE, 7, 11)
    assert kept(Finder(cve, host, name, url)) == [(EntityType.URL, 0, 30), (EntityType.DOMAIN, 7, 15), (EntityType.VULNERABILITY, 16, 30)]


def test_the_longest_wins() -> None:
    assert kept(Finder(mention(EntityType.TOOL, 0, 4)), Finder(mention(EntityType.URL, 0, 15))) == [(EntityType.URL, 0, 15)]
    assert kept(Finder(mention(EntityType.TOOL, 0, 8)), Finder(mention(EntityType.DOMAIN, 7, 30))) == [(EntityType.DOMAIN, 7, 30)]


def test_of_equal_ones_the_first_finder_wins_then_confidence() -> None:
    tool, malware = mention(EntityType.TOOL, 7, 15, 0.2), mention(EntityType.MALWARE, 7, 15, 0.9)
    assert kept(Finder(tool), Finder(malware)) == [(EntityType.TOOL, 7, 15)]
    assert kept(Finder(tool, malware)) == [(EntityType.MALWARE, 7, 15)]


def test_relations_are_sought_between_what_stays() -> None:
    finder = Finder(mention(EntityType.DOMAIN, 7, 15), mention(EntityType.TOOL, 7, 11), mention(EntityType.IDENTITY, 35, 39))
    [relation] = Extractor([finder], Neighbours()).extract(TEXT).relations
    assert (relation.source, relation.target) == ("evil.com", "more")
