"""What a picture may begin with: what the vault mentions most, and its cases."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QPushButton, QVBoxLayout, QWidget

from desktop.domain.graph_view import Kind, Node
from desktop.ui.widgets.chip import cut_in_the_middle
from desktop.ui.widgets.colours import is_dark
from desktop.ui.widgets.flow_layout import FlowLayout
from desktop.ui.widgets.kind_look import kind_dot


class GraphStarts(QWidget):
    """A row of buttons."""

    node_chosen = Signal(str)
    case_chosen = Signal(str)
    graph_chosen = Signal(str)
    kept_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QWidget()
        self._flow = FlowLayout(self._row)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(40, 0, 40, 30)
        layout.addWidget(self._row)
        self._group = QButtonGroup(self)
        self._group.buttonClicked.connect(self._choose)

    def show_starts(self, nodes: Sequence[Node], cases: Sequence[str], graphs: Sequence[str]) -> None:
        """Offer these."""
        for button in self._group.buttons():
            self._group.removeButton(button)
            self._flow.removeWidget(button)
            button.deleteLater()
        for name in graphs:
            self._add(f"Open “{cut_in_the_middle(name, 30)}”", "graph", name, f"The graph that was kept as {name}")
        if graphs:
            self._add("Kept graphs…", "kept", "", "All graphs that are kept: to open, to rename, to move to the trash")
        for case in cases:
            self._add(f"Case {case}", "case", case, f"The documents tagged {case}, and what they have in common")
        for node in nodes:
            tip = f"{node.label}: {node.type}, in {node.documents:,} documents"
            button = self._add(cut_in_the_middle(node.label, 30), "kind", node.key, tip)
            button.setProperty("of", str(node.kind))
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        """Qt: draw the spots anew when colours change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _add(self, words: str, what: str, key: str, tip: str) -> QPushButton:
        button = QPushButton(words.replace("&", "&&"))
        button.setToolTip(tip)
        button.setProperty("what", what)
        button.setProperty("key", key)
        self._group.addButton(button)
        self._flow.addWidget(button)
        return button

    def _draw(self) -> None:
        dark = is_dark(self.palette())
        for button in self._group.buttons():
            if button.property("of"):
                button.setIcon(kind_dot(Kind(button.property("of")), dark))

    @Slot(QAbstractButton)
    def _choose(self, button: QAbstractButton) -> None:
        if button.property("what") == "kept":
            self.kept_asked.emit()
            return
        chosen = {"case": self.case_chosen, "graph": self.graph_chosen}.get(button.property("what"), self.node_chosen)
        chosen.emit(str(button.property("key")))
