"""Which node of a picture an entity counts as."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.application.ports import GraphReader


def standing_for(graph: GraphReader, entities: Sequence[str]) -> dict[str, str]:
    """For each of these entities itself, and for each that is the same as one of them, the first that it is the same as."""
    drawn = set(entities)
    joined = {each: each for each in entities}
    for other in graph.same_as(entities) if entities else ():
        if other not in drawn:
            same = set(graph.same_as([other]))
            joined[other] = next(each for each in entities if each in same)
    return joined
