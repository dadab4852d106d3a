"""The menu from which a search is limited to some documents."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from desktop.domain.document import Facets
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters
from desktop.ui.models.limits import KINDS

MOST_TAGS = 40
PERIODS = (("Last 7 days", 7), ("Last 30 days", 30), ("Last 12 months", 365))
Each = TypeVar("Each")


class FilterMenu(QMenu):
    """Filled anew whenever it opens, with the tags and formats that there are; `changed` carries Filters."""

    changed = Signal(object)
    period_wanted = Signal()
    document_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Limit to some documents", parent)
        self._filters = Filters()
        self._facets = Facets()
        self.markings = self.addMenu("&Marking")
        self.tags = self.addMenu("&Tag")
        self.formats = self.addMenu("&Format")
        self.periods = self.addMenu("&Published")
        self.kinds = self.addMenu("Documents or &facts")
        self.addAction("&Document…").triggered.connect(self.document_wanted)
        self.addSeparator()
        self._none = self._offer(self, "&No filters", Filters())
        self.aboutToShow.connect(self.fill)
        self.triggered.connect(self._take)
        self.fill()

    def show_filters(self, filters: Filters) -> None:
        """Filters that are set already."""
        self._filters = filters

    def show_facets(self, facets: Facets) -> None:
        """Tags and formats to offer."""
        self._facets = facets

    @Slot()
    def fill(self) -> None:
        """Offer what there is."""
        filters, facets = self._filters, self._facets
        for menu in (self.markings, self.tags, self.formats, self.periods, self.kinds):
            menu.clear()
        for each in Marking:
            limited = replace(filters, markings=_toggled(filters.markings, each))
            self._offer(self.markings, f"TLP:{each}", limited, on=each in filters.markings)
        for tag in facets.tags[:MOST_TAGS]:
            self._offer(self.tags, tag.replace("&", "&&"), replace(filters, tags=_toggled(filters.tags, tag)), on=tag in filters.tags)
        for kind in facets.formats:
            limited = replace(filters, formats=_toggled(filters.formats, kind))
            self._offer(self.formats, kind.upper(), limited, on=kind in filters.formats)
        self._fill_kinds()
        self._fill_periods(datetime.now(UTC).astimezone())
        self.tags.setEnabled(bool(facets.tags))
        self.formats.setEnabled(bool(facets.formats))
        self._none.setEnabled(not filters.empty)

    def _fill_kinds(self) -> None:
        filters = self._filters
        for kind, words in KINDS.items():
            limited = replace(filters, kinds=() if kind in filters.kinds else (kind,))
            self._offer(self.kinds, f"Only {words}", limited, on=kind in filters.kinds)
        self._offer(self.kinds, "With superseded facts", replace(filters, superseded=not filters.superseded), on=filters.superseded)

    def _fill_periods(self, now: datetime) -> None:
        for words, days in PERIODS:
            since = (now - timedelta(days=days)).date().isoformat()
            self._offer(self.periods, words, replace(self._filters, since=since, until=None))
        for year in (now.year, now.year - 1):
            self._offer(self.periods, f"In {year}", replace(self._filters, since=f"{year}-01-01", until=f"{year}-12-31"))
        self.periods.addSeparator()
        self.periods.addAction("From … to …").triggered.connect(self.period_wanted)

    def _offer(self, menu: QMenu, words: str, filters: Filters, *, on: bool | None = None) -> QAction:
        action = menu.addAction(words)
        action.setData(filters)
        if on is not None:
            action.setCheckable(True)
            action.setChecked(on)
        return action

    @Slot(QAction)
    def _take(self, action: QAction) -> None:
        filters = action.data()
        if isinstance(filters, Filters):
            self.changed.emit(filters)


def _toggled(values: tuple[Each, ...], value: Each) -> tuple[Each, ...]:
    return tuple(each for each in values if each != value) if value in values else (*values, value)
