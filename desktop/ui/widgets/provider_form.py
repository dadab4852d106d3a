"""A provider that composes answers or makes vectors: its address, model and key, a trial of it, and what it would never be sent."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from desktop.domain.errors import CofferError
from desktop.domain.leaving import Release
from desktop.domain.marking import Marking
from desktop.domain.provider import ProviderTrial, Purpose
from desktop.ui.theme import play
from desktop.ui.widgets.shown_sources import state_sources

NAMED = 5
"""So many of what is held back are named; the command line lists all."""
EXPLAINED = (
    "A server that speaks OpenAI’s protocol may compose answers: Ollama, LM Studio or vLLM on this machine or in your network, or a "
    "service such as OpenAI, OpenRouter, Azure or Anthropic’s compatible endpoint. It is sent your question and the sentences of "
    "evidence for it. Nothing is sent of what is marked above TLP:{limit} (markings.remote_max), each time stands in the vault’s log, "
    "and what it writes is checked like any other answer. Where it may not be asked, or fails, the model on this machine composes, and "
    "the answer says so."
)
VECTORS_EXPLAINED = (
    "A server with OpenAI’s /embeddings may make the vectors for search by meaning: Ollama, LM Studio or vLLM, or a service such as "
    "OpenAI, Voyage, Jina, Gemini’s compatible endpoint or DashScope. It is sent every passage of your documents and facts, and the "
    "words of each search by meaning. What is marked above TLP:{limit} (markings.remote_max) is not sent: it gets no vector and is found "
    "by its words only, so where much is marked, search by meaning gets worse. Where the provider fails, words are searched, and the "
    "search says so. After a change all vectors are made anew in the background."
)
NO_KEYCHAIN = (
    "This system has no keychain. The key is kept in {file}, encrypted by a passphrase that you {do}; without it nobody can read the key."
)
KEYCHAIN = "The key is kept in this system’s keychain, and in no file of the vault."


@dataclass(frozen=True, slots=True)
class ProviderAsSet:
    """What the vault's settings say, up to which marking anything may be sent, for what, and whether it is used just now."""

    address: str = ""
    model: str = ""
    limit: Marking = Marking.CLEAR
    writable: bool = True
    purpose: Purpose = Purpose.ANSWERS
    used: bool = False


@dataclass(frozen=True, slots=True)
class ProviderState:
    """What this machine knows: whether the provider is allowed, whether it has a key (None: nobody can tell), and where keys are.

    `key_file` is empty where there is a keychain; `chosen` says that the file has a passphrase, `locked` that it is needed.
    """

    allowed: bool = False
    has_key: bool | None = None
    key_file: str = ""
    chosen: bool = False
    locked: bool = False


@dataclass(frozen=True, slots=True)
class ProviderEntry:
    """What a person entered; no key means the one that is kept, no passphrase that none is needed."""

    address: str
    model: str
    key: str | None
    passphrase: str


