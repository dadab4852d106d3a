"""The choice of a tag by which facts are listed; where the whole window works on one case, it is that one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox, QWidget

EVERY_CASE = "All cases"


class CaseFilter(QComboBox):
    """Offers the tags that there are; hidden while there is nothing to choose."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scope: tuple[str, ...] = ()
        self.setAccessibleName("Case: only facts with this tag")
        self.addItem(EVERY_CASE, "")

    @property
    def tag(self) -> str:
        """The tag that is chosen; empty for all."""
        return self.scope[0] if self.scope else self.currentData() or ""

    def scope_to(self, case: str) -> None:
        """List this case alone, for the whole window works on it; let the person choose again if it is empty."""
        self.scope = (case,) if case else ()
        self.setVisible(not case and self.count() > 1)

    def offer(self, tags: Sequence[str]) -> None:
        """Offer these tags; the one that was chosen stays, also where no fact has it any more."""
        chosen = self.currentData()
        self.clear()
        self.addItem(EVERY_CASE, "")
        for tag in dict.fromkeys((*tags, *([chosen] if chosen else []))):
            self.addItem(tag, tag)
        self.setCurrentIndex(max(0, self.findData(chosen)))
        self.setVisible(not self.scope and self.count() > 1)
