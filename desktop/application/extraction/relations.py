"""Relations that a sentence states between two of its mentions, with the sentence as their evidence.

A word that relates (triggers.py) joins the nearest mentions before and after it, with all that commas and "and" join to them.
What STIX does not know between two kinds, and what merely stands side by side, is `related-to`: faint, and no claim.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from desktop.application.extraction.adjacent_relations import adjacent_relations
from desktop.application.extraction.clauses import Clause, evidenced, read_clause
from desktop.application.extraction.reporters import reports
from desktop.application.extraction.stand_ins import stand_ins
from desktop.application.extraction.stated_aliases import StatedAliases, stated_aliases
from desktop.application.extraction.stated_relations import stated_relations
from desktop.application.extraction.table_relations import table_relations
from desktop.application.extraction.triggers import triggers_in
from desktop.domain.entity import EntityType, Mention
from desktop.domain.relation import Relation, Relationship, is_legal
from desktop.domain.sentences import sentences_with_several

_R, _T = Relationship, EntityType
_VARIANT_BEFORE = re.compile(
    r"\b(?:variants?|versions?|forks?|derivatives?|successors?|rewrites?) (?:of|to) (?:the )?[\"'“‘*_]*$", re.IGNORECASE
)
_NOT_ENDS = frozenset({_T.TACTIC, _T.USER_AGENT, _T.MUTEX, _T.REGISTRY_KEY, _T.MAC})
_SURE, _UNTYPED = 0.8, 0.4
_LEAD = 60
"""How far before the first mention a word may stand that relates it to the next."""
_LONGEST_LINK = 400
_MOST_MENTIONS = 40
"""A sentence that mentions more than this is a list, and states nothing of any two of them."""


class SentenceRelations:
    """Finds what sentences state."""

    def relate(self, text: str, mentions: Sequence[Mention]) -> list[Relation]:
        """The relations that a text states between mentions of it, which are given by place; the surest of each sentence."""
        named = [each for each in mentions if each.entity_id is not None and each.type not in _NOT_ENDS]
        named = [each for each in named if not reports(text, each) and not _is_linked_to(text, each)]
        usable = sorted((*named, *stand_ins(text, named)), key=lambda each: each.start)
        places = [each.start for each in usable]
        relations: list[Relation] = []
        for start, end in sentences_with_several(text, places):
            first, last = bisect_left(places, start), bisect_left(places, end)
            if last - first <= _MOST_MENTIONS:
                relations += _in_sentence(text, start, end, usable[first:last])
        return _joined(relations, table_relations(text, named))


def _joined(relations: Iterable[Relation], of_rows: Iterable[Relation]) -> list[Relation]:
    """All relations; what a row states of two replaces that it names both, and is said once if its words state it too."""
    stated = {(each.start, each.source, each.target): each for each in of_rows}
    kept = []
    for each in relations:
        known = stated.get((each.start, each.source, each.target)) or stated.get((each.start, each.target, each.source))
        if known is not None and each.relationship is known.relationship:
            del stated[known.start, known.source, known.target]
        elif known is not None and each.relationship is _R.RELATED_TO:
            continue
        kept.append(each)
    return [*kept, *stated.values()]


def _is_linked_to(text: str, mention: Mention) -> bool:
    """Whether a mention lies in the target of a Markdown link or picture, which is a reference and no part of what is said."""
    opened = max(text.rfind(mark, max(0, mention.start - _LONGEST_LINK), mention.start) for mark in ("](", "] ("))
    return opened >= 0 and text.find(")", opened, mention.start) < 0 and "\n" not in text[opened : mention.start]


def _in_sentence(text: str, start: int, end: int, mentions: Sequence[Mention]) -> list[Relation]:
    aliases = list(stated_aliases(text, mentions))
    said_otherwise = {id(other) for each in aliases for other in each.others}
    clause = read_clause(text, start, end, [each for each in mentions if id(each) not in said_otherwise])
    between = triggers_in(text, start, mentions[-1].start, max(start, mentions[0].start - _LEAD))
    triggers = [each for each in between if not any(m.start <= each.start < m.end for m in mentions)]
    best: dict[tuple[str, str], Relation] = {}
    for relation in (*_aliases(clause, aliases), *stated_relations(clause, triggers), *adjacent_relations(clause)):
        ends = sorted((relation.source, relation.target))
        known = best.get((ends[0], ends[1]))
        of_two = relation.source != relation.target or relation.relationship is _R.ALIAS_OF
        if of_two and (known is None or relation.confidence > known.confidence):
            best[ends[0], ends[1]] = relation
    return list(best.values())


def _aliases(clause: Clause, aliases: Sequence[StatedAliases]) -> Iterator[Relation]:
    """That names are one; a name that packs know as the same is one more that the text says so of, and so has itself as the other end.

    Two that packs tell apart are one only if the text says so in words: "Emotet/Ryuk" merely puts them together.
    """
    for each in aliases:
        of_variant = each.in_words and _VARIANT_BEFORE.search(clause.text, clause.start, each.name.start) is not None
        for other in each.others:
            if of_variant and is_legal(other.type, _R.VARIANT_OF, each.name.type):
                yield evidenced(clause, other, _R.VARIANT_OF, each.name, _SURE, "a variant that is named")
                continue
            apart = each.name.entity_id != other.entity_id and not (_is_coined(each.name) or _is_coined(other))
            if each.in_words or not apart:
                yield evidenced(clause, each.name, _R.ALIAS_OF, other, _SURE, "names in brackets")
            else:
                yield evidenced(clause, each.name, _R.RELATED_TO, other, _UNTYPED, "side by side")


def _is_coined(mention: Mention) -> bool:
    """Whether no pack knows the name."""
    return mention.by.startswith("pattern")
