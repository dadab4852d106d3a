"""The graphs that are kept by a name: to open, to rename, to move to the trash."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.named_graph import GraphHead
from desktop.ui.models.documents_model import local_time
from desktop.ui.models.graph_words import counted
from desktop.ui.theme import play
from desktop.ui.widgets.quiet_copy import keep_from_copying

NAME = Qt.ItemDataRole.UserRole
NOTHING = "No graph is kept yet. “Keep this graph by a name” in the pane’s menu keeps one."


class KeptGraphsDialog(QDialog):
    """Lists graphs, those of one case or all; says what shall be done with one."""

    open_requested = Signal(str)
    rename_requested = Signal(str, str)  # its name, and another
    trash_requested = Signal(str)

    def __init__(self, case: str, *, may_change: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Kept graphs")
        self.resize(560, 400)
        self._may_change = may_change
        self._heads: tuple[GraphHead, ...] = ()
        self.scope = QComboBox()
        self.scope.setAccessibleName("Whose graphs")
        self.scope.addItem("Graphs of all cases", "")
        if case:
            self.scope.insertItem(0, f"Graphs of the case {case}", case)
            self.scope.setCurrentIndex(0)
        self.scope.setVisible(bool(case))
        self.list = QListWidget()
        self.list.setAccessibleName("Kept graphs")
        self.list.setSpacing(4)
        keep_from_copying(self.list)
        self.said = QLabel(wordWrap=True)
        play(self.said, "muted")
        self.open_it, self.rename, self.trash, self.close_it = (
            QPushButton(each) for each in ("Open", "Rename…", "Move to the trash", "Close")
        )
        for each in (self.open_it, self.rename, self.trash, self.close_it):
            each.setAutoDefault(False)
        self._place()
        self.scope.currentIndexChanged.connect(self._list)
        self.list.itemSelectionChanged.connect(self._allow)
        self.list.itemActivated.connect(self._open)
        self.open_it.clicked.connect(self._open)
        self.rename.clicked.connect(self._rename)
        self.trash.clicked.connect(self._trash)
        self.close_it.clicked.connect(self.accept)
        self._list()

    @property
    def chosen(self) -> str:
        """The name of the graph that is chosen."""
        items = self.list.selectedItems()
        return str(items[0].data(NAME)) if items else ""

    def show_graphs(self, heads: Sequence[GraphHead]) -> None:
        """List these; what was chosen stays so, if it is there."""
        self._heads = tuple(heads)
        self._list()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Delete and F2 do as elsewhere."""
        if event.key() == Qt.Key.Key_Delete and self.trash.isEnabled():
            self._trash()
        elif event.key() == Qt.Key.Key_F2 and self.rename.isEnabled():
            self._rename()
        else:
            super().keyPressEvent(event)

    def _place(self) -> None:
        buttons = QHBoxLayout()
        for each in (self.open_it, self.rename, self.trash):
            buttons.addWidget(each)
        buttons.addStretch()
        buttons.addWidget(self.close_it)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 14)
        layout.setSpacing(10)
        layout.addWidget(self.scope)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.said)
        layout.addLayout(buttons)

    @Slot()
    def _list(self) -> None:
        chosen, case = self.chosen, str(self.scope.currentData())
        shown = [each for each in self._heads if not case or each.case == case]
        self.list.clear()
        for each in shown:
            about = [f"Case {each.case}"] if each.case and not case else []
            about += [counted(each.nodes, "node"), *([local_time(each.saved_at)] if each.saved_at else [])]
            item = QListWidgetItem(f"{each.name}\n{'  ·  '.join(about)}")
            item.setData(NAME, each.name)
            self.list.addItem(item)
            if each.name == chosen:
                self.list.setCurrentItem(item)
        elsewhere = len(self._heads) - len(shown)
        self.said.setText(f"{counted(elsewhere, 'graph')} of other cases or of none." if elsewhere else "" if shown else NOTHING)
        self.said.setVisible(bool(self.said.text()))
        self._allow()

    @Slot()
    def _allow(self) -> None:
        self.open_it.setEnabled(bool(self.chosen))
        for each in (self.rename, self.trash):
            each.setEnabled(bool(self.chosen) and self._may_change)

    @Slot()
    def _open(self) -> None:
        if self.chosen:
            self.open_requested.emit(self.chosen)
            self.accept()

    @Slot()
    def _rename(self) -> None:
        name, given = QInputDialog.getText(self, "Rename the graph", "Name", text=self.chosen)
        if given and name.strip() and name != self.chosen:
            self.rename_requested.emit(self.chosen, name)

    @Slot()
    def _trash(self) -> None:
        self.trash_requested.emit(self.chosen)
