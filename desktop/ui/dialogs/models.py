"""Language models: the one in use, the one that comes with Coffer, and any other, looked at and tested before it is used."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.errors import CofferError
from desktop.domain.language_model import AskedQuestion, ModelFile, SelfTest
from desktop.ui.theme import play
from desktop.ui.widgets.embedder_form import EmbedderForm
from desktop.ui.widgets.model_card import ModelCard
from desktop.ui.widgets.provider_form import ProviderAsSet, ProviderForm
from desktop.ui.widgets.rule_test import RuleTest
from desktop.ui.widgets.shown_sources import state_sources

INDENT = 8
BUNDLED = "The model that comes with Coffer"
OTHER = "A file of your own"
STAYS = "A file of your own stays where it is. If it is gone one day, answers are sentences of your documents until you choose another."
OFF = "Composing is switched off in the settings (answer.use_model): answers are sentences of your documents, whatever the model."


@dataclass(frozen=True, slots=True)
class ModelsAsSet:
    """What is set in the vault: its own file (none: the bundled one), the threads, whether answers are composed at all; who may change it.

    `writer` names who else holds the vault, and with it the settings. `embedder` is what the settings name instead of the bundled embedding
    model: a folder, or a provider's model.
    """

    bundled: Path
    own_file: Path | None
    threads: int
    most_threads: int
    composes: bool
    machine_bytes: int
    writer: str = ""
    provider: ProviderAsSet = field(default_factory=ProviderAsSet)
    provider_of_vectors: ProviderAsSet = field(default_factory=ProviderAsSet)
    embedder: str = ""

    @property
    def chosen(self) -> Path:
        """The file that answers are composed with, if composing is on and it is a model."""
        return self.own_file or self.bundled


class ModelsDialog(QDialog):
    """Shows one file at a time; tells which to look at, to test, and to use."""

    file_chosen = Signal(object)
    hash_stop_requested = Signal()
    test_requested = Signal(object)
    test_stop_requested = Signal()
    use_requested = Signal(object, int)  # the file (none: the bundled one), the threads

    def __init__(self, given: ModelsAsSet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self.setWindowTitle("Language models")
        self.resize(920, 730)
        self._given = given
        self._shown = given.chosen
        self._usable = False
        self._heading = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.card = ModelCard(given.machine_bytes)
        self.test = RuleTest()
        self.provider, self.vectors = ProviderForm(given.provider), ProviderForm(given.provider_of_vectors)
        self.embedder = EmbedderForm(given.embedder, writable=not given.writer)
        self.tabs = QTabWidget()
        self.other, self.bundled = QPushButton("Use another file…"), QPushButton("Look at the bundled one")
        self.threads = QSpinBox(minimum=0, maximum=given.most_threads, value=given.threads)
        self.threads.setSpecialValueText("automatic: one core fewer while others work")
        self.threads.lineEdit().setTextMargins(INDENT, 0, 0, 0)  # a style sheet cannot say it
        self.use, self._close = QPushButton(), QPushButton("Close")
        play(self.use, "primary")
        for button in (self.other, self.bundled, self.use, self._close):
            button.setAutoDefault(False)
        self._place()
        self._connect()
        self._allow()

    def show_reading(self, path: Path) -> None:
        """Say that this file is being read; what was shown of another is gone."""
        self._shown, self._usable = path, False
        origin = BUNDLED if path == self._given.bundled else OTHER
        self.card.show_reading(path, f"{origin}, {'chosen' if path == self._given.chosen else 'not chosen'}")
        self.test.forget()
        self._allow()

    def show_file(self, file: ModelFile) -> None:
        """Show what the file's header says: from now on it can be tested and used."""
        self._usable = True
        self.card.show_file(file)
        self._allow()

    def show_file_problem(self, error: CofferError) -> None:
        """Say why the file is no model."""
        self._usable = False
        self.card.show_problem(error)
        if self._shown == self._given.chosen:
            self._head(composing=False)
        self._allow()

    def show_testing(self) -> None:
        """Say that the model is being tested."""
        self.test.show_testing()

    def show_question(self, asked: AskedQuestion, total: int) -> None:
        """Show what became of one question."""
        self.test.show_question(asked, total)

    def show_test(self, tested: SelfTest) -> None:
        """Say for what the model is fit."""
        self.test.show_result(tested)

    @Slot()
    def _choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Use another language model", str(self._given.chosen.parent), "GGUF models (*.gguf)")
        if name:
            self.file_chosen.emit(Path(name))

    @Slot()
    def _look_at_bundled(self) -> None:
        self.file_chosen.emit(self._given.bundled)

    @Slot()
    def _ask_test(self) -> None:
        self.test_requested.emit(self._shown)

    @Slot()
    def _use(self) -> None:
        self.accept()
        self.use_requested.emit(None if self._shown == self._given.bundled else self._shown, self.threads.value())

    @Slot()
    def _allow(self) -> None:
        given = self._given
        used = self._shown == given.chosen
        self.bundled.setVisible(self._shown != given.bundled)
        self.test.allow(able=self._usable)
        self.use.setText("Save" if used else "Go back to the bundled one" if self._shown == given.bundled else "Use this model")
        changed = self.threads.value() != given.threads
        self.use.setEnabled(not given.writer and (changed if used else self._usable))
        self.threads.setEnabled(not given.writer)

    def _place(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.setSpacing(10)
        play(self._heading, "heading")
        self._head(composing=self._given.composes)
        layout.addWidget(self._heading)
        for text, role in self._said():
            label = QLabel(text, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
            play(label, role)
            layout.addWidget(label)
        self.tabs.setDocumentMode(True)
        pages = (
            (self._file_page(), "Answers"),
            (self.provider, "Answers by a provider"),
            (self.embedder, "Search by meaning"),
            (self.vectors, "Meaning by a provider"),
        )
        for page, title in pages:
            self.tabs.addTab(_scrolled(page), title)
        layout.addWidget(self.tabs, 1)
        end = _beside()
        end.addWidget(self._close)
        layout.addLayout(end)

    def _file_page(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(4, 12, 4, 4)
        layout.setSpacing(10)
        layout.addLayout(_beside(self.other, self.bundled))
        layout.addWidget(self.card)
        layout.addWidget(self.test, 1)
        threads = QLabel("Processor &threads")
        threads.setBuddy(self.threads)
        end = _beside(threads, self.threads)
        end.addWidget(self.use)
        layout.addLayout(end)
        return page

    def _head(self, *, composing: bool) -> None:
        name, given = self._given.chosen.stem, self._given
        if given.provider.used and given.composes:
            where = urlsplit(given.provider.address).netloc
            spare = name if composing else "sentences of your documents"
            self._heading.setText(f"Answers are composed by {given.provider.model} at {where}; {spare} where it may not be asked, or fails")
        else:
            self._heading.setText(f"Answers are composed with {name}" if composing else f"No model composes answers; {name} is chosen")

    def _said(self) -> list[tuple[str, str]]:
        given = self._given
        said = [] if given.composes else [(OFF, "error")]
        held = f"This vault is held by {given.writer}: models can be looked at and tested here, but only be chosen there."
        return [*said, (held, "error") if given.writer else (f"Saving opens the vault anew. {STAYS}", "muted")]

    def _connect(self) -> None:
        self.other.clicked.connect(self._choose)
        self.bundled.clicked.connect(self._look_at_bundled)
        self.card.stop_requested.connect(self.hash_stop_requested)
        self.test.requested.connect(self._ask_test)
        self.test.stop_requested.connect(self.test_stop_requested)
        self.threads.valueChanged.connect(self._allow)
        self.use.clicked.connect(self._use)
        self._close.clicked.connect(self.reject)


def _scrolled(page: QWidget) -> QScrollArea:
    """A page that keeps its height where the window is lower than it."""
    area = QScrollArea(widgetResizable=True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(page)
    return area


def _beside(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    for each in widgets:
        row.addWidget(each)
    row.addStretch()
    return row
