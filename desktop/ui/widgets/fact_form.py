"""What a fact says, as a form and as text, to read and to change."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QHBoxLayout, QLabel, QLineEdit, QPlainTextEdit, QWidget

from desktop.domain.fact import Fact, FactDraft
from desktop.domain.grading import CREDIBILITY, LIKELIHOODS, RELIABILITY, grade_meaning
from desktop.domain.marking import Marking
from desktop.domain.relation import Relationship
from desktop.ui.models.tags import tags_in
from desktop.ui.widgets.still_text import keep_from_dragging

TYPES = ("note", "assessment", "attribution", "relation", "observation")
NO_GRADE, NO_WORD, BY_SOURCES = "No grade", "No word of likelihood", "As its sources"
LEAST_TEXT = 64
NOTHING_WRITTEN = Fact("", "", "", "")


class FactForm(QWidget):
    """Keeps what a person types until whoever owns it asks for it; `edited` says that something was typed.

    `details` is all but name and text, for whoever owns it to place.
    """

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Fact | None = None
        self._text = ""
        self._filling = False
        self.text = QPlainTextEdit(placeholderText="What you concluded, in your own words")
        keep_from_dragging(self.text)
        self.text.setAccessibleName("Text of the fact, as Markdown")
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(LEAST_TEXT)
        self.name = QLineEdit(placeholderText="Its first line, if you give none")
        self.description = QLineEdit(placeholderText="A line about it, for the list")
        self.type = _combo(*((each, each) for each in TYPES))
        self.type.setEditable(True)
        self.marking = _combo((BY_SOURCES, None), *((f"TLP:{each}", each) for each in Marking))
        self.grade = _combo((NO_GRADE, ""), *((each, each) for each in (f"{a}{b}" for a in RELIABILITY for b in CREDIBILITY)))
        self.confidence = _combo((NO_WORD, ""), *((each.text, each.word) for each in LIKELIHOODS))
        self.subject = QLineEdit(placeholderText="APT28")
        self.relationship = _combo(("", ""), *((str(each), str(each)) for each in Relationship))
        self.relationship.setEditable(True)
        self.object = QLineEdit(placeholderText="Headlace")
        self.negated = QCheckBox("It denies this")
        self.valid_from = QLineEdit(placeholderText="2026-05")
        self.valid_until = QLineEdit(placeholderText="2026-12-31")
        self.tags = QLineEdit(placeholderText="case-alpha, ransomware")
        self.details = QWidget()
        self._place()
        self._connect()

    @property
    def changed(self) -> bool:
        """Whether something was typed that differs from what was shown."""
        return self._shown is not None and (self.fact() != self._shown or self.text.toPlainText() != self._text)

    def show_fact(self, fact: Fact, text: str, *, by_sources: bool = False) -> None:
        """Show a fact to change; `by_sources`: unless a marking is chosen, it takes that of its sources."""
        self._filling = True
        self._shown, self._text = fact, text
        self.text.setPlainText(text)
        for field, value in self._lines(fact):
            field.setText(value or "")
            field.setCursorPosition(0)
        self.type.setCurrentText(fact.type)
        self.relationship.setCurrentText(fact.relationship or "")
        self.marking.setCurrentIndex(0 if by_sources else self.marking.findData(fact.tlp))
        self.grade.setCurrentIndex(max(0, self.grade.findData(fact.grade or "")))
        self.confidence.setCurrentIndex(max(0, self.confidence.findData(fact.confidence or "")))
        self.negated.setChecked(fact.negated)
        self._filling = False
        self._say_meaning()

    def show_draft(self, draft: FactDraft) -> None:
        """Show what is to become a fact, to say more of it; what it says already counts as typed."""
        self.show_fact(replace(NOTHING_WRITTEN, tags=draft.tags), "", by_sources=draft.tlp is None)
        self.text.setPlainText(draft.text)
        self.name.setText(draft.name)
        self.description.setText(draft.description)
        self.description.setCursorPosition(0)

    def fact(self) -> Fact:
        """The fact as the form says it."""
        shown = self._shown or NOTHING_WRITTEN
        return replace(
            shown,
            name=self.name.text().strip(),
            description=self.description.text().strip(),
            type=self.type.currentText().strip() or "note",
            tlp=Marking(self.marking.currentData()) if self.marking.currentData() else shown.tlp,
            grade=self.grade.currentData() or None,
            confidence=self.confidence.currentData() or None,
            subject=self.subject.text().strip() or None,
            relationship=self.relationship.currentText().strip() or None,
            object=self.object.text().strip() or None,
            negated=self.negated.isChecked(),
            valid_from=self.valid_from.text().strip() or None,
            valid_until=self.valid_until.text().strip() or None,
            tags=tags_in(self.tags.text()),
        )

    def draft(self, sources: tuple[tuple[str, int, int], ...]) -> FactDraft:
        """What the form says, as a fact that is not kept yet; unless a marking was chosen, it takes that of its sources."""
        fact = self.fact()
        return FactDraft(
            self.text.toPlainText(),
            name=fact.name,
            description=fact.description,
            type=fact.type,
            tlp=Marking(self.marking.currentData()) if self.marking.currentData() else None,
            grade=fact.grade,
            confidence=fact.confidence,
            subject=fact.subject,
            relationship=fact.relationship,
            object=fact.object,
            negated=fact.negated,
            sources=sources,
            tags=fact.tags,
            valid_from=fact.valid_from,
            valid_until=fact.valid_until,
        )

    def allow_changes(self, allowed: bool) -> None:
        """Let a person type, or only read."""
        for field in (self.text, self.name, self.description, self.subject, self.object, self.valid_from, self.valid_until, self.tags):
            field.setReadOnly(not allowed)
        for choice in (self.type, self.marking, self.grade, self.confidence, self.relationship, self.negated):
            choice.setEnabled(allowed)

    def _lines(self, fact: Fact) -> tuple[tuple[QLineEdit, str | None], ...]:
        return (
            (self.name, fact.name),
            (self.description, fact.description),
            (self.subject, fact.subject),
            (self.object, fact.object),
            (self.valid_from, fact.valid_from),
            (self.valid_until, fact.valid_until),
            (self.tags, ", ".join(fact.tags)),
        )

    def _place(self) -> None:
        top = _form(self)
        top.addRow("&Name", self.name)
        top.addRow("Te&xt", self.text)
        form = _form(self.details)
        form.setContentsMargins(2, 8, 8, 4)
        form.addRow("&About", self.description)
        form.addRow(_label("Ma&rking", self.marking), _row((self.marking, 3), (_label("T&ype", self.type), 0), (self.type, 3)))
        form.addRow(_label("&Grade", self.grade), _row((self.grade, 2), (self.confidence, 4)))
        form.addRow(_label("&States", self.subject), _row((self.subject, 4), (self.relationship, 3)))
        form.addRow("", _row((self.object, 4), (self.negated, 3)))
        until = _label("&until", self.valid_until)
        form.addRow(_label("&Valid from", self.valid_from), _row((self.valid_from, 1), (until, 0), (self.valid_until, 1)))
        form.addRow("&Tags", self.tags)
        names: tuple[tuple[QWidget, str], ...] = (
            (self.type, "Type"),
            (self.grade, "Admiralty grade"),
            (self.confidence, "Likelihood"),
            (self.subject, "Subject"),
            (self.relationship, "Relationship"),
            (self.object, "Object"),
            (self.valid_from, "Valid from"),
            (self.valid_until, "Valid until"),
        )
        for widget, said in names:
            widget.setAccessibleName(said)

    def _connect(self) -> None:
        self.text.textChanged.connect(self._tell)
        for line in (self.name, self.description, self.subject, self.object, self.valid_from, self.valid_until, self.tags):
            line.textChanged.connect(self._tell)
        for choice in (self.type, self.marking, self.grade, self.confidence, self.relationship):
            choice.currentTextChanged.connect(self._tell)
        self.negated.toggled.connect(self._tell)
        self.grade.currentIndexChanged.connect(self._say_meaning)

    @Slot()
    def _tell(self) -> None:
        if not self._filling:
            self.edited.emit()

    @Slot()
    def _say_meaning(self) -> None:
        grade = self.grade.currentData()
        self.grade.setToolTip(f"{grade}: {grade_meaning(grade)}" if grade else "Admiralty grade: the source, then what it says")


def _combo(*items: tuple[str, object]) -> QComboBox:
    combo = QComboBox()
    for words, value in items:
        combo.addItem(words, value)
    combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    combo.setMinimumContentsLength(7)
    return combo


def _row(*widgets: tuple[QWidget, int]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    for widget, stretch in widgets:
        row.addWidget(widget, stretch)
    return row


def _label(text: str, buddy: QWidget) -> QLabel:
    label = QLabel(text)
    label.setBuddy(buddy)
    return label


def _form(parent: QWidget) -> QFormLayout:
    form = QFormLayout(parent)
    form.setContentsMargins(2, 0, 8, 0)
    form.setHorizontalSpacing(14)
    form.setVerticalSpacing(8)
    form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
    return form
