"""What waits to be judged as a Qt model, with what was said of it meanwhile."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QObject
from PySide6.QtGui import QFont

from desktop.domain.candidate import Candidate, CandidateKind, Verdict
from desktop.domain.entity import EntityType
from desktop.ui.models.blocks_model import BlocksModel, Column, Index, Role

DERIVED = "derived"
SURE, UNSURE = 0.8, 0.5
KIND_WORDS = {
    CandidateKind.RELATION: "Relations",
    CandidateKind.NAME: "Names",
    CandidateKind.SHARED: "Shared names",
    CandidateKind.INDICATOR: "Indicators",
}
_GONE = frozenset({Verdict.REJECTED, Verdict.DENIED})
_STIX_WORDS = {EntityType.TACTIC: "tactic", EntityType.IDENTITY: "organisation or sector"}
STATE, CANDIDATE, WHY, CONFIDENCE, PLACES = range(5)


class CandidatesModel(BlocksModel[Candidate]):
    """Rows of candidates. What is judged stays where it is, marked, until another list is shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        self._judged: dict[str, Verdict] = {}
        columns: tuple[Column[Candidate], ...] = (
            Column("State", self.state_of),
            Column("Candidate", candidate_words),
            Column("Found by", lambda each: each.by),
            Column("Sure", lambda each: f"{each.confidence:.0%}", numeric=True),
            Column("Places", lambda each: f"{each.places:,}", numeric=True),
        )
        super().__init__(columns, describe, parent)

    def state_of(self, candidate: Candidate) -> str:
        """What is said of a candidate: a verdict, or that it is merely derived."""
        return str(self._judged.get(candidate.key, DERIVED))

    def is_judged(self, candidate: Candidate) -> bool:
        """Whether something was said of it since it was listed."""
        return candidate.key in self._judged

    def mark(self, keys: Collection[str], verdict: Verdict) -> None:
        """Show what was said of candidates."""
        self._judged |= dict.fromkeys(keys, verdict)
        self._redraw()

    def unmark(self, keys: Collection[str]) -> None:
        """Show that what was said was taken back."""
        for key in keys:
            self._judged.pop(key, None)
        self._redraw()

    def rows_of(self, keys: Collection[str]) -> list[int]:
        """Rows of candidates, in order, of those that have been fetched."""
        wanted = frozenset(keys)
        return self.rows_where(lambda each: each.key in wanted)

    def next_after(self, row: int) -> int | None:
        """The next row below, or else the nearest above, that nobody has judged; None where there is none at hand."""
        left = self.rows_where(lambda each: not self.is_judged(each))
        below = [each for each in left if each > row]
        return below[0] if below else left[-1] if left else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """What a cell shows; a line goes through what counts no more."""
        if role == Role.FontRole and index.isValid() and index.column() == CANDIDATE:
            candidate = self.row_at(index.row())
            return _struck() if candidate and self._judged.get(candidate.key) in _GONE else None
        return super().data(index, role)

    def _redraw(self) -> None:
        if self.rowCount():
            self.dataChanged.emit(self.index(0, STATE), self.index(self.rowCount() - 1, PLACES))


def type_words(kind: EntityType) -> str:
    """A kind of entity in words."""
    return _STIX_WORDS.get(kind, kind.value.replace("-", " "))


def candidate_words(candidate: Candidate) -> str:
    """What is to be judged, in a line: a relation as a sentence, a name with what it would be."""
    if candidate.options:
        return f"{candidate.statement}: {' or '.join(each.value for each in candidate.options)}?"
    return candidate.statement if candidate.object else f"{candidate.statement} · {type_words(candidate.subject.type)}"


def describe(candidate: Candidate) -> str:
    """What a row has no room for."""
    ends = [each for each in (candidate.subject, candidate.object) if each and each.id]
    lines = [candidate_words(candidate), *(f"{each.value}: {type_words(each.type)} ({each.id})" for each in ends)]
    lines.append(f"Written as {', '.join(candidate.spellings)}" if candidate.spellings and not candidate.options else "")
    return "\n".join(filter(None, [*lines, count_words(candidate)]))


def count_words(candidate: Candidate) -> str:
    """In how many places and documents a candidate was found."""
    what = "sentence" if candidate.object else "mention"
    places, documents = candidate.places, candidate.documents
    return f"{places:,} {what}{'' if places == 1 else 's'} in {documents:,} document{'' if documents == 1 else 's'}"


def _struck() -> QFont:
    font = QFont()
    font.setStrikeOut(True)
    return font
