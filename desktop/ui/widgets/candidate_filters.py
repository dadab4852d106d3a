"""Which candidates are listed: of what kind, how sure, of what type, with whom."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QComboBox, QPushButton, QToolButton, QVBoxLayout, QWidget

from desktop.domain.candidate import CandidateKind, CandidateOrder, CandidateQuery
from desktop.domain.entity import EntityType
from desktop.domain.graph import NamedEntity
from desktop.ui.models.candidates_model import KIND_WORDS, SURE, UNSURE, type_words
from desktop.ui.theme import play
from desktop.ui.widgets.filter_box import FilterBox
from desktop.ui.widgets.flow_layout import FlowLayout

CONFIDENCES = {
    "However sure": (0.0, 1.0),
    f"Sure (from {SURE:.0%})": (SURE, 1.0),
    f"Middling ({UNSURE:.0%} to {SURE:.0%})": (UNSURE, SURE - 0.001),
    f"Unsure (below {UNSURE:.0%})": (0.0, UNSURE - 0.001),
}
ORDERS = {
    "Surest first": CandidateOrder.SUREST,
    "Least sure first": CandidateOrder.LEAST_SURE,
    "Most places first": CandidateOrder.MOST_STATED,
}
EVERY_TYPE = "All types"
LEAST_LETTERS, LEAST_BOX = 9, 150


class CandidateFilters(QWidget):
    """Says what is to be listed whenever that changes."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entity: NamedEntity | None = None
        self._kinds = QButtonGroup(self)
        self._buttons: dict[CandidateKind, QPushButton] = {}
        kinds = QWidget()
        flow = FlowLayout(kinds)
        for kind, words in KIND_WORDS.items():
            button = QPushButton(words)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            play(button, "segment")
            self._buttons[kind] = button
            self._kinds.addButton(button)
            flow.addWidget(button)
        self._buttons[CandidateKind.RELATION].setChecked(True)
        self.box = FilterBox("Filter by name", "Filter candidates by name")
        self.box.setMinimumWidth(LEAST_BOX)
        self.types, self.confidences, self.orders = QComboBox(), QComboBox(), QComboBox()
        for combo, name in ((self.types, "Type"), (self.confidences, "How sure"), (self.orders, "Order")):
            combo.setAccessibleName(name)
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(LEAST_LETTERS)
        for words, span in CONFIDENCES.items():
            self.confidences.addItem(words, span)
        for words, order in ORDERS.items():
            self.orders.addItem(words, order)
        self.only = QToolButton()
        self.only.setToolTip("List candidates with any name again")
        play(self.only, "chip")
        self.only.hide()
        row = QWidget()
        line = FlowLayout(row)
        for widget in (self.box, self.types, self.confidences, self.orders, self.only):
            line.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(kinds)
        layout.addWidget(row)
        self._offer_types()
        self._kinds.buttonToggled.connect(self._choose_kind)
        self.box.textChanged.connect(self.changed)
        for combo in (self.types, self.confidences, self.orders):
            combo.activated.connect(self.changed)
        self.only.clicked.connect(self._choose_any)

    @property
    def kind(self) -> CandidateKind:
        """Which kind is listed."""
        return next(kind for kind, button in self._buttons.items() if button.isChecked())

    @property
    def query(self) -> CandidateQuery:
        """What is to be listed."""
        least, most = self.confidences.currentData()
        types = (EntityType(self.types.currentData()),) if self.types.currentData() else ()  # what Qt keeps of it is the text
        entity, order = self._entity.id if self._entity else "", CandidateOrder(self.orders.currentData())
        return CandidateQuery(self.kind, types, least, most, self.box.text().strip(), entity, order=order)

    @property
    def narrowed(self) -> bool:
        """Whether not everything of the kind is listed."""
        query = self.query
        return bool(query.types or query.text or query.entity_id or query.least > 0 or query.most < 1)

    def choose_kind(self, kind: CandidateKind) -> None:
        """List another kind."""
        self._buttons[kind].setChecked(True)

    def choose_entity(self, entity: NamedEntity | None) -> None:
        """List only what this entity is a part of; None: anything."""
        self._entity = entity
        self.only.setVisible(entity is not None)
        self.only.setText(f"Only with {entity.value}  ×" if entity else "")
        self.changed.emit()

    def show_left(self, left: Mapping[CandidateKind, int]) -> None:
        """Say how many are left of each kind."""
        for kind, button in self._buttons.items():
            button.setText(f"{KIND_WORDS[kind]}  {left.get(kind, 0):,}")

    @Slot()
    def _choose_any(self) -> None:
        self.choose_entity(None)

    @Slot(object, bool)
    def _choose_kind(self, _button: object, checked: bool) -> None:
        if checked:
            self._offer_types()
            self.changed.emit()

    def _offer_types(self) -> None:
        """Offer the types that there can be of the kind; the one that was chosen stays if it can."""
        chosen, kind = self.types.currentData(), self.kind
        self.types.clear()
        self.types.addItem(EVERY_TYPE, None)
        for each in EntityType:
            if kind is CandidateKind.RELATION or each.is_indicator == (kind is CandidateKind.INDICATOR):
                self.types.addItem(type_words(each).capitalize(), each)
        self.types.setCurrentIndex(max(0, self.types.findData(chosen)))
