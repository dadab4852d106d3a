"""How what is imported next is marked and tagged: always in sight beside the import buttons, and changed without a dialog in the way."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from desktop.domain.import_job import ImportOptions
from desktop.domain.marking import Marking
from desktop.ui.models.tags import tags_in
from desktop.ui.theme import play
from desktop.ui.widgets.colours import TLP_COLOURS, TLP_GROUND, marking_style
from desktop.ui.widgets.shown_sources import state_sources

MOST_TAGS = 2
LONGEST_TAG = 18
PANEL_WIDTH = 470
NOTE = "Holds for all that is imported until you change it. Watched folders keep to the vault’s default."


class NextImport(QWidget):
    """A marking in its colours, and tags; pressed, it offers to choose others."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._vault: Path | None = None
        self._case: tuple[str, ...] = ()
        self.panel = NextImportPanel(self)
        self.panel.changed.connect(self._show)
        self._as = QLabel("as")
        play(self._as, "muted")
        self.chip = QToolButton()
        self.chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.chip.clicked.connect(self.open_panel)
        self._tags = QLabel(textFormat=Qt.TextFormat.PlainText)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 0, 8, 0)
        layout.setSpacing(6)
        for each in (self._as, self.chip, self._tags):
            layout.addWidget(each)
        self._show()

    def begin(self, vault: Path | None, default: Marking) -> None:
        """Take the default of a vault; what was chosen stays only where the same vault was opened anew."""
        if vault is None or vault != self._vault:
            self.panel.forget()
        self._vault = vault or self._vault
        self.setEnabled(vault is not None)
        self.panel.set_default(default)

    def scope_to(self, case: str, default: Marking) -> None:
        """Give the tag of this case to what is imported, and mark it so unless the person chooses otherwise; no tag if it is empty."""
        self._case = (case,) if case else ()
        self.panel.set_default(default)

    @property
    def options(self) -> ImportOptions:
        """What was chosen, for the next import, with the case."""
        return ImportOptions(self.panel.marking, tuple(dict.fromkeys((*self._case, *self.panel.tags))))

    @property
    def marking(self) -> Marking:
        """The marking that the next import gives."""
        return self.panel.marking or self.panel.default

    def describe(self) -> str:
        """`TLP:AMBER, tagged case-alpha`."""
        tags = self.options.tags
        return f"TLP:{self.marking}" + (f", tagged {', '.join(tags)}" if tags else "")

    @Slot()
    def open_panel(self) -> None:
        """Offer to choose."""
        if self.isEnabled():
            self.panel.open_at(self.chip.mapToGlobal(QPoint(0, self.chip.height() + 4)))

    @Slot()
    def _show(self) -> None:
        tags = self.options.tags
        self.chip.setText(f"TLP:{self.marking} ▾")
        self.chip.setStyleSheet(marking_style(self.marking, "QToolButton"))
        shown = ", ".join(tag if len(tag) <= LONGEST_TAG else f"{tag[: LONGEST_TAG - 1]}…" for tag in tags[:MOST_TAGS])
        self._tags.setText(f"{shown} +{len(tags) - MOST_TAGS}" if len(tags) > MOST_TAGS else shown)
        self._tags.setVisible(bool(tags))
        self.setToolTip(f"What is imported next is {self.describe()}. Press to change that (Ctrl+M).")
        self.chip.setAccessibleName(f"Marking and tags of what is imported next: {self.describe()}")


class NextImportPanel(QFrame):
    """A small panel over the window with the five markings and a line for tags; Escape, Enter and a click elsewhere close it."""

    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        state_sources(self, ())
        self.default = Marking.CLEAR
        play(self, "panel")
        self.setFixedWidth(PANEL_WIDTH)
        self._group = QButtonGroup(self)
        self.choices = {marking: _marking_button(marking) for marking in Marking}
        for button in self.choices.values():
            self._group.addButton(button)
        self.tag_line = QLineEdit(placeholderText="case-alpha, phishing")
        self.tag_line.setAccessibleName("Tags of what is imported next, separated by commas")
        self._back = QPushButton("Back to the default")
        play(self._back, "quiet")
        self._done = QPushButton("Done")
        self._chosen: Marking | None = None
        self._place()
        self._group.buttonClicked.connect(self._choose)
        self.tag_line.textChanged.connect(self.changed)
        self.tag_line.returnPressed.connect(self.close)
        self._back.clicked.connect(self.forget)
        self._done.clicked.connect(self.close)

    @property
    def marking(self) -> Marking | None:
        """The marking that was chosen; None for the vault's default."""
        return self._chosen

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags that were written."""
        return tags_in(self.tag_line.text())

    def set_default(self, default: Marking) -> None:
        """Offer another marking as the vault's default."""
        self.default = default
        self._show()

    @Slot()
    def forget(self) -> None:
        """Choose nothing: the vault's default, and no tags."""
        self._chosen = None
        self.tag_line.clear()
        self._show()

    def open_at(self, corner: QPoint) -> None:
        """Show the panel with its upper left corner there, ready to choose by keyboard."""
        self.adjustSize()
        self.move(corner)
        self.show()
        self.choices[self._chosen or self.default].setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter closes, as Escape does; the arrow keys choose."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.close()
        else:
            super().keyPressEvent(event)

    def _place(self) -> None:
        heading = QLabel("What is imported next")
        play(heading, "heading")
        row = QHBoxLayout()
        row.setSpacing(4)
        for button in self.choices.values():
            row.addWidget(button)
        row.addStretch()
        label = QLabel("&Tags")
        label.setBuddy(self.tag_line)
        note = QLabel(NOTE, wordWrap=True)
        play(note, "muted")
        bottom = QHBoxLayout()
        bottom.addWidget(self._back)
        bottom.addStretch()
        bottom.addWidget(self._done)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.setSpacing(8)
        layout.addWidget(heading)
        layout.addLayout(row)
        layout.addWidget(label)
        layout.addWidget(self.tag_line)
        layout.addWidget(note)
        layout.addLayout(bottom)

    @Slot()
    def _choose(self) -> None:
        self._chosen = next(marking for marking, button in self.choices.items() if button.isChecked())
        self._show()

    def _show(self) -> None:
        self.choices[self._chosen or self.default].setChecked(True)
        for marking, button in self.choices.items():
            button.setText(f"✓ {marking}" if button.isChecked() else str(marking))
            button.setToolTip("The vault’s default" if marking is self.default else "")
        self.changed.emit()


def _marking_button(marking: Marking) -> QPushButton:
    button = QPushButton(str(marking))
    button.setCheckable(True)
    button.setAutoDefault(False)
    button.setAccessibleName(f"Mark as TLP {marking}")
    button.setStyleSheet(
        f"QPushButton {{ background: {TLP_GROUND}; color: {TLP_COLOURS[marking]}; font-weight: bold; padding: 3px 7px;"
        f" border: 2px solid transparent; border-radius: 4px; }}"
        f"QPushButton:checked {{ border-color: {TLP_COLOURS[marking]}; }}"
        f"QPushButton:focus {{ text-decoration: underline; }}"
    )
    return button
