"""The model that makes the vectors for search by meaning: which it is, how far a change has come, and another one instead."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.domain.embedding_model import EmbeddingModel, VectorState
from desktop.domain.errors import CofferError
from desktop.ui.theme import play
from desktop.ui.widgets.shown_sources import state_sources
from desktop.ui.widgets.still_text import let_select

EXPLAINED = (
    "Search by meaning compares vectors that an embedding model makes of your documents. Another one may suit your languages better: a "
    "folder with an ONNX file, tokenizer.json and config.json. What stands before each text (as nomic’s prefixes) and how vectors come "
    "about is read from the folder, or from an embedder.toml in it. After a change all vectors are made anew in the background; those of "
    "the model before serve until then. Which questions are answered, and by which evidence, stays with the bundled model."
)


class EmbedderForm(QWidget):
    """Tells which folder to look at and to use; `named` is the one in the settings (empty: the bundled model)."""

    folder_chosen = Signal(str)
    use_requested = Signal(str)

    def __init__(self, named: str, *, writable: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self._named = named
        self._writable = writable
        self._found = ""
        self.state, self.found = _label(), _label()
        self.choose, self.bundled = QPushButton("Use another folder…"), QPushButton("Go back to the bundled one")
        self.use = QPushButton("Use this model")
        play(self.use, "primary")
        for button in (self.choose, self.bundled, self.use):
            button.setAutoDefault(False)
        self._place()
        self.choose.clicked.connect(self._choose)
        self.bundled.clicked.connect(self._go_back)
        self.use.clicked.connect(self._use)
        self._allow()

    def show_state(self, state: VectorState) -> None:
        """Say by whose vectors the vault is searched."""
        if not state.wanted:
            self._tell(self.state, "There is no embedding model that can be used: only words are searched.", "error")
        elif state.changing:
            waiting = f"{state.waiting:,} chunks still wait" if state.waiting != 1 else "Some still wait"
            serving, wanted = _short(state.serving), _short(state.wanted)
            self._tell(
                self.state,
                f"Searched by {serving}.\n{waiting} for vectors of {wanted}; until then the others serve.{_held(state)}",
                "",
            )
        else:
            rest = f"\n{state.waiting:,} chunks wait for vectors." if state.waiting else ""
            self._tell(self.state, f"Searched by {_short(state.wanted)}.{rest}{_held(state)}", "")

    def show_found(self, folder: str, model: EmbeddingModel) -> None:
        """Say what a folder states of its model, which can be used from now on."""
        self._found = folder
        languages = f", for {', '.join(model.languages)}" if model.languages else ""
        self._tell(self.found, f"{model.name}: {model.dimensions:,} numbers a vector, {model.manner}{languages}\n{folder}", "")
        self._allow()

    def show_problem(self, error: CofferError) -> None:
        """Say why a folder cannot be used."""
        self._found = ""
        self._tell(self.found, f"{error.message} {error.hint}".strip(), "error")
        self._allow()

    def _tell(self, label: QLabel, text: str, role: str) -> None:
        play(label, role)
        label.setText(text)
        label.show()

    @Slot()
    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, "Use another embedding model")
        if folder:
            self.folder_chosen.emit(folder)

    @Slot()
    def _go_back(self) -> None:
        self.use_requested.emit("")

    @Slot()
    def _use(self) -> None:
        self.use_requested.emit(self._found)

    def _allow(self) -> None:
        self.bundled.setVisible(bool(self._named))
        self.bundled.setEnabled(self._writable)
        self.use.setEnabled(bool(self._found) and self._found != self._named and self._writable)

    def _place(self) -> None:
        told = _label("muted")
        told.setText(EXPLAINED)
        self.state.setText("Looking…")
        self.found.hide()
        row, end = QHBoxLayout(), QHBoxLayout()
        row.setSpacing(8)
        for button in (self.choose, self.bundled):
            row.addWidget(button)
        row.addStretch()
        end.addStretch()
        end.addWidget(self.use)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 12, 4, 4)
        layout.setSpacing(12)
        for each in (told, self.state):
            layout.addWidget(each)
        layout.addLayout(row)
        layout.addWidget(self.found)
        layout.addStretch()
        layout.addLayout(end)


def _held(state: VectorState) -> str:
    """What gets no vector because of its marking."""
    if not state.withheld:
        return ""
    are = "chunks are" if state.withheld != 1 else "chunk is"
    return f"\n{state.withheld:,} {are} marked above TLP:{state.limit}, not given to that provider, and found by words only."


def _short(identity: str) -> str:
    """Name and hash, without how the vectors come about."""
    return identity.partition(" ")[0]


def _label(role: str = "") -> QLabel:
    label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
    let_select(label)
    if role:
        play(label, role)
    return label
