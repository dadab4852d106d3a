"""A use case in the background, as signals for the window."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.ui.jobs.task import Failed, Mail, Succeeded, Task, UseCase

INTERVAL_MS = 50


class QtJob(QObject):
    """Runs one use case on a lane and says what comes of it; every signal is emitted in the window's thread.

    Progress and partial results are given at most every 50 ms: of progress the newest, of partial results all,
    as one tuple. The end is never held back, and what came before it is given first. Exactly one of
    `succeeded`, `failed` and `cancelled` comes, then `ended`.

    The use case must hold no Qt object: the lane's thread may be the last to let go of it.
    """

    progressed = Signal(object)
    partial = Signal(object)
    succeeded = Signal(object)
    failed = Signal(object)
    cancelled = Signal()
    ended = Signal()

    def __init__(self, use_case: UseCase, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.task = Task(use_case)
        self._over = False
        self._delivered_at = -1.0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._deliver_now)

    @property
    def was_cancelled(self) -> bool:
        """Whether someone asked it to stop."""
        return self.task.cancel.cancelled

    def cancel(self) -> None:
        """Ask it to stop; if it has not begun, it is over at once."""
        self.task.cancel.cancel()
        if self.task.withdraw():
            self.deliver()

    def silence(self) -> None:
        """Ask it to stop, and hear no more of it."""
        self.blockSignals(True)
        self.cancel()

    def deliver(self) -> bool:
        """Pass on what is in the mailbox, now or when the interval is over; whether the job has ended."""
        since = (monotonic() - self._delivered_at) * 1000
        if self.task.ended or since >= INTERVAL_MS:
            self._deliver_now()
        elif not self._timer.isActive():
            self._timer.start(int(INTERVAL_MS - since) + 1)
        return self._over

    @Slot()
    def _deliver_now(self) -> None:
        if self._over:
            return
        mail = self.task.empty_mailbox()
        self._delivered_at = monotonic()
        self._over = mail.end is not None
        if mail.partials:
            self.partial.emit(mail.partials)
        if mail.progress is not None:
            self.progressed.emit(mail.progress)
        if self._over:
            self._timer.stop()
            self._emit_end(mail)

    def _emit_end(self, mail: Mail) -> None:
        match mail.end:
            case Succeeded(result):
                self.succeeded.emit(result)
            case Failed(failure):
                self.failed.emit(failure)
            case _:
                self.cancelled.emit()
        self.ended.emit()
