"""The other names of an actor or malware, out of all packs."""

from __future__ import annotations

from threading import Lock

from desktop.application.graph.aliases import AliasBook, compile_aliases, family_of
from desktop.application.graph.folding import name_key
from desktop.application.ports.packs import PackStore
from desktop.domain.alias import AliasStatus
from desktop.domain.entity import EntityType

_FAMILIES = (EntityType.INTRUSION_SET, EntityType.MALWARE)
_SHORTEST_WORD = 5
"""A name that is one word of fewer letters is an everyday word too often to be looked for unasked."""


class PackNames:
    """Reads the packs when it is first asked; any number of threads may ask."""

    def __init__(self, packs: PackStore) -> None:
        self._packs = packs
        self._book: AliasBook | None = None
        self._lock = Lock()

    def other_names(self, name: str) -> tuple[str, ...]:
        """The other names of what `name` stands for, each spelling once, as far as they are undisputed."""
        book = self._compiled()
        found = {name_key(name): ""}
        for sense in book.meanings(name):
            if sense.entity and family_of(sense.type) in _FAMILIES:
                for alias in book.aliases.get(sense.entity.id, ()):
                    if alias.status is AliasStatus.SAME and _telling(alias.name):
                        found.setdefault(name_key(alias.name), alias.name)
        return tuple(filter(None, found.values()))

    def _compiled(self) -> AliasBook:
        with self._lock:
            if self._book is None:
                self._book = compile_aliases([self._packs.read(each.name) for each in self._packs.manifests()])
            return self._book


def _telling(name: str) -> bool:
    return not name.isalpha() or len(name) >= _SHORTEST_WORD
