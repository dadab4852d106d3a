"""One row of the ledger in full, and what can be done about it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.domain.ledger import EMPTY, LedgerRow, Outcome
from desktop.domain.shown_name import shown_name
from desktop.ui.models.ledger_model import OUTCOME_NAMES, file_name
from desktop.ui.models.remarks import Remark
from desktop.ui.theme import play
from desktop.ui.widgets.document_remarks import RemarkLine
from desktop.ui.widgets.shown_sources import state_sources
from desktop.ui.widgets.still_text import let_select

PASSWORD_NEEDED = "password_needed"  # noqa: S105 - the code of an error


class LedgerDetails(QFrame):
    """What became of a file: its path, its remark, what was counted; its document, folder and another try are a click away."""

    open_requested = Signal()
    reveal_requested = Signal()
    retry_requested = Signal()
    password_requested = Signal()
    document_requested = Signal(str)
    link_requested = Signal(str, str)
    unlink_requested = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        play(self, "card")
        self._name = _line()
        play(self._name, "heading")
        self._reason = _line()
        self._versions: list[RemarkLine] = []
        self._told_of = ""
        self._facts = _line()
        play(self._facts, "muted")
        self._open = QPushButton("Open document")
        self._reveal = QPushButton("Show in folder")
        self._retry = QPushButton("Import again")
        self._password = QPushButton("Enter password…")
        play(self._password, "primary")
        self._password.clicked.connect(self.password_requested)
        self._open.clicked.connect(self.open_requested)
        self._retry.clicked.connect(self.retry_requested)
        self._reveal.clicked.connect(self.reveal_requested)
        self._place()
        self.show_row(None, changeable=False)

    def show_row(self, row: LedgerRow | None, *, changeable: bool) -> None:
        """Show a row, or nothing; in a vault that may only be read, nothing can be imported again."""
        self.setVisible(row is not None)
        if row is None or row.document_id != self._told_of:
            self.show_versions("", ())
        if row is None:
            return
        state_sources(self, (row.document_id,) if row.document_id else ())
        self._name.setText(shown_name(f"{OUTCOME_NAMES[row.outcome]}: {file_name(row.path)}"))
        self._name.setToolTip(shown_name(row.path))
        self._reason.setText(row.reason)
        self._reason.setVisible(bool(row.reason))
        self._facts.setText("  ·  ".join(describe_facts(row)))
        self._open.setVisible(row.document_id is not None)
        self._reveal.setVisible("!/" not in row.path)
        self._retry.setVisible(changeable and row.outcome in (Outcome.FAILED, Outcome.SKIPPED) and row.problem != EMPTY)
        self._password.setVisible(changeable and row.problem == PASSWORD_NEEDED)

    def show_versions(self, document_id: str, remarks: Sequence[Remark], *, changeable: bool = False) -> None:
        """Show what there is to say of other versions of the row's document."""
        for line in self._versions:
            self._lines.removeWidget(line)
            line.hide()
            line.deleteLater()
        self._told_of = document_id
        self._versions = [RemarkLine(remark, self, changeable=changeable) for remark in remarks]
        for line in self._versions:
            line.document_requested.connect(self.document_requested)
            line.link_requested.connect(self.link_requested)
            line.unlink_requested.connect(self.unlink_requested)
            self._lines.addWidget(line)

    def _place(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self._password, self._open, self._retry, self._reveal):
            buttons.addWidget(button)
        buttons.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.setSpacing(6)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(2)
        layout.addWidget(self._name)
        layout.addWidget(self._reason)
        layout.addLayout(self._lines)
        layout.addWidget(self._facts)
        layout.addSpacing(4)
        layout.addLayout(buttons)


def describe_facts(row: LedgerRow) -> list[str]:
    """What was counted in a file, and where it lies."""
    facts = []
    if row.format:
        facts.append(row.format.upper())
    if row.pages:
        facts.append(_pages(row))
    if row.characters is not None:
        facts.append(f"{row.characters:,} characters")
    if row.truncated:
        facts.append("not all of its text was kept")
    if row.converter:
        facts.append(f"{row.converter}, {row.seconds:.1f} s")
    return [*facts, shown_name(row.path)]


def _pages(row: LedgerRow) -> str:
    pages = f"{row.pages:,} {'page' if row.pages == 1 else 'pages'}"
    read = []
    if row.pages_with_text is not None and row.pages_with_text != row.pages:
        read.append(f"{row.pages_with_text:,} with text")
    if row.ocr_pages:
        read.append(f"{row.ocr_pages:,} read by OCR")
    return f"{pages} ({', '.join(read)})" if read else pages


def _line() -> QLabel:
    label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
    let_select(label)
    return label
