"""What can be done with the nodes that are chosen in the picture, and with the whole, by key and by menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMenu

from desktop.domain.graph_export import ExportFormat
from desktop.domain.graph_view import GraphView, focus_on, gather, hide, hide_others, pin, show_hidden
from desktop.ui.models.graph_steps import Step
from desktop.ui.models.graph_words import FORMAT_WORDS, counted
from desktop.ui.widgets.graph_canvas import GraphCanvas

PICTURES = {".png": "PNG", ".svg": "SVG"}


class ChosenNodes(QObject):
    """Turns what a person does with the selection into steps."""

    step_wanted = Signal(object)  # a Step
    open_wanted = Signal(str)
    layout_wanted = Signal()
    clear_wanted = Signal()
    two_deep_wanted = Signal(str)
    paths_wanted = Signal(str, str)
    ordered_wanted = Signal(str, str)
    save_wanted = Signal(str)  # a name
    day_asked = Signal()
    day_wanted = Signal(str)  # as of which day; empty for all that is known
    image_wanted = Signal(object)  # a Path
    export_wanted = Signal(object)  # an ExportFormat
    named_wanted = Signal(str)
    kept_asked = Signal()

    def __init__(self, canvas: GraphCanvas, parent: QObject) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self._view = GraphView()
        self._labels: Mapping[str, str] = {}
        self.graphs: tuple[str, ...] = ()
        self.called = ""
        self.may_save = True

    def show_view(self, view: GraphView, labels: Mapping[str, str]) -> None:
        """Another view is shown; `labels` are what its nodes and collections are called."""
        self._view, self._labels = view, labels

    @property
    def keys(self) -> frozenset[str]:
        """What is chosen; where nothing is selected, the node that the keyboard stands on."""
        current = self._canvas.current
        return self._canvas.selected or (frozenset({current}) if current else frozenset())

    @property
    def name(self) -> str:
        """What is chosen, in words."""
        return self._labels.get(next(iter(self.keys)), "") if len(self.keys) == 1 else counted(len(self.keys), "node")

    @property
    def pinned(self) -> bool:
        """Whether all that is chosen is pinned."""
        return self.keys <= self._view.pinned

    @Slot()
    def hide(self) -> None:
        """Hide it."""
        self._step(f"hide {self.name}", partial(hide, keys=self.keys))

    @Slot()
    def hide_others(self) -> None:
        """Hide all but it."""
        self._step(f"show only {self.name}", partial(hide_others, keys=self.keys))

    @Slot()
    def show_hidden(self) -> None:
        """Show what was hidden."""
        self._step("show what was hidden", show_hidden)

    @Slot()
    def pin(self) -> None:
        """Pin it, or let it go if all of it is pinned."""
        pinned = not self.pinned
        self._step(f"{'pin' if pinned else 'unpin'} {self.name}", partial(pin, keys=self.keys, pinned=pinned))

    @Slot()
    def focus(self) -> None:
        """Fade all but it and its neighbours; once more, or with nothing chosen, fades nothing."""
        if not self.keys or self.keys == self._view.focus:
            self._step("show all alike", partial(focus_on, keys=()))
        else:
            self._step(f"focus on {self.name}", partial(focus_on, keys=self.keys))

    @Slot()
    def gather(self) -> None:
        """Put it into collections."""
        self._step(f"collect {self.name}", partial(gather, keys=self.keys))

    @Slot()
    def open(self) -> None:
        """Show more around it."""
        for key in self.keys:
            self.open_wanted.emit(key)

    @Slot()
    def two_deep(self) -> None:
        """Show what is within two claims of it."""
        for key in self.keys:
            self.two_deep_wanted.emit(key)

    @Slot()
    def connect_two(self) -> None:
        """Show how two are connected."""
        one, other = sorted(self.keys)
        self.paths_wanted.emit(one, other)

    @Slot()
    def connect_in_order(self) -> None:
        """Show how two are connected in the order of time."""
        one, other = sorted(self.keys)
        self.ordered_wanted.emit(one, other)

    @Slot(QAction)
    def open_named(self, action: QAction) -> None:
        """Open the graph whose name an action bears."""
        self.named_wanted.emit(str(action.data()))

    # --- with the whole

    @Slot()
    def ask_name(self) -> None:
        """Ask by which name it shall be kept."""
        name, given = QInputDialog.getText(
            self._canvas, "Keep this graph", "Its name (an earlier one of this name is replaced):", text=self.called
        )
        if given and name.strip():
            self.save_wanted.emit(name)

    @Slot()
    def forget_day(self) -> None:
        """Show all that is known."""
        self.day_wanted.emit("")

    @Slot(QAction)
    def export_as(self, action: QAction) -> None:
        """Give the graph out in the form that an action stands for, a picture by the ending of its file."""
        form = str(action.data())
        if form in PICTURES:
            name, _ = QFileDialog.getSaveFileName(self._canvas, "Export the picture", f"graph{form}", f"{PICTURES[form]} (*{form})")
            if name:
                self.image_wanted.emit(Path(name))
        else:
            self.export_wanted.emit(ExportFormat(form))

    def _step(self, words: str, change: Callable[[GraphView], GraphView]) -> None:
        self.step_wanted.emit(Step(words, change))


class GraphMenu(QMenu):
    """What can be done with what is chosen, then with the whole."""

    def fill(self, chosen: ChosenNodes, view: GraphView) -> None:
        """Offer what there is to do now."""
        self.clear()
        if chosen.keys:
            self.addSection(chosen.name.replace("&", "&&"))
            if len(chosen.keys) == 1:
                self.addAction("Show more around it\tEnter").triggered.connect(chosen.open)
                self.addAction("Neighbours two deep\t2").triggered.connect(chosen.two_deep)
            if len(chosen.keys) == 2:
                self.addAction("How are they connected?\tC").triggered.connect(chosen.connect_two)
                self.addAction("How, in order of time?\tShift+C").triggered.connect(chosen.connect_in_order)
            self.addAction("Focus\tF").triggered.connect(chosen.focus)
            self.addAction("Unpin\tP" if chosen.pinned else "Pin\tP").triggered.connect(chosen.pin)
            self.addAction("Hide\tH").triggered.connect(chosen.hide)
            self.addAction("Hide all others").triggered.connect(chosen.hide_others)
            self.addAction("Collect with its like\tG").triggered.connect(chosen.gather)
            self.addSeparator()
        if view.hidden:
            self.addAction(f"Show the {len(view.hidden):,} that are hidden").triggered.connect(chosen.show_hidden)
        self.addAction("Lay out anew").triggered.connect(chosen.layout_wanted)
        self.addAction("Clear the picture").triggered.connect(chosen.clear_wanted)
        self.addAction("As of a day…").triggered.connect(chosen.day_asked)
        self.addSeparator()
        exporting = self.addMenu("Export")
        for suffix, words in PICTURES.items():
            exporting.addAction(f"Picture ({words})…").setData(suffix)
        exporting.addSeparator()
        for form, words in FORMAT_WORDS.items():
            exporting.addAction(f"{words.replace('&', '&&')}…").setData(str(form))
        exporting.triggered.connect(chosen.export_as)
        saving = self.addAction("Keep this graph by a name…")
        saving.triggered.connect(chosen.ask_name)
        saving.setEnabled(chosen.may_save)
        self.addAction("Kept graphs…").triggered.connect(chosen.kept_asked)
        if chosen.graphs:
            opening = self.addMenu("Open a graph")
            for name in chosen.graphs:
                opening.addAction(name.replace("&", "&&")).setData(name)
            opening.triggered.connect(chosen.open_named)
