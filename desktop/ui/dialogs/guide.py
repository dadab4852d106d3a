"""The guide in a window of its own, beside the work: chapters, and finding words in all of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QKeySequence, QPalette, QShortcut, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QListWidget, QListWidgetItem, QTextBrowser, QTextEdit, QVBoxLayout, QWidget

from desktop.domain.guide import Chapter, GuideHit, find_in_guide
from desktop.ui.theme import play
from desktop.ui.widgets.filter_box import FilterBox
from desktop.ui.widgets.shown_sources import state_sources

SIZE, LIST_WIDTH = QSize(980, 680), 300
HIT = Qt.ItemDataRole.UserRole
MOST_SHOWN, MARGIN = 90, 14


class GuideText(QTextBrowser):
    """Shows a chapter; loads nothing, and follows links from chapter to chapter only."""

    chapter_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setAccessibleName("Chapter")
        self.anchorClicked.connect(self._follow)

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        """Refuse: neither a file nor a network is asked for what a text names."""
        return None

    @Slot(QUrl)
    def _follow(self, url: QUrl) -> None:
        self.chapter_requested.emit(url.fileName().removesuffix(".md").partition("-")[2])


class GuideWindow(QDialog):
    """Lists the chapters, or what holds the words that are sought, and shows the chapter that is chosen."""

    def __init__(self, chapters: Sequence[Chapter], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self.setWindowTitle("Guide to Coffer")
        self.resize(SIZE)
        self._chapters = {each.name: each for each in chapters}
        self._shown = ""
        self.box = FilterBox("Find in the guide", "Find in the guide")
        self.box.setMaximumWidth(LIST_WIDTH)
        self.list = QListWidget()
        self.list.setAccessibleName("Chapters")
        self.list.setWordWrap(True)
        self.list.setSpacing(3)
        self.list.setFixedWidth(LIST_WIDTH)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text = GuideText()
        self._nothing = QLabel("No chapter holds these words.", wordWrap=True)
        play(self._nothing, "muted")
        left = QVBoxLayout()
        left.setSpacing(8)
        for each in (self.box, self.list, self._nothing):
            left.addWidget(each)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 14, 14, 14)
        layout.setSpacing(14)
        layout.addLayout(left)
        layout.addWidget(self.text, 1)
        self.box.textChanged.connect(self._find)
        self.box.returnPressed.connect(self.list.setFocus)
        self.list.currentItemChanged.connect(self._show_item)
        self.text.chapter_requested.connect(self.show_chapter)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self._enter_box)
        self._find("")

    @Slot(str)
    def show_chapter(self, name: str) -> None:
        """Show a chapter from its beginning."""
        self.box.clear()
        if name in self._chapters:
            self.list.setCurrentRow(list(self._chapters).index(name))

    @Slot()
    def _enter_box(self) -> None:
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    @Slot(str)
    def _find(self, words: str) -> None:
        hits = find_in_guide(self._chapters.values(), words)
        entries = hits if words.strip() else [GuideHit(each.name, each.title, "") for each in self._chapters.values()]
        self.list.blockSignals(True)
        self.list.clear()
        for hit in entries:
            item = QListWidgetItem(f"{hit.heading}\n{_short(hit.text)}" if hit.text else hit.heading)
            item.setData(HIT, hit)
            self.list.addItem(item)
        self.list.blockSignals(False)
        self._nothing.setVisible(not entries)
        self.list.setCurrentRow(0)

    @Slot(QListWidgetItem)
    def _show_item(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        hit: GuideHit = item.data(HIT)
        if hit.chapter != self._shown:
            features = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
            self.text.document().setMarkdown(self._chapters[hit.chapter].text, features)
            self.text.document().setDocumentMargin(MARGIN)
            self._shown = hit.chapter
        self._mark(self.box.text().split())
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        if hit.text:
            self.text.find(hit.text.partition(": ")[0][:40])
            self.text.ensureCursorVisible()

    def _mark(self, words: Sequence[str]) -> None:
        """Show where in the chapter the words stand."""
        look = QTextCharFormat()
        look.setBackground(self.palette().brush(QPalette.ColorRole.Highlight))
        look.setForeground(self.palette().brush(QPalette.ColorRole.HighlightedText))
        places = []
        for word in words:
            cursor = self.text.document().find(word)
            while not cursor.isNull():
                place = QTextEdit.ExtraSelection()
                place.cursor, place.format = cursor, look
                places.append(place)
                cursor = self.text.document().find(word, cursor)
        self.text.setExtraSelections(places)


def _short(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN].rsplit(' ', 1)[0]} …"
