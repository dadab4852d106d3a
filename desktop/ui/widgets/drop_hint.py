"""Says, over the whole window, that what is being dragged may be dropped here."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from desktop.domain.marking import Marking
from desktop.ui.theme import colours, icon, play
from desktop.ui.widgets.colours import marking_style

ICON_SIZE = 48
MARGIN = 24


class DropHint(QFrame):
    """Covers its parent while files are dragged over it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._covered = parent
        self.setObjectName("dropHint")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._picture = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._heading = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._text = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.marking = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.tags = QLabel(alignment=Qt.AlignmentFlag.AlignCenter, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        play(self._heading, "title")
        play(self._text, "muted")
        layout = QVBoxLayout(self)
        layout.addStretch()
        for widget in (self._picture, self._heading, self._text):
            layout.addWidget(widget)
        layout.addSpacing(10)
        layout.addWidget(self.marking, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self.tags)
        layout.addStretch()
        self.hide()

    def cover(self, heading: str, text: str, marking: Marking | None = None, tags: Sequence[str] = ()) -> None:
        """Cover the parent and say what a drop would do, and how what is dropped would be marked and tagged."""
        self.marking.setVisible(marking is not None)
        if marking is not None:
            self.marking.setText(f"TLP:{marking}")
            self.marking.setStyleSheet(marking_style(marking))
        self.tags.setText(f"Tagged {', '.join(tags)}")
        self.tags.setVisible(bool(tags))
        self._heading.setText(heading)
        self._text.setText(text)
        self._picture.setPixmap(icon("import", colours().accent).pixmap(ICON_SIZE, ICON_SIZE))
        self.setGeometry(self._covered.rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN))
        self.raise_()
        self.show()
