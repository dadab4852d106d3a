"""Asks what a case bundle shall hold and how it is closed, and shows beforehand what would travel and what is held back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.bundle_words import KINDS
from desktop.domain.case_bundle import BundleReport, BundleWish, PublicKeys
from desktop.domain.marking import Marking
from desktop.ui.models.bundle_words import report_words
from desktop.ui.theme import play
from desktop.ui.widgets.quiet_copy import keep_from_copying
from desktop.ui.widgets.shown_sources import state_sources
from desktop.ui.widgets.still_text import let_select

ALL = "All of the vault"
PAUSE_MS = 250
PLAIN, PASSPHRASE, RECIPIENTS = range(3)
MOST_HELD = 500


class MakeBundleDialog(QDialog):
    """Tells every change of what is wanted, so that it can be tried; asks for it to be written."""

    preview_wanted = Signal(object)  # a BundleWish
    make_wanted = Signal(object)  # a BundleWish
    keys_wanted = Signal()

    def __init__(self, cases: Sequence[str], case: str, limit: Marking, parent: QWidget | None = None) -> None:
        """`limit` is the highest marking that the vault's settings let out."""
        super().__init__(parent)
        state_sources(self, ())
        self.setWindowTitle("Make a case bundle")
        self.resize(660, 640)
        self._keys: PublicKeys | None = None
        self._previewed = False
        self.case = QComboBox()
        self.case.addItem(ALL, "")
        for each in dict.fromkeys((*([case] if case else []), *cases)):
            self.case.addItem(each, each)
        self.case.setCurrentIndex(max(0, self.case.findData(case)))
        self.limit = _markings(limit, limit)
        self.unmarked = _markings(Marking.RED, Marking.RED)
        self.unmarked.setToolTip(
            "Decisions about names, saved searches, golden queries, views of the graph and notes of pins leave only up to this limit"
        )
        self.closing = QComboBox()
        self.closing.addItems(["Not encrypted", "Encrypted with a passphrase", "Encrypted to recipients (age)"])
        self.passphrase, self.again = _secret("Passphrase"), _secret("The same again")
        self.recipients = QPlainTextEdit()
        self.recipients.setPlaceholderText("age1…, one a line")
        self.recipients.setAccessibleName("Recipients, one a line")
        self.sign = QCheckBox("&Sign it with my key")
        self.key_passphrase = _secret("Passphrase of your keys")
        self.make_keys = QPushButton("Make keys…")
        self.own = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        let_select(self.own, by_keyboard=True)
        play(self.own, "muted")
        self.told = QLabel("Looking what would travel…", wordWrap=True)
        self.held = QListWidget()
        self.held.setAccessibleName("What is held back")
        keep_from_copying(self.held)
        self.problem = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        play(self.problem, "muted")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.write = self.buttons.addButton("Write bundle…", QDialogButtonBox.ButtonRole.AcceptRole)
        play(self.write, "primary")
        self._trying = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._place()
        self._connect()
        self.show_keys(None)
        self._close_how()
        self._trying.start()

    @property
    def wish(self) -> BundleWish:
        """What is wanted."""
        closing = self.closing.currentIndex()
        return BundleWish(
            self.case.currentData(),
            Marking(self.limit.currentData()),
            Marking(self.unmarked.currentData()),
            self.passphrase.text() if closing == PASSPHRASE else "",
            tuple(filter(None, map(str.strip, self.recipients.toPlainText().splitlines()))) if closing == RECIPIENTS else (),
            self.sign.isChecked(),
            self.key_passphrase.text() if self.sign.isChecked() else "",
        )

    def show_report(self, report: BundleReport) -> None:
        """Show what would travel, and what is held back."""
        self._previewed = any(report.counts.values())
        self.told.setText(report_words(report))
        self.held.clear()
        lines = [f"TLP:{each.marking}  ·  {KINDS[kind][0]}  ·  {each.name}" for kind, each in report.withheld]
        more = [f"and {len(lines) - MOST_HELD:,} more"] if len(lines) > MOST_HELD else []
        self.held.addItems([*lines[:MOST_HELD], *more])
        self.held.setVisible(bool(lines))
        self._check()

    def show_keys(self, keys: PublicKeys | None) -> None:
        """Show the person's own keys, or offer to make some."""
        self._keys = keys
        self.sign.setEnabled(keys is not None)
        self.make_keys.setVisible(keys is None)
        where = "the system’s keychain" if keys and keys.in_keychain else "a file that your passphrase encrypts"
        said = (
            f"Your secret keys lie in {where}.\nOthers verify with:  {keys.signing}\nOthers encrypt to:  {keys.recipient}" if keys else ""
        )
        self.own.setText(said or "You have no keys yet: they sign bundles, and others encrypt to them.")
        self._check()

    def show_problem(self, text: str) -> None:
        """Say why it could not be done."""
        self.problem.setText(text)
        self._check()

    # --- inside

    def _place(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(9)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("&Case", self.case)
        form.addRow("Nothing marked &above", self.limit)
        form.addRow("What carries &no marking is", self.unmarked)
        form.addRow("&Encryption", self.closing)
        self._secrets = QStackedWidget()
        for each in (QWidget(), self._pair(), self.recipients):
            self._secrets.addWidget(each)
        self._secrets.setFixedHeight(72)
        form.addRow("", self._secrets)
        form.addRow("Signature", self._signing())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 14)
        layout.setSpacing(12)
        layout.addLayout(form)
        layout.addWidget(self.told)
        layout.addWidget(self.held, 1)
        layout.addStretch()
        layout.addWidget(self.problem)
        layout.addWidget(self.buttons)

    def _signing(self) -> QWidget:
        signing = QWidget()
        layout = QVBoxLayout(signing)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for each in (self.sign, self.key_passphrase, self.own):
            layout.addWidget(each)
        layout.addWidget(self.make_keys, 0, Qt.AlignmentFlag.AlignLeft)
        return signing

    def _pair(self) -> QWidget:
        pair = QWidget()
        layout = QVBoxLayout(pair)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.passphrase)
        layout.addWidget(self.again)
        return pair

    def _connect(self) -> None:
        for choice in (self.case, self.limit, self.unmarked):
            choice.currentIndexChanged.connect(self._try_anew)
        self.closing.currentIndexChanged.connect(self._close_how)
        self.sign.toggled.connect(self._close_how)
        for line in (self.passphrase, self.again, self.key_passphrase):
            line.textChanged.connect(self._check)
        self.recipients.textChanged.connect(self._check)
        self._trying.timeout.connect(self._try)
        self.make_keys.clicked.connect(self.keys_wanted)
        self.buttons.accepted.connect(self._ask)
        self.buttons.rejected.connect(self.reject)

    @Slot()
    def _try_anew(self) -> None:
        self._previewed = False
        self.told.setText("Looking what would travel…")
        self._check()
        self._trying.start()

    @Slot()
    def _try(self) -> None:
        self.preview_wanted.emit(self.wish)

    @Slot()
    def _close_how(self) -> None:
        self._secrets.setCurrentIndex(self.closing.currentIndex())
        self._secrets.setVisible(self.closing.currentIndex() != PLAIN)
        self.key_passphrase.setVisible(self.sign.isChecked() and self._keys is not None and not self._keys.in_keychain)
        self._check()

    @Slot()
    def _check(self) -> None:
        lacks = self._lack()
        self.write.setEnabled(self._previewed and not lacks)
        self.write.setToolTip(lacks)

    def _lack(self) -> str:
        """What is still to be given."""
        closing = self.closing.currentIndex()
        if closing == PASSPHRASE and not self.passphrase.text():
            return "Give a passphrase."
        if closing == PASSPHRASE and self.passphrase.text() != self.again.text():
            return "The two passphrases are not the same."
        if closing == RECIPIENTS and not self.recipients.toPlainText().strip():
            return "Name at least one recipient."
        if self.key_passphrase.isVisibleTo(self) and not self.key_passphrase.text():
            return "Give the passphrase of your keys."
        return ""

    @Slot()
    def _ask(self) -> None:
        self.make_wanted.emit(self.wish)


def _markings(highest: Marking, chosen: Marking) -> QComboBox:
    box = QComboBox()
    for each in Marking.up_to(highest):
        box.addItem(f"TLP:{each}", str(each))
    box.setCurrentIndex(box.findData(str(chosen)))
    return box


def _secret(placeholder: str) -> QLineEdit:
    line = QLineEdit(placeholderText=placeholder)
    line.setEchoMode(QLineEdit.EchoMode.Password)
    line.setAccessibleName(placeholder)
    return line
