"""The list of what is kept of searches, where nothing is searched for yet."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListView, QMenu, QWidget

from desktop.domain.saved_search import PinnedPassage, SavedSearch
from desktop.domain.thread import ThreadHead
from desktop.ui.models.kept import Kept, KeptModel, Subject, kept_rows
from desktop.ui.widgets.kept_delegate import KeptDelegate
from desktop.ui.widgets.quiet_copy import keep_from_copying


class KeptList(QListView):
    """Enter or a click opens what stands there, Delete forgets it, F2 renames a saved search; Up from the first leaves."""

    chosen = Signal(object)  # a SavedSearch, a PastSearch, a PinnedPassage or a ThreadHead
    left = Signal()
    forget_wanted = Signal(object)  # a SavedSearch, a PinnedPassage or a ThreadHead
    rename_wanted = Signal(object)  # a SavedSearch
    watch_wanted = Signal(object, bool)  # a SavedSearch, and whether it shall watch
    clear_wanted = Signal()  # the history

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Saved searches, what was asked and searched for lately, pinned passages")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMouseTracking(True)
        keep_from_copying(self)
        self._rows = KeptModel(self)
        self._changeable = False
        self.setModel(self._rows)
        self.setItemDelegate(KeptDelegate(self))
        self.clicked.connect(self._choose)
        self.customContextMenuRequested.connect(self._show_menu)

    def show_kept(self, kept: Kept) -> None:
        """Show what is kept; whoever stood on a row stands as far down as before."""
        stood = self.currentIndex().row()
        self._rows.show(kept_rows(kept))
        if self.hasFocus() and stood >= 0 and not self.empty:
            self._stand_on(min(stood, self._rows.rowCount() - 1))

    def allow_changes(self, allowed: bool) -> None:
        """Let things be renamed and forgotten, or not, in a vault that may only be read."""
        self._changeable = allowed

    @property
    def empty(self) -> bool:
        """Whether nothing is kept."""
        return self._rows.rowCount() == 0

    def enter(self) -> None:
        """Take the keyboard."""
        if not self.empty:
            self.setFocus(Qt.FocusReason.TabFocusReason)
            if self._subject() is None:
                self._stand_on(1)

    def menu_of(self, subject: Subject) -> QMenu:
        """What can be done with what stands there."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("&Open\tEnter").triggered.connect(self._open_current)
        if isinstance(subject, SavedSearch) and self._changeable:
            watching = menu.addAction("&Watch: count new documents that match")
            watching.setCheckable(True)
            watching.setChecked(subject.watched)
            watching.triggered.connect(self._turn_watching)
            menu.addAction("&Rename…\tF2").triggered.connect(self._rename_current)
            menu.addAction("&Forget it\tDel").triggered.connect(self._forget_current)
        elif isinstance(subject, ThreadHead):
            if self._changeable:
                menu.addAction("&Move it to the trash\tDel").triggered.connect(self._forget_current)
        elif isinstance(subject, PinnedPassage) and self._changeable:
            menu.addAction("Un&pin\tDel").triggered.connect(self._forget_current)
        elif self._changeable:
            menu.addAction("&Forget all that was searched for").triggered.connect(self.clear_wanted)
        return menu

    # --- inside

    def _subject(self) -> Subject | None:
        index = self.currentIndex()
        return self._rows.row_at(index.row()).subject if index.isValid() else None

    def _stand_on(self, row: int) -> None:
        while row > 0 and self._rows.row_at(row).subject is None:
            row -= 1
        row = row if self._rows.row_at(row).subject else row + 1
        if row < self._rows.rowCount():
            self.setCurrentIndex(self._rows.index(row, 0))

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        subject = self._rows.row_at(index.row()).subject
        if subject is not None:
            self.chosen.emit(subject)

    @Slot()
    def _open_current(self) -> None:
        self._choose(self.currentIndex())

    @Slot()
    def _forget_current(self) -> None:
        subject = self._subject()
        if self._changeable and isinstance(subject, SavedSearch | PinnedPassage | ThreadHead):
            self.forget_wanted.emit(subject)

    @Slot()
    def _rename_current(self) -> None:
        subject = self._subject()
        if self._changeable and isinstance(subject, SavedSearch):
            self.rename_wanted.emit(subject)

    @Slot(bool)
    def _turn_watching(self, watched: bool) -> None:
        subject = self._subject()
        if isinstance(subject, SavedSearch):
            self.watch_wanted.emit(subject, watched)

    @Slot(QPoint)
    def _show_menu(self, at: QPoint) -> None:
        index = self.indexAt(at)
        subject = self._rows.row_at(index.row()).subject if index.isValid() else None
        if subject is not None:
            self.setCurrentIndex(index)
            self.menu_of(subject).popup(self.viewport().mapToGlobal(at))

    # --- Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Enter, Delete, F2, Escape, and Up from the first row."""
        key = event.key()
        if key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Up and self.currentIndex().row() <= 1):
            self.left.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._open_current()
        elif key == Qt.Key.Key_Delete:
            self._forget_current()
        elif key == Qt.Key.Key_F2:
            self._rename_current()
        else:
            super().keyPressEvent(event)
