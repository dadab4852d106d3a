"""The legend of the picture: every kind and every relationship that is in it, with how many there are; a press takes it out or in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from desktop.domain.graph_picture import Picture
from desktop.domain.graph_view import GraphView, Kind, filter_kind, filter_relationship
from desktop.ui.models.graph_steps import Step
from desktop.ui.models.graph_words import kind_words, relationship_words
from desktop.ui.theme import play
from desktop.ui.widgets.colours import is_dark
from desktop.ui.widgets.flow_layout import FlowLayout
from desktop.ui.widgets.kind_look import kind_dot

LINES = "solid: asserted or stated by a source   ·   dashed: derived   ·   faint: merely seen together"


class GraphLegend(QWidget):
    """A row of buttons; what is down is shown."""

    step_wanted = Signal(object)  # a Step

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QWidget()
        flow = FlowLayout(row)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(row)
        self._group = QButtonGroup(self, exclusive=False)
        self.kinds: dict[Kind, QPushButton] = {}
        for kind in Kind:
            button = QPushButton()
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            play(button, "segment")
            self.kinds[kind] = button
            self._group.addButton(button)
            flow.addWidget(button)
        self.relationships = QToolButton()
        self.relationships.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.relationships.setProperty("role", "link")
        self.relationships.setToolTip(LINES)
        self.menu = QMenu(self)
        self.relationships.setMenu(self.menu)
        flow.addWidget(self.relationships)
        self._group.buttonClicked.connect(self._toggle)
        self.menu.triggered.connect(self._toggle_relationship)
        self._draw()

    def show_picture(self, picture: Picture, view: GraphView) -> None:
        """Say what is in a picture."""
        for kind, button in self.kinds.items():
            count = picture.kinds.get(kind, 0)
            button.setText(f"{kind_words(kind, 2)}  {count:,}")
            button.setVisible(bool(count))
            button.setChecked(kind not in view.kinds_off)
            button.setToolTip(f"{'Leave out' if button.isChecked() else 'Show'} {kind_words(kind, 2).lower()}")
        self._fill(picture.relationships, view)
        self.relationships.setVisible(bool(picture.relationships))

    def changeEvent(self, event: QEvent) -> None:
        """Qt: draw the spots anew when colours change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _fill(self, counts: Mapping[str, int], view: GraphView) -> None:
        self.menu.clear()
        for relationship, count in counts.items():
            action = self.menu.addAction(f"{relationship_words(relationship).capitalize()}  ({count:,})")
            action.setCheckable(True)
            action.setChecked(relationship not in view.relationships_off)
            action.setData(relationship)
        off = sum(each in view.relationships_off for each in counts)
        self.relationships.setText(f"Relations ({off} left out)" if off else "Relations")

    @Slot(QAbstractButton)
    def _toggle(self, button: QAbstractButton) -> None:
        kind = next(kind for kind, each in self.kinds.items() if each is button)
        shown, what = button.isChecked(), kind_words(kind, 2).lower()
        self.step_wanted.emit(Step(f"{'show' if shown else 'leave out'} {what}", partial(filter_kind, kind=kind, shown=shown)))

    @Slot(object)
    def _toggle_relationship(self, action: object) -> None:
        chosen = next(each for each in self.menu.actions() if each is action)
        relationship, shown = str(chosen.data()), chosen.isChecked()
        words = f"{'show' if shown else 'leave out'} “{relationship_words(relationship)}”"
        self.step_wanted.emit(Step(words, partial(filter_relationship, relationship=relationship, shown=shown)))

    def _draw(self) -> None:
        dark = is_dark(self.palette())
        for kind, button in self.kinds.items():
            button.setIcon(kind_dot(kind, dark))
