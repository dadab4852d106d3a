"""The other names of an actor or malware, out of all packs and by what the analyst decided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import Lock

from desktop.application.extraction.aliases import AliasBook, compile_aliases, family_of
from desktop.application.extraction.folding import fold_name, name_key
from desktop.application.ports.packs import PackStore
from desktop.domain.alias import AliasDecision, AliasStatus
from desktop.domain.entity import EntityType

_FAMILIES = (EntityType.INTRUSION_SET, EntityType.MALWARE)
_SHORTEST_WORD = 5
"""A name that is one word of fewer letters is an everyday word too often to be looked for unasked."""


def _nothing_decided() -> Iterable[AliasDecision]:
    return ()


class PackNames:
    """Reads the packs, and what the analyst decided, when it is first asked; any number of threads may ask."""

    def __init__(self, packs: PackStore, decided: Callable[[], Iterable[AliasDecision]] = _nothing_decided) -> None:
        self._packs = packs
        self._decided = decided
        self._book: AliasBook | None = None
        self._claimants: Mapping[str, tuple[str, ...]] = {}
        self._lock = Lock()

    def other_names(self, name: str) -> tuple[str, ...]:
        """The other names of what `name` stands for, each spelling once, as far as they are undisputed.

        `APT32` is another one than `APT 32`: an index of words knows them by different words.
        """
        book = self._compiled()
        found = {fold_name(name): ""}
        for sense in book.meanings(name):
            if sense.entity and family_of(sense.type) in _FAMILIES:
                for alias in book.aliases.get(sense.entity.id, ()):
                    if alias.status is AliasStatus.SAME and _telling(alias.name):
                        found.setdefault(fold_name(alias.name), alias.name)
        return tuple(filter(None, found.values()))

    def disputed_names(self, name: str) -> tuple[str, ...]:
        """The main names of whatever some sources call `name` while others do not, each spelling once."""
        book = self._compiled()
        own = {name_key(each) for each in (name, *self.other_names(name))}
        claimants = (book.entities[each] for each in self._claimants.get(name_key(name), ()) if each in book.entities)
        found = {name_key(each.name): each.name for each in claimants if family_of(each.type) in _FAMILIES and _telling(each.name)}
        return tuple(called for key, called in found.items() if key not in own)

    def _compiled(self) -> AliasBook:
        with self._lock:
            if self._book is None:
                book = compile_aliases([self._packs.read(each.name) for each in self._packs.manifests()], self._decided())
                claims: defaultdict[str, dict[str, None]] = defaultdict(dict)
                for key, entity_id in _claims(book):
                    claims[key][entity_id] = None
                self._claimants = {key: tuple(each) for key, each in claims.items()}
                self._book = book
            return self._book


def _claims(book: AliasBook) -> Iterator[tuple[str, str]]:
    """(key of a name, entity) for every entity that some source calls so, and the analyst does not tell apart from it."""
    for entity_id, aliases in book.aliases.items():
        for alias in aliases:
            if alias.status is not AliasStatus.DISTINCT:
                yield name_key(alias.name), entity_id


def _telling(name: str) -> bool:
    return not name.isalpha() or len(name) >= _SHORTEST_WORD
