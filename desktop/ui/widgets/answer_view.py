"""The text of an answer: sentences with chips that open their sources; what is selected in it leaves only through the gate."""

from __future__ import annotations

from html import escape
from textwrap import shorten

from PySide6.QtCore import QEvent, QMimeData, QPoint, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QHelpEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QMenu, QSizePolicy, QTextBrowser, QToolTip, QWidget

from desktop.domain.alignment import utf16_offset
from desktop.domain.answer import AnswerSentence
from desktop.ui.theme import icon
from desktop.ui.widgets.answer_text import PROMPT_LINK, REMOVED_LINK, SOURCE_SCHEME, Source
from desktop.ui.widgets.outlet import outlet

TALLEST = 360
LEAST = 66  # three lines
LONGEST_ENTRY = 60


class AnswerText(QTextBrowser):
    """The sentences, the sources and what was removed; as tall as its text, up to a limit, and loads nothing."""

    source_chosen = Signal(int)
    remember_chosen = Signal(int)  # the number of a sentence, from 0
    removed_toggled = Signal()
    prompt_toggled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Answer")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("background: transparent; border: none;")
        self.setOpenLinks(False)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.document().setDocumentMargin(0)
        self.sources: tuple[Source, ...] = ()
        self.said: tuple[AnswerSentence, ...] = ()
        self.remembers = False
        self._tallest = TALLEST
        # As tall as its text where there is room, a few lines where there is not: it must never push the window off the screen.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.anchorClicked.connect(self._follow)
        self.document().documentLayout().documentSizeChanged.connect(self.updateGeometry)

    def limit_height(self, tallest: int) -> None:
        """Scroll rather than grow beyond this."""
        if tallest != self._tallest:
            self._tallest = tallest
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Qt: as tall as the text, up to the limit."""
        return QSize(super().sizeHint().width(), min(self._tallest, round(self.document().size().height()) + 2))

    def minimumSizeHint(self) -> QSize:
        """Qt: a few lines are enough, for it scrolls."""
        return QSize(super().minimumSizeHint().width(), min(LEAST, self.sizeHint().height()))

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        """Qt: nothing is loaded."""
        return None

    def sentence_at(self, point: QPoint) -> int | None:
        """The number of the sentence that stands here, from 0; None beside all of them."""
        at, begin, text = self.cursorForPosition(point).position(), 0, self.toPlainText().replace("\xa0", " ")
        for number, each in enumerate(self.said):
            words = " ".join(each.text.split())
            start = utf16_offset(text, found) if (found := text.find(words, begin)) >= 0 else -1
            if start >= 0:
                begin = found + len(words)
                if start <= at <= utf16_offset(text, begin):
                    return number
        return None

    @Slot()
    def copy_selected(self) -> None:
        """Put what is selected on the clipboard, if it may leave."""
        text = self.textCursor().selection().toPlainText()
        if text:
            outlet.copy(text, "What is selected", tuple(dict.fromkeys(each.citation.document_id for each in self.sources)))

    def createMimeDataFromSelection(self) -> QMimeData:
        """Qt: what is copied or dragged from here; nothing leaves past the gate, so nothing does by this way."""
        return QMimeData()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: copy through the gate."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_selected()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: copy, or remember the sentence that is under the pointer."""
        menu = self.menu_at(event.pos())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def menu_at(self, point: QPoint) -> QMenu:
        """What can be done with the text here."""
        menu, number = QMenu(self), self.sentence_at(point)
        copying = menu.addAction(icon("copy"), "&Copy")
        copying.setEnabled(self.textCursor().hasSelection())
        copying.triggered.connect(self.copy_selected)
        if self.remembers and number is not None:
            words = shorten(self.said[number].text, LONGEST_ENTRY, placeholder=" …").replace("&", "&&")
            remembering = QAction(icon("memory"), f"&Remember “{words}”", menu)
            remembering.setData(number)
            menu.addAction(remembering)
        menu.triggered.connect(self._choose)
        return menu

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        if isinstance(action.data(), int):
            self.remember_chosen.emit(action.data())

    @Slot(QUrl)
    def _follow(self, link: QUrl) -> None:
        if link.scheme() == SOURCE_SCHEME:
            self.source_chosen.emit(int(link.path()))
        elif link.toString() == REMOVED_LINK:
            self.removed_toggled.emit()
        elif link.toString() == PROMPT_LINK:
            self.prompt_toggled.emit()

    def viewportEvent(self, event: QEvent) -> bool:
        """Qt: a tooltip with title, page and quote over a chip."""
        if isinstance(event, QHelpEvent):
            link = QUrl(self.anchorAt(event.pos()))
            if link.scheme() == SOURCE_SCHEME:
                source = self.sources[int(link.path()) - 1]
                QToolTip.showText(event.globalPos(), f"<p><b>{escape(source.place)}</b><br>“{escape(source.quote)}”</p>", self)
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)
