"""Extraction: what a text mentions, each stretch claimed once, and the relations between what it mentions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop.domain.entity import EntityType, Mention
from desktop.domain.lexicon import NOTHING_DECIDED, Lexicon
from desktop.domain.relation import Relation


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a text mentions, by place, and how that is related."""

    mentions: tuple[Mention, ...]
    relations: tuple[Relation, ...] = ()


class MentionFinder(Protocol):
    """Finds mentions of some kinds."""

    def find(self, text: str) -> Iterable[Mention]:
        """The mentions in a text, in any order; they may overlap."""
        ...


class RelationFinder(Protocol):
    """Finds relations between mentions."""

    def relate(self, text: str, mentions: Sequence[Mention]) -> Iterable[Relation]:
        """The relations that a text states between mentions of it, which are given by place."""
        ...


class Extractor:
    """Runs every finder once over a text. Where mentions overlap, the longest wins, then the finder that is given first.

    What the lexicon denies is no mention, whoever finds it.
    """

    def __init__(
        self, finders: Sequence[MentionFinder], relations: RelationFinder | None = None, lexicon: Lexicon = NOTHING_DECIDED
    ) -> None:
        self._finders = finders
        self._relations = relations
        self._lexicon = lexicon

    def extract(self, text: str) -> Extraction:
        """Everything that a text mentions and states."""
        found = [(rank, mention) for rank, finder in enumerate(self._finders) for mention in finder.find(text)]
        mentions = without_overlaps(each for each in found if not self._lexicon.denies(each[1]))
        relations = self._relations.relate(text, mentions) if self._relations else ()
        return Extraction(mentions, tuple(relations))


def without_overlaps(found: Iterable[tuple[int, Mention]]) -> tuple[Mention, ...]:
    """The mentions that keep their place, by place; each comes with the rank of its finder (0 is the first).

    One may lie within another only as a part that means something by itself: the host of a URL, the name at a path's end.
    """
    ordered = sorted(found, key=lambda each: (each[1].start, -each[1].end, each[0], -each[1].confidence))
    kept: list[Mention] = []
    outer: Mention | None = None  # the kept one that reaches furthest and lies in no other
    nested_end = 0
    for _, mention in ordered:
        if outer is None or mention.start >= outer.end:
            kept.append(mention)
            outer, nested_end = mention, mention.start
        elif _is_part(mention, outer) and mention.start >= nested_end:
            kept.append(mention)
            nested_end = mention.end
        elif mention.end - mention.start > outer.end - outer.start and mention.end > outer.end:
            while kept and kept[-1].end > mention.start:
                kept.pop()
            kept.append(mention)
            outer, nested_end = mention, mention.start
    return tuple(kept)


_HASHES = frozenset({EntityType.MD5, EntityType.SHA1, EntityType.SHA256, EntityType.SHA512})
_PARTS = {
    EntityType.URL: frozenset({EntityType.DOMAIN, EntityType.IPV4, EntityType.IPV6, EntityType.VULNERABILITY}) | _HASHES,
    EntityType.FILE_PATH: frozenset({EntityType.FILE_NAME}),
    EntityType.FILE_NAME: _HASHES,
}


def _is_part(mention: Mention, whole: Mention) -> bool:
    return (
        mention.end <= whole.end and mention.type in _PARTS.get(whole.type, ()) and (mention.start, mention.end) != (whole.start, whole.end)
    )
