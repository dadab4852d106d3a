"""Search and answer share one pane: it is idle only when neither is at work."""

from __future__ import annotations

from desktop.ui.panes.search import SearchPane


class Busy:
    """Counts what is being done for the search pane."""

    def __init__(self, pane: SearchPane) -> None:
        self._pane = pane
        self._doing: dict[str, str] = {}

    def begin(self, what: str, words: str) -> None:
        """Say that something is being done."""
        self._doing[what] = words
        self._pane.show_busy(words)

    def end(self, what: str) -> None:
        """Say that it is done; what else is being done goes on."""
        if self._doing.pop(what, None) is None:
            return
        if self._doing:
            self._pane.show_busy(next(reversed(self._doing.values())))
        else:
            self._pane.show_idle()
