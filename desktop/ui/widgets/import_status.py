"""What is being done to the vault, in the status bar: stage, how far, how fast, how long still, and a way to stop it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QToolButton, QWidget

from desktop.ui.theme import icon, play
from desktop.ui.widgets.elided_label import ElidedLabel

BAR_WIDTH = 150


@dataclass(frozen=True, slots=True)
class Activity:
    """Work on the vault: `doing` is what (Importing), `unit` of what (documents); unknown things are None.

    `pausable` says whether it can be paused and gone on with at any time.
    """

    doing: str
    unit: str
    done: int = 0
    total: int | None = None
    detail: str = ""
    per_minute: float | None = None
    seconds_left: float | None = None
    waiting: int = 0
    pausable: bool = False


class ImportStatus(QWidget):
    """One line with a bar; hidden when nothing is being done."""

    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = QLabel()
        self._detail = ElidedLabel()  # a file's name may be longer than the window is wide
        play(self._detail, "muted")
        self._bar = QProgressBar(textVisible=False)
        self._bar.setFixedWidth(BAR_WIDTH)
        self._cancel = QToolButton()
        self._cancel.setToolTip("Stop; what is finished is kept")
        self._cancel.setText("Stop")
        self._cancel.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._cancel.setIconSize(QSize(16, 16))
        self._cancel.clicked.connect(self.cancel_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 2)
        layout.setSpacing(10)
        for widget in (self._bar, self._line, self._cancel):
            layout.addWidget(widget)
        layout.addWidget(self._detail, 1)
        self.hide()

    @property
    def text(self) -> str:
        """The line as it is read."""
        return self._line.text()

    @Slot(object)
    def show_activity(self, activity: Activity | None) -> None:
        """Show what is being done, or nothing."""
        self.setVisible(activity is not None)
        if activity is None:
            return
        self._bar.setRange(0, activity.total or 0)
        self._bar.setValue(min(activity.done, activity.total or 0))
        self._line.setText(describe_activity(activity))
        self._detail.setText(activity.detail)
        self._cancel.setIcon(icon("stop"))


def describe_activity(activity: Activity) -> str:
    """The line that says how far an activity is: `Importing 12 of 66 documents · 45 a minute · about 1 min left`."""
    if activity.total is None:
        parts = [f"{activity.doing} {activity.unit}…"]
    else:
        parts = [f"{activity.doing} {activity.done:,} of {activity.total:,} {activity.unit}"]
    if activity.per_minute is not None:
        parts.append(f"{activity.per_minute:,.0f} a minute")
    if activity.seconds_left is not None:
        parts.append(f"about {describe_seconds(activity.seconds_left)} left")
    if activity.waiting:
        parts.append(f"{activity.waiting} more waiting")
    return " · ".join(parts)


def describe_seconds(seconds: float) -> str:
    """A length of time as one would say it: `20 s`, `3 min`, `1 h 10 min`."""
    if seconds < 55:
        return f"{max(5, round(seconds / 5) * 5)} s"
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"
