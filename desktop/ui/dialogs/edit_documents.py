"""Marking, grade and tags of one document or of many at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from desktop.domain.document import Document
from desktop.domain.marking import Marking
from desktop.ui.models.tags import tags_in
from desktop.ui.theme import play
from desktop.ui.widgets.shown_sources import state_sources

UNCHANGED = "As it is"
NO_GRADE = "None"
RELIABILITY = ("A", "B", "C", "D", "E", "F")
CREDIBILITY = ("1", "2", "3", "4", "5", "6")


@dataclass(frozen=True, slots=True)
class DocumentEdit:
    """What a person changed; None and empty mean that it stays as it is, an empty grade that there shall be none."""

    title: str | None = None
    tlp: Marking | None = None
    grade: str | None = None
    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()


class EditDocumentsDialog(QDialog):
    """Asks what to change in the documents that are selected."""

    edited = Signal(object)

    def __init__(self, documents: Sequence[Document], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, [each.id for each in documents])
        self._documents = tuple(documents)
        only = self._documents[0] if len(self._documents) == 1 else None
        self.setWindowTitle("Edit document" if only else f"Edit {len(self._documents):,} documents")
        self.setMinimumWidth(460)
        self.title = QLineEdit(only.title if only else "")
        self.marking = QComboBox()
        self.marking.addItem(UNCHANGED, None)
        for marking in Marking:
            self.marking.addItem(f"TLP:{marking}", marking)
        self.grade = QComboBox()
        self.grade.addItem(UNCHANGED, None)
        self.grade.addItem(NO_GRADE, "")
        for grade in (f"{letter}{digit}" for letter in RELIABILITY for digit in CREDIBILITY):
            self.grade.addItem(grade, grade)
        self.add_tags = QLineEdit(placeholderText="case-alpha, ransomware")
        self.remove_tags = QLineEdit()
        self._place(only)
        if only:
            self.marking.setCurrentIndex(self.marking.findData(only.tlp))
            self.grade.setCurrentIndex(max(0, self.grade.findData(only.grade or "")))

    def edit(self) -> DocumentEdit:
        """What was changed."""
        only = self._documents[0] if len(self._documents) == 1 else None
        title = self.title.text().strip()
        marking, grade = self.marking.currentData(), self.grade.currentData()
        return DocumentEdit(
            title if only and title and title != only.title else None,
            Marking(marking) if marking and not (only and only.tlp == marking) else None,
            grade if grade is not None and not (only and (only.grade or "") == grade) else None,
            tags_in(self.add_tags.text()),
            tags_in(self.remove_tags.text()),
        )

    @Slot()
    def accept(self) -> None:
        """Tell what was changed, if anything was."""
        super().accept()
        edit = self.edit()
        if edit != DocumentEdit():
            self.edited.emit(edit)

    def _place(self, only: Document | None) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(10)
        if only:
            form.addRow("&Title", self.title)
        form.addRow("&Marking", self.marking)
        form.addRow("&Grade", self.grade)
        form.addRow("&Add tags", self.add_tags)
        form.addRow("&Remove tags", self.remove_tags)
        tags = sorted({tag for document in self._documents for tag in document.tags})
        said = f"Tags now: {', '.join(tags)}." if tags else "No tags yet. Separate tags by commas; a case is a tag too."
        note = QLabel(said, wordWrap=True)
        play(note, "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 14)
        layout.setSpacing(12)
        layout.addLayout(form)
        layout.addWidget(note)
        layout.addWidget(buttons)
