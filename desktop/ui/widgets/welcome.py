"""What a person sees who starts Coffer for the first time: where their vault shall be, or the sample case, and that nothing leaves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.ui.theme import play
from desktop.ui.widgets.shield import Shield
from desktop.ui.widgets.shown_sources import state_sources

WIDTH = 620
SAMPLE = (
    "Three public advisories about ransomware and a worm, with facts, searches and the relations between them. "
    "It is a vault of its own beside yours, and takes half a minute to make."
)
STICK = "Packs, models and OCR languages on a stick? Tools › Packs from a stick takes them at any time, once there is a vault."
OFFLINE = "Coffer connects to nothing, asks for no account and sends no report. Whatever tries to reach a network is refused and counted."


class Welcome(QWidget):
    """Three ways to begin, each one click; whoever presses Enter has a vault among their documents."""

    make_here_requested = Signal(object)
    new_requested = Signal()
    open_requested = Signal()
    sample_requested = Signal()
    evidence_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self._folder = Path()
        self._where = QLabel(wordWrap=True)
        self._here = QPushButton("Make my vault here", default=True)
        play(self._here, "primary")
        self._new, self._open = QPushButton("Another folder…"), QPushButton("Open a vault…")
        self._sample = QPushButton("Open the sample case")
        self.shield = Shield()
        self.shield.setIconSize(QSize(20, 20))
        heading = QLabel("Welcome to Coffer", wordWrap=True)
        play(heading, "title")
        middle = QVBoxLayout()
        middle.setSpacing(14)
        middle.addWidget(heading)
        middle.addWidget(QLabel("Where shall Coffer keep what you give it?", wordWrap=True))
        middle.addWidget(_card("Your vault", self._where, (self._here, self._new, self._open)))
        middle.addWidget(_card("Look around first", QLabel(SAMPLE, wordWrap=True), (self._sample,)))
        stick = QLabel(STICK, wordWrap=True)
        play(stick, "muted")
        middle.addWidget(_card("Nothing leaves this machine", QLabel(OFFLINE, wordWrap=True), (self.shield,)))
        middle.addWidget(stick)
        frame = QWidget()
        frame.setLayout(middle)
        frame.setFixedWidth(WIDTH)
        row = QHBoxLayout()  # an alignment instead would not ask how high the texts are at this width
        row.addStretch()
        row.addWidget(frame)
        row.addStretch()
        layout = QVBoxLayout(self)
        layout.addStretch(2)
        layout.addLayout(row)
        layout.addStretch(3)
        self._here.clicked.connect(self._make_here)
        self._new.clicked.connect(self.new_requested)
        self._open.clicked.connect(self.open_requested)
        self._sample.clicked.connect(self.sample_requested)
        self.shield.clicked.connect(self.evidence_requested)

    def show_folder(self, folder: Path) -> None:
        """Offer a folder for the vault, and put the keyboard on it."""
        self._folder = folder
        self._where.setText(
            f"A folder of plain files that you can read without Coffer: {folder}. Nothing in it is encrypted, so choose an encrypted disk."
        )
        self._here.setFocus()

    @Slot()
    def _make_here(self) -> None:
        self.make_here_requested.emit(self._folder)


def _card(title: str, text: QLabel, buttons: Sequence[QWidget]) -> QFrame:
    card = QFrame()
    play(card, "card")
    heading = QLabel(title)
    play(heading, "heading")
    play(text, "muted")
    row = QHBoxLayout()
    row.setSpacing(8)
    for button in buttons:
        row.addWidget(button)
    row.addStretch()
    layout = QVBoxLayout(card)
    layout.setContentsMargins(16, 12, 16, 14)
    layout.setSpacing(8)
    layout.addWidget(heading)
    layout.addWidget(text)
    layout.addLayout(row)
    return card
