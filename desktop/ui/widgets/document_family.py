"""Where the open document came out of, and what came out of it, each a click away."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from desktop.domain.document import Document
from desktop.domain.reading import Surroundings
from desktop.ui.theme import play

MAILS = frozenset({"eml", "emlx", "msg", "mht", "mhtml", "pdf", "tnef"})
MAILBOXES = frozenset({"mbox", "pst"})
LONGEST, LONGEST_CHIP = 60, 30


class DocumentFamily(QWidget):
    """A line with `From …` and `3 attachments`; hidden where there is neither."""

    document_requested = Signal(str)
    members_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document: Document | None = None
        self._container = ""
        self.container = QToolButton()
        self.container.clicked.connect(self._open_container)
        self.members = QToolButton(popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._menu.triggered.connect(self._open_member)
        self.members.setMenu(self._menu)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for button in (self.container, self.members):
            play(button, "chip")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            layout.addWidget(button)
        layout.addStretch(1)
        self.hide()

    def show_family(self, document: Document, around: Surroundings) -> None:
        """Show what lies around another document."""
        self._document = document
        self.container.setVisible(around.container is not None)
        self.members.setVisible(around.member_count > 0)
        self.setVisible(around.container is not None or around.member_count > 0)
        if around.container is not None:
            self._container = around.container.id
            self.container.setText(_escaped(f"From {_cut(around.container.title, LONGEST_CHIP)}"))
            self.container.setToolTip(f"Open the {_holder(around.container)} it came out of:\n{around.container.title}")
        self.members.setText(describe_members(document, around.member_count))
        self._fill_menu(around)

    def _fill_menu(self, around: Surroundings) -> None:
        self._menu.clear()
        for member in around.members:
            action = QAction(_escaped(_cut(member.source_filename)), self._menu)
            action.setToolTip(member.title)
            action.setData(member.id)
            self._menu.addAction(action)
        self._menu.addSeparator()
        self._menu.addAction(QAction(f"All {around.member_count:,} in the list", self._menu))

    @Slot()
    def _open_container(self) -> None:
        self.document_requested.emit(self._container)

    @Slot(QAction)
    def _open_member(self, action: QAction) -> None:
        if action.data():
            self.document_requested.emit(str(action.data()))
        else:
            self.members_requested.emit(self._document)


def describe_members(document: Document, count: int) -> str:
    """What came out of a document in a few words: `3 attachments`, `1 mail`, `12 files inside`."""
    held = document.source_format.lower()
    if held in MAILBOXES:
        return "1 mail" if count == 1 else f"{count:,} mails"
    if held in MAILS:
        return "1 attachment" if count == 1 else f"{count:,} attachments"
    return "1 file inside" if count == 1 else f"{count:,} files inside"


def _holder(container: Document) -> str:
    held = container.source_format.lower()
    return "mailbox" if held in MAILBOXES else "document" if held in MAILS else "archive"


def _cut(text: str, longest: int = LONGEST) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _escaped(text: str) -> str:
    """A text that a menu or button shows as it stands: an ampersand there would mark a key."""
    return text.replace("&", "&&")
