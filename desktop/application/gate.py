"""The one gate that everything which leaves Coffer passes: nothing goes out above the marking that is allowed there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from desktop.application.settings import MarkingSettings
from desktop.domain.leaving import Exit, Outgoing, Release, Withheld
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters


class KnowsMarkings(Protocol):
    """What the gate needs of the index."""

    def effective_markings(self, ids: Sequence[str]) -> Mapping[str, Marking]:
        """The marking of documents, and of facts the highest of their own and of their sources'; what is not known is missing."""
        ...


class MarkingGate:
    """Decides by the settings and by how things are marked now; what nobody knows anything of counts as RED."""

    def __init__(self, markings: KnowsMarkings, settings: MarkingSettings) -> None:
        self._markings = markings
        self._limits = {exit_: Marking(settings.remote_max if exit_.leaves_machine else settings.export_max) for exit_ in Exit}

    def limit(self, exit_: Exit, wanted: Marking | None = None) -> Marking:
        """The highest marking that may leave: what the settings say, or less if less is wanted."""
        limit = self._limits[exit_]
        return limit if wanted is None or wanted.rank > limit.rank else wanted

    def narrowed(self, exit_: Exit, filters: Filters) -> Filters:
        """Filters that let through only what may leave."""
        limit = self.limit(exit_, filters.tlp_max)
        return filters if limit is Marking.RED else replace(filters, tlp_max=limit)

    def effective(self, made_of: Sequence[str]) -> Marking:
        """The marking of whatever was made of these documents and facts: the highest of theirs."""
        known = self._markings.effective_markings(made_of)
        return Marking.highest(known.get(each, Marking.RED) for each in made_of)

    def examine(self, exit_: Exit, items: Sequence[Outgoing], wanted: Marking | None = None) -> Release:
        """What of these may leave, and what is held back; carrying it out is up to whoever asks."""
        limit = self.limit(exit_, wanted)
        known = self._markings.effective_markings(list(dict.fromkeys(each for item in items for each in item.made_of)))
        allowed, withheld, leaving = [], [], [Marking.CLEAR]
        for place, item in enumerate(items):
            marked = {each: known.get(each, Marking.RED) for each in item.made_of}
            highest = Marking.highest([*marked.values(), item.stated])
            if highest.rank <= limit.rank:
                allowed.append(place)
                leaving.append(highest)
            else:
                because = tuple(name for name, marking in marked.items() if marking.rank > limit.rank)
                withheld.append(Withheld(item.name, highest, because))
        return Release(exit_, limit, tuple(allowed), tuple(withheld), Marking.highest(leaving))
