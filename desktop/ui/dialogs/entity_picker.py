"""Chooses who a name is merged with, as one types."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from desktop.domain.graph import EntitySummary, NamedEntity
from desktop.ui.dialogs.picker import Choice, Picker
from desktop.ui.models.candidates_model import type_words

SHOWN = 100


class EntityPicker(Picker):
    """A picker of entities; `options` are offered first, for it is most likely one of them."""

    def __init__(self, heading: str, options: Sequence[NamedEntity] = (), parent: QWidget | None = None) -> None:
        super().__init__(heading, "Merge", "Any of its names", ("name", "names"), parent)
        self._options = [Choice(each.id, f"{each.value} · {type_words(each.type)}", each.id) for each in options]

    def show_entities(self, text: str, count: int, entities: Sequence[EntitySummary]) -> None:
        """Show what was found for a text, unless another stands in the box by now."""
        options = [] if text else self._options
        offered = {each.id for each in options}
        self.show_choices(text, count, [*options, *(_choice(each) for each in entities if each.id not in offered)])


def _choice(entity: EntitySummary) -> Choice:
    documents = f"{entity.documents:,} document{'' if entity.documents == 1 else 's'}"
    return Choice(entity.id, f"{entity.value} · {type_words(entity.type)} · {documents}", f"{entity.id}\n{', '.join(entity.aliases[:20])}")
