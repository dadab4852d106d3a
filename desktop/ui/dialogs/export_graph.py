"""Asks which part of the graph is given out, and in which form."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from desktop.domain.graph_export import ExportFormat, ExportScope
from desktop.domain.marking import Marking
from desktop.ui.models.graph_words import FORMAT_WORDS
from desktop.ui.theme import play

ABOUT = {
    ExportFormat.GRAPHML: "Nodes and edges with their sentences, for Gephi, yEd, Cytoscape and others.",
    ExportFormat.CSV: "Two files, one of nodes and one of edges with their sentences.",
    ExportFormat.NAVIGATOR: "Techniques, scored by how many documents speak of them.",
    ExportFormat.STIX: "Objects, relationships and reports with their markings.",
}


class ExportGraphDialog(QDialog):
    """`chosen` carries the ExportFormat and the ExportScope."""

    chosen = Signal(object, object)

    def __init__(
        self,
        limit: Marking,
        selected: Sequence[str],
        tags: Sequence[str],
        form: ExportFormat = ExportFormat.GRAPHML,
        parent: QWidget | None = None,
    ) -> None:
        """`limit` is the highest marking that may leave, `selected` the ids of what the graph shows, `form` is offered first."""
        super().__init__(parent)
        self.setWindowTitle("Export the graph")
        self.scope = QComboBox()
        self.scope.setAccessibleName("What to export")
        if selected:
            self.scope.addItem(f"What the graph shows, or what is chosen in it ({len(selected):,})", ExportScope(entities=tuple(selected)))
        self.scope.addItem("Everything in the vault", ExportScope())
        for tag in tags:
            self.scope.addItem(f"Case {tag}", ExportScope(tags=(tag,)))
        self.form = QComboBox()
        self.form.setAccessibleName("Format")
        for each, words in FORMAT_WORDS.items():
            self.form.addItem(words, each)
        self.form.setCurrentIndex(list(FORMAT_WORDS).index(form))
        self.about = QLabel(wordWrap=True)
        play(self.about, "muted")
        held = "Everything may leave." if limit is Marking.RED else f"What is marked above TLP:{limit} stays here, and is not counted."
        marking = QLabel(held, wordWrap=True)
        play(marking, "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go_on = buttons.addButton("Export…", QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        rows = QFormLayout()
        rows.addRow("&What", self.scope)
        rows.addRow("&Format", self.form)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 14)
        layout.setSpacing(12)
        layout.addLayout(rows)
        layout.addWidget(self.about)
        layout.addWidget(marking)
        layout.addStretch()
        layout.addWidget(buttons)
        self.resize(460, 260)
        self.form.currentIndexChanged.connect(self._tell)
        self._tell()

    @property
    def form_chosen(self) -> ExportFormat:
        """In which form it is wanted."""
        return ExportFormat(self.form.currentData())  # what Qt keeps of it is the text

    @Slot()
    def accept(self) -> None:
        """Tell what was chosen."""
        super().accept()
        self.chosen.emit(self.form_chosen, self.scope.currentData())

    @Slot()
    def _tell(self) -> None:
        self.about.setText(ABOUT[self.form_chosen])