class ProviderForm(QWidget):
    """Says what shall be tried, used, or used no longer, and is told how that went."""

    test_requested = Signal(object)  # a ProviderEntry
    stop_requested = Signal()
    use_requested = Signal(object)  # a ProviderEntry
    forget_requested = Signal()
    trial_requested = Signal()

    def __init__(self, given: ProviderAsSet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self._given = given
        self._state = ProviderState()
        self.address, self.model = QLineEdit(given.address), QLineEdit(given.model)
        self.key, self.passphrase = QLineEdit(), QLineEdit()
        for secret in (self.key, self.passphrase):
            secret.setEchoMode(QLineEdit.EchoMode.Password)
        self.address.setPlaceholderText("https://api.example.com/v1 or http://localhost:11434/v1")
        self.model.setPlaceholderText("as the provider calls it")
        self.where, self.said, self.held = _label("muted"), _label(), _label("muted")
        self.test, self.stop = QPushButton("Test"), QPushButton("Stop the test")
        self.trial = QPushButton("What would be held back?")
        self.use, self.forget = QPushButton("Use this provider"), QPushButton("Stop using it, and forget its key")
        play(self.use, "primary")
        for button in (self.test, self.stop, self.trial, self.use, self.forget):
            button.setAutoDefault(False)
        self._place()
        self._connect()
        self.show_state(ProviderState(allowed=True))  # nothing is amiss until this machine was asked

    def show_state(self, state: ProviderState) -> None:
        """Say where the key is kept, and whether there is one."""
        self._state = state
        wants = bool(state.key_file) and state.locked
        said = NO_KEYCHAIN.format(file=state.key_file, do="chose" if state.chosen else "choose here")
        self.where.setText(said if state.key_file else KEYCHAIN)
        self._form.setRowVisible(self.passphrase, wants)
        kept = {True: "kept; type another to replace it", False: "none is kept; many servers on your own machine need none"}
        self.key.setPlaceholderText(kept[state.has_key] if state.has_key is not None else "leave empty to keep what is kept")
        if self._given.address and not state.allowed:
            self._say("The vault names this provider, which is not allowed on this machine for it: nothing is sent to it.", "error")
        self._allow()

    def show_testing(self) -> None:
        """Say that the provider is being asked."""
        self._say("Asking for one word…", "muted")
        self._show_busy(busy=True)

    def show_trial(self, trial: ProviderTrial) -> None:
        """Say what it answered."""
        self._say(f"It answered “{trial.said}” after {trial.seconds:.1f} s.", "success")
        self._show_busy(busy=False)

    def show_stopped(self) -> None:
        """Say that nothing is known."""
        self._say("The test was stopped.", "muted")
        self._show_busy(busy=False)

    def show_problem(self, error: CofferError) -> None:
        """Say why it could not be tried or used."""
        self._say(f"{error.message} {error.hint}".strip(), "error")
        self._show_busy(busy=False)

    def show_held(self, release: Release, titles: tuple[str, ...]) -> None:
        """Say what of the vault would be held back; `titles` name it."""
        total, held = len(release.allowed) + len(release.withheld), len(release.withheld)
        if not held:
            self.held.setText(f"Nothing of {total:,} documents and facts is marked above TLP:{release.limit}.")
        else:
            more = f" and {held - NAMED:,} more" if held > NAMED else ""
            are = "is" if held == 1 else "are"
            named = "; ".join(titles[:NAMED])
            self.held.setText(f"{held:,} of {total:,} documents and facts {are} never sent (above TLP:{release.limit}): {named}{more}.")
        self.held.show()

    def _say(self, text: str, role: str) -> None:
        play(self.said, role)
        self.said.setText(text)

    def _show_busy(self, *, busy: bool) -> None:
        self.test.setVisible(not busy)
        self.stop.setVisible(busy)

    def _entry(self) -> ProviderEntry:
        return ProviderEntry(self.address.text(), self.model.text().strip(), self.key.text() or None, self.passphrase.text())

    @Slot()
    def _test(self) -> None:
        self.test_requested.emit(self._entry())

    @Slot()
    def _use(self) -> None:
        self.use_requested.emit(self._entry())

    @Slot()
    def _allow(self) -> None:
        named = bool(self.address.text().strip() and self.model.text().strip())
        self.test.setEnabled(named)
        self.use.setEnabled(named and self._given.writable)
        self.forget.setVisible(bool(self._given.address))
        self.forget.setEnabled(self._given.writable)

    def _place(self) -> None:
        told = _label("muted")
        explained = EXPLAINED if self._given.purpose is Purpose.ANSWERS else VECTORS_EXPLAINED
        told.setText(explained.format(limit=self._given.limit))
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(14)
        self._form.setVerticalSpacing(8)
        rows = (("&Address", self.address), ("&Model", self.model), ("&Key", self.key), ("&Passphrase", self.passphrase))
        for label, edit in rows:
            self._form.addRow(label, edit)
        row, end = QHBoxLayout(), QHBoxLayout()
        for place, buttons in ((row, (self.test, self.stop, self.trial)), (end, (self.forget,))):
            place.setSpacing(8)
            for button in buttons:
                place.addWidget(button)
            place.addStretch()
        end.addWidget(self.use)
        self.held.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 12, 4, 4)
        layout.setSpacing(12)
        layout.addWidget(told)
        layout.addLayout(self._form)
        layout.addWidget(self.where)
        layout.addLayout(row)
        for each in (self.said, self.held):
            layout.addWidget(each)
        layout.addStretch()
        layout.addLayout(end)
        self._show_busy(busy=False)

    def _connect(self) -> None:
        for edit in (self.address, self.model):
            edit.textChanged.connect(self._allow)
        self.test.clicked.connect(self._test)
        self.stop.clicked.connect(self.stop_requested)
        self.trial.clicked.connect(self.trial_requested)
        self.use.clicked.connect(self._use)
        self.forget.clicked.connect(self.forget_requested)


def _label(role: str = "") -> QLabel:
    label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
    if role:
        play(label, role)
    return label
