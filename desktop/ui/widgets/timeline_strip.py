"""The strip below the picture: when what is shown was written of, and which stretch of time is looked at."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from desktop.domain.graph_picture import Picture
from desktop.domain.graph_timeline import Period, Timeline
from desktop.domain.graph_view import GraphView, keep_to
from desktop.ui.models.graph_steps import Step
from desktop.ui.models.graph_words import period_words, timeline_words
from desktop.ui.theme import play
from desktop.ui.widgets.elided_label import ElidedLabel
from desktop.ui.widgets.timeline_bars import TimelineBars


class TimelineStrip(QWidget):
    """Bars, what they say in words, and buttons to give days and to show all times again."""

    step_wanted = Signal(object)  # a Step
    days_asked = Signal()
    previewed = Signal(object)  # a Period while it is dragged

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._timeline = Timeline()
        self.bars = TimelineBars()
        self.said = ElidedLabel()
        play(self.said, "muted")
        self.days, self.clear = QToolButton(), QToolButton()
        self.days.setText("From … to …")
        self.days.setToolTip("Look at the time between two days")
        self.clear.setText("All times")
        self.clear.setToolTip("Show what all times say (Esc)")
        for each in (self.days, self.clear):
            each.setProperty("role", "link")
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.said, 1)
        row.addWidget(self.days)
        row.addWidget(self.clear)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(row)
        layout.addWidget(self.bars)
        self.setFocusProxy(self.bars)
        self.days.clicked.connect(self.days_asked)
        self.clear.clicked.connect(self.forget)
        self.bars.brushed.connect(self._brush)
        self.bars.previewed.connect(self.previewed)

    def show_timeline(self, timeline: Timeline) -> None:
        """Show when documents and facts are dated."""
        self._timeline = timeline
        self.bars.show_timeline(timeline)

    def show_picture(self, picture: Picture, view: GraphView, *, known: bool) -> None:
        """Say how much of a picture the stretch shows; `known` says whether the dates of all of it are."""
        self.bars.show_period(view.period)
        self.say(picture, view.period, known=known)
        self.clear.setVisible(view.period is not None)

    def say(self, picture: Picture, period: Period | None, *, known: bool) -> None:
        """Say what is seen of a picture in a stretch of time."""
        if not known:
            self.said.setText("Reading dates …")
        else:
            self.said.setText(period_words(picture, period) if period else timeline_words(self._timeline, self.bars.bins))

    @Slot()
    def forget(self) -> None:
        """Look at all times."""
        self.step_wanted.emit(Step("show all times", partial(keep_to, period=None)))

    @Slot(object, object)
    def take_days(self, first: str | None, last: str | None) -> None:
        """Look at the time between two days; an open end is that of the timeline."""
        bins = self.bars.bins.bins
        if not bins or not (first or last):
            self.forget()
            return
        one, other = sorted((first or bins[0].first.isoformat(), last or bins[-1].last.isoformat()))
        self._brush(Period(one, other), "")

    @Slot(object, str)
    def _brush(self, period: Period | None, run: str) -> None:
        if period is None:
            self.forget()
        else:
            self.step_wanted.emit(Step(f"show {period.first} – {period.last}", partial(keep_to, period=period), run))
