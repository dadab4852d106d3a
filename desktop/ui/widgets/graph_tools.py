"""The tools above the picture: taking steps back, the whole of it, tables, layouts, and more."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QToolButton, QWidget

from desktop.domain.layout import LayoutKind
from desktop.ui.models.graph_steps import GraphSteps
from desktop.ui.widgets.icon_button import IconButton

LAYOUTS = {LayoutKind.FORCE: "Springs", LayoutKind.LAYERED: "Layers by kind", LayoutKind.RADIAL: "Rings"}


class GraphTools(QWidget):
    """A row of buttons; those that need a picture are there only with one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.undo, self.redo = IconButton("undo", ""), IconButton("redo", "")
        self.fit = IconButton("fit", "Show everything (0)")
        self.as_table = IconButton("table", "Show the picture as tables (T)")
        self.as_table.setCheckable(True)
        self.layouts = QComboBox()
        self.layouts.setAccessibleName("How the picture is laid out")
        for kind, words in LAYOUTS.items():
            self.layouts.addItem(words, kind)
        self.more = QToolButton()
        self.more.setText("More")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for each in (self.undo, self.redo, self.fit, self.as_table, self.layouts, self.more):
            layout.addWidget(each)

    @property
    def layout_kind(self) -> LayoutKind:
        """How new nodes are placed."""
        return LayoutKind(self.layouts.currentData())

    def choose_layout(self, kind: LayoutKind) -> None:
        """Place what is new in this way."""
        self.layouts.setCurrentIndex(list(LAYOUTS).index(kind))

    def show_steps(self, steps: GraphSteps) -> None:
        """Say which steps can be taken back, and taken again."""
        _say(self.undo, "Take back", steps.undo_words, "Ctrl+Z")
        _say(self.redo, "Take again", steps.redo_words, "Ctrl+Shift+Z")
        for each in (self.fit, self.as_table, self.layouts, self.more):
            each.setVisible(bool(steps.view.nodes))


def _say(button: IconButton, does: str, words: str, keys: str) -> None:
    said = f"{does}: {words} ({keys})" if words else f"Nothing to {does.lower()}"
    button.setEnabled(bool(words))
    button.setToolTip(said)
    button.setAccessibleName(said)
