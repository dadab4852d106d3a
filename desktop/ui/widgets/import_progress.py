"""The import that runs or waits, at the head of the imports pane: how far it is, and what can be asked of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop.domain.import_job import ImportJob
from desktop.ui.theme import play
from desktop.ui.widgets.elided_label import ElidedLabel
from desktop.ui.widgets.import_status import Activity, describe_activity
from desktop.ui.widgets.job_names import describe_job


class ImportProgress(QFrame):
    """Says what is being imported and offers Pause and Stop; of what was paused or cut off, it offers to go on."""

    pause_requested = Signal()
    stop_requested = Signal()
    resume_requested = Signal(str)
    abandon_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        play(self, "card")
        self._activity: Activity | None = None
        self._waiting: ImportJob | None = None
        self._line = QLabel(textFormat=Qt.TextFormat.PlainText)
        play(self._line, "heading")
        self._detail = ElidedLabel()
        play(self._detail, "muted")
        self._bar = QProgressBar(textVisible=False)
        self._pause = QPushButton("Pause")
        self._stop = QPushButton("Stop")
        self._resume = QPushButton("Go on")
        play(self._resume, "primary")
        self._abandon = QPushButton("Give up the rest")
        self._pause.setToolTip("Stop for now; what is finished is kept, and the rest can be gone on with at any time")
        self._stop.setToolTip("Stop for good; what is finished is kept")
        self._abandon.setToolTip("The files that wait are listed as skipped")
        self._place()
        self._pause.clicked.connect(self.pause_requested)
        self._stop.clicked.connect(self.stop_requested)
        self._resume.clicked.connect(self._go_on)
        self._abandon.clicked.connect(self._give_up)
        self._show()

    @Slot(object)
    def show_activity(self, activity: Activity | None) -> None:
        """Show what is being done to the vault, or nothing."""
        self._activity = activity
        self._show()

    def show_waiting(self, job: ImportJob | None, *, changeable: bool) -> None:
        """Show an import that does not run although files of it wait, or none."""
        self._waiting = job
        self._resume.setEnabled(changeable)
        self._abandon.setEnabled(changeable)
        self._show()

    def _show(self) -> None:
        activity, waiting = self._activity, None if self._activity else self._waiting
        self.setVisible(activity is not None or waiting is not None)
        for button in (self._pause, self._stop, self._bar):
            button.setVisible(activity is not None)
        for button in (self._resume, self._abandon):
            button.setVisible(waiting is not None)
        if activity is not None:
            self._pause.setVisible(activity.pausable)
            self._line.setText(describe_activity(activity))
            self._detail.setText(activity.detail)
            self._bar.setRange(0, activity.total or 0)
            self._bar.setValue(min(activity.done, activity.total or 0))
        elif waiting is not None:
            noun = "file waits" if waiting.waiting == 1 else "files wait"
            self._line.setText(f"{waiting.waiting:,} {noun}: the import is paused")
            self._detail.setText(describe_job(waiting))

    def _place(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self._line)
        words.addWidget(self._detail)
        words.addWidget(self._bar)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 10)
        layout.setSpacing(8)
        layout.addLayout(words, 1)
        for button in (self._resume, self._abandon, self._pause, self._stop):
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)

    @Slot()
    def _go_on(self) -> None:
        if self._waiting:
            self.resume_requested.emit(self._waiting.id)

    @Slot()
    def _give_up(self) -> None:
        if self._waiting:
            self.abandon_requested.emit(self._waiting.id)
