"""What stands side by side in a sentence: a possession, an origin, a product and its flaw, or no more than a neighbour."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from desktop.application.extraction.clauses import ACTORS, BREAK, SOFTWARE, Clause, evidenced
from desktop.domain.entity import EntityType, Mention
from desktop.domain.relation import Relation, Relationship

_R, _T = Relationship, EntityType
_OWNED = re.compile(r"(?:['’]s?)\s(?:[\w-]+\s){0,3}$")
_KIND_BEFORE = re.compile(
    r"\b(?:malware|implants?|backdoors?|tools?|toolkit|loaders?|ransomware|trojans?|framework) of (?:the )?[\"'“‘*_]*$", re.IGNORECASE
)
_CALLED = re.compile(r"[\"'”’*_]*,? (?:called|named|dubbed|known as) [\"'“‘*_]*")
_GROUP = r"(?:group|actor|gang|crew|hackers|spies|collective|adversary|syndicate|operators)s?"
_OF_COUNTRY = re.compile(
    rf"(?:[ -][\w-]+){{0,4}}? {_GROUP},? (?:(?:also |widely |better )?(?:known|tracked) as |called |named |dubbed )?[\"'“‘]*"
)
_FROM_COUNTRY = re.compile(r"(?:\s?\([^()]{1,80}\))?,? (?:is |was )?an? (?:[\w-]+ ){0,3}")
_OF_PRODUCT = re.compile(r"(?:\s[\w-]+){0,3}\s?[(\[](?:\w+ as )?|\s|['’]s\s(?:\w+\s){0,2}")
_PRODUCT_AND_FLAW = {_T.IDENTITY, _T.VULNERABILITY}
_OWN, _UNTYPED, _FAINT = 0.7, 0.4, 0.3
_NEIGHBOURLY = 30
_NEIGHBOURS = frozenset(
    pair
    for one, other in (
        (_T.INTRUSION_SET, _T.LOCATION), (_T.INTRUSION_SET, _T.MALWARE), (_T.MALWARE, _T.VULNERABILITY),
        (_T.INTRUSION_SET, _T.VULNERABILITY),
    )
    for pair in ((one, other), (other, one))
)  # fmt: skip


def adjacent_relations(clause: Clause) -> Iterator[Relation]:
    """What stands side by side: an actor's tool ("Turla's Snake"), and kinds that reports name together because they belong together."""
    for one, other in pairwise(clause.groups):
        before, after = one[-1], other[0]
        between = clause.text[before.end : after.start]
        if before.type in ACTORS and after.type in SOFTWARE and _OWNED.fullmatch(between):
            yield from (evidenced(clause, before, _R.USES, each, _OWN, "possessive") for each in other)
        elif before.type in ACTORS and after.type in SOFTWARE and _CALLED.fullmatch(between) and _has_kind_before(clause, before):
            yield from (evidenced(clause, before, _R.USES, each, _OWN, "a kind of thing of an actor") for each in other)
        elif before.type is _T.LOCATION and after.type in ACTORS and _OF_COUNTRY.fullmatch(between):
            yield from (evidenced(clause, each, _R.RELATED_TO, before, _UNTYPED, "an actor of a country") for each in other)
        elif before.type in ACTORS and after.type is _T.LOCATION and _FROM_COUNTRY.fullmatch(between):
            yield from (evidenced(clause, before, _R.RELATED_TO, each, _UNTYPED, "an actor of a country") for each in other)
        elif {before.type, after.type} == _PRODUCT_AND_FLAW and _OF_PRODUCT.fullmatch(between):
            yield from (evidenced(clause, before, _R.RELATED_TO, each, _UNTYPED, "a product and its flaw") for each in other)
        elif len(between) <= _NEIGHBOURLY and (before.type, after.type) in _NEIGHBOURS and not BREAK.search(between):
            yield from (evidenced(clause, each, _R.RELATED_TO, thing, _FAINT, "same sentence") for each in one for thing in other)


def _has_kind_before(clause: Clause, actor: Mention) -> bool:
    return _KIND_BEFORE.search(clause.text, clause.start, actor.start) is not None
