"""What packs say about an entity, to be shown with who says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock

from desktop.application.ports import PackStore


@dataclass(frozen=True, slots=True)
class Description:
    """A text about an entity, and the pack that it stands in."""

    text: str
    source: str


class Descriptions:
    """Reads the packs' texts when it is first asked; any number of threads may ask."""

    def __init__(self, packs: PackStore) -> None:
        self._packs = packs
        self._texts: list[tuple[str, Mapping[str, str]]] | None = None
        self._lock = Lock()

    def of(self, entity_id: str) -> Description | None:
        """The description that the weightiest pack gives, None where none does."""
        found = ((texts.get(entity_id, "").strip(), title) for title, texts in self._read())
        return next((Description(text, title) for text, title in found if text), None)

    def _read(self) -> list[tuple[str, Mapping[str, str]]]:
        with self._lock:
            if self._texts is None:
                self._texts = [(each.title, self._packs.texts(each.name).descriptions) for each in self._packs.manifests()]
            return self._texts
