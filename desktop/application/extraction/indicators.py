"""Indicators in a text: every pattern once over it, each finding at the exact span that it has in the text as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from desktop.application.extraction.addresses import AddressPatterns
from desktop.application.extraction.findings import Finding
from desktop.application.extraction.hashes import find_hashes
from desktop.application.extraction.host_names import HostNames
from desktop.application.extraction.labels import find_labels, find_mutexes, find_user_agents
from desktop.application.extraction.paths import find_paths
from desktop.application.extraction.wallets import find_wallets
from desktop.application.ports.indicators import SuffixList, WarningLists
from desktop.application.refanging import Refanged, refang_with_places
from desktop.domain.entity import EntityType, Mention, entity_id_of

_WARNED, _WARNED_URL = 0.4, 0.7
"""What is left of the confidence in something that stands on a warning list; a page of a site that everybody visits may still be one."""
_WITHOUT_CASE = frozenset({EntityType.REGISTRY_KEY, EntityType.FILE_NAME})


class IndicatorFinder:
    """Finds indicators, and says of each on which warning lists it stands."""

    def __init__(self, suffixes: SuffixList, warnings: WarningLists) -> None:
        self._warnings = warnings
        self._refanged: tuple[Callable[[Refanged], Iterator[Finding]], ...] = (
            AddressPatterns(HostNames(suffixes)).find,
            find_hashes,
            find_wallets,
            find_labels,
        )
        self._plain: tuple[Callable[[str], Iterator[Finding]], ...] = (find_paths, find_user_agents, find_mutexes)

    def find(self, text: str) -> Iterator[Mention]:
        """The indicators of a text, in any order; they may overlap."""
        page = refang_with_places(text)
        for look in self._refanged:
            for found in look(page):
                yield self._mention(text, found, *page.original(found.start, found.end))
        for read in self._plain:
            for found in read(text):
                yield self._mention(text, found, found.start, found.end)

    def _mention(self, text: str, found: Finding, start: int, end: int) -> Mention:
        listed = self._warnings.names_of(found.type, found.value)
        left = 1.0 if not listed else _WARNED_URL if found.type is EntityType.URL else _WARNED
        return Mention(
            type=found.type,
            value=found.value,
            text=text[start:end],
            start=start,
            end=end,
            confidence=round(found.confidence * left, 2),
            by=found.by,
            entity_id=entity_id_of(found.type, found.value.lower() if found.type in _WITHOUT_CASE else found.value),
            notes=(*found.notes, *listed),
        )
