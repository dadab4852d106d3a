"""What a case bundle says beside what is here: which of two is newer is told by the states that either side has seen.

A state that the other side has seen before and changed since is the older one. Two states of which neither side has seen the
other's are a conflict, and so is a marking that would be lowered: only a person of this vault may make something freer to share.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from desktop.domain.case_bundle import (
    ALL_OF_IT,
    MARKING,
    SETS,
    Comparison,
    Item,
    ItemDifference,
    PartDifference,
    Standing,
    States,
    digest_of,
)
from desktop.domain.marking import Marking

Parts = Mapping[str, frozenset[str]]


def compare(
    mine: Mapping[str, Item],
    theirs: Mapping[str, Item],
    seen_here: States,
    seen_there: States,
    cut: Mapping[str, tuple[str, ...]],
    declined: States = MappingProxyType({}),
) -> Comparison:
    """Each item of a bundle beside the one here; parts that were cut out of the bundle's do not count.

    `declined` are states of the other side that a person here saw and did not want: they are not asked about again.
    """
    found = []
    for key, item in theirs.items():
        own = mine.get(key)
        here, there = seen_here.get(key, {}), seen_there.get(key, {})
        refused = declined.get(key, {})
        found.append(_absent(item, here, refused) if own is None else _beside(own, item, here, there, refused, cut.get(key, ())))
    return Comparison(tuple(found))


def _absent(item: Item, here: Parts, refused: Parts) -> ItemDifference:
    """An item that is not here: new, or one that was here and was deleted since."""
    if not here:
        return ItemDifference(item, Standing.NEW)
    known = (digest in here.get(part, ()) or digest in refused.get(part, ()) for part, digest in item.digests().items())
    if all(known):
        return ItemDifference(item, Standing.GONE_HERE)
    question = PartDifference(ALL_OF_IT, "", item.title, Standing.CONFLICT, "")
    return ItemDifference(item, Standing.CONFLICT, (question,))


def _beside(own: Item, item: Item, here: Parts, there: Parts, refused: Parts, cut: tuple[str, ...]) -> ItemDifference:
    parts = tuple(_differences(own, item, here, there, refused, cut))
    standings = {each.standing for each in parts}
    for standing in (Standing.CONFLICT, Standing.CHANGED_THERE, Standing.CHANGED_HERE):
        if standing in standings:
            return ItemDifference(item, standing, parts)
    return ItemDifference(item, Standing.SAME)


def _differences(own: Item, item: Item, here: Parts, there: Parts, refused: Parts, cut: tuple[str, ...]) -> Iterator[PartDifference]:
    for part, theirs in item.parts.items():
        mine = own.parts.get(part, "")
        if part in cut or theirs == mine:
            continue
        if digest_of(item.key, part, theirs) in refused.get(part, ()):
            yield PartDifference(part, mine, theirs, Standing.CHANGED_HERE, mine)
            continue
        old_here = digest_of(item.key, part, mine) in there.get(part, ())
        old_there = digest_of(item.key, part, theirs) in here.get(part, ())
        if not old_here and not old_there:  # what nobody has decided anything about is older than any decision
            old_here, old_there = not mine, not theirs
        yield _difference(part, mine, theirs, old_here=old_here, old_there=old_there)


def _difference(part: str, mine: str, theirs: str, *, old_here: bool, old_there: bool) -> PartDifference:
    if old_there and not old_here:
        return PartDifference(part, mine, theirs, Standing.CHANGED_HERE, mine)
    if part == MARKING and Marking(theirs).rank < Marking(mine).rank:
        return PartDifference(part, mine, theirs, Standing.CONFLICT, mine)
    if old_here and not old_there:
        return PartDifference(part, mine, theirs, Standing.CHANGED_THERE, theirs)
    if part in SETS:
        return _together(part, mine, theirs)
    return PartDifference(part, mine, theirs, Standing.CONFLICT, mine)


def _together(part: str, mine: str, theirs: str) -> PartDifference:
    """Two sets of lines of which nobody knows which is newer."""
    merged = "\n".join(sorted({*filter(None, mine.split("\n")), *filter(None, theirs.split("\n"))}))
    return PartDifference(part, mine, theirs, Standing.CHANGED_HERE if merged == mine else Standing.CHANGED_THERE, merged)
