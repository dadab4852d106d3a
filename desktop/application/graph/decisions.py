"""What the analyst decides about names and edges: lines of the lexicon and facts, each of which can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from desktop.application.extraction.folding import name_key
from desktop.application.graph.judgements import Judgements, KeepsFacts, Place
from desktop.application.ports import AuditLog, GraphReader, LexiconStore, LexiconTable
from desktop.domain.alias import AliasStatus
from desktop.domain.audit import AuditQuery
from desktop.domain.changes import Changes
from desktop.domain.entity import EntityType
from desktop.domain.errors import UsageError
from desktop.domain.fact import FactStatus
from desktop.domain.relation import Relationship

_ACTION, _UNDO = "decide", "undo-decision"
_T = LexiconTable


@dataclass(frozen=True, slots=True)
class Decision:
    """What was changed in the lexicon: lines that were added and taken out, as values by column; `number` is its line in the audit log."""

    table: LexiconTable
    said: str
    added: tuple[dict[str, str], ...] = ()
    removed: tuple[dict[str, str], ...] = ()
    number: int = 0


class Decisions:
    """Writes the lexicon and facts; extraction takes up every change by itself, where it touches something."""

    def __init__(
        self,
        lexicon: LexiconStore,
        graph: GraphReader,
        facts: KeepsFacts,
        audit: AuditLog,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._lexicon = lexicon
        self._judgements = Judgements(graph, facts)
        self._audit = audit
        self._clock = clock

    # --- names ---

    def allow(self, name: str, kind: EntityType) -> Decision:
        """Have a name always stand for something of this kind, wherever it is written."""
        row = {"value": _checked(name), "type": str(kind)}
        self._change(_T.DENY, f"{name} is no longer denied", (), self._rows(_T.DENY, "value", name))
        return self._change(_T.ALLOW, f"{name} is always a {kind}", (row,), self._rows(_T.ALLOW, "value", name))

    def deny(self, *values: str) -> Decision:
        """Have names or indicators never count, whoever finds them."""
        rows = tuple({"value": _checked(value)} for value in values)
        allowed = [row for value in values for row in self._rows(_T.ALLOW, "value", value)]
        self._change(_T.ALLOW, f"{', '.join(values)} no longer allowed", (), allowed)
        known = [row for value in values for row in self._rows(_T.DENY, "value", value)]
        return self._change(_T.DENY, f"{', '.join(values)} never counts", rows, known)

    def merge(self, name: str, other: str, note: str = "") -> Decision:
        """Have a name, or an entity by its id, be the same as another."""
        return self._decide(name, AliasStatus.SAME, other, note)

    def split(self, name: str, other: str, note: str = "") -> Decision:
        """Have a name be none of an entity's."""
        return self._decide(name, AliasStatus.DISTINCT, other, note)

    def dispute(self, name: str, other: str, note: str = "") -> Decision:
        """Have it open whether a name is an entity's."""
        return self._decide(name, AliasStatus.DISPUTED, other, note)

    def decided(self, limit: int = 100) -> list[Decision]:
        """What was decided here and not taken back, newest first; lines written by other programs are not among it."""
        records = self._audit.records(AuditQuery(subject="lexicon", actions=(_ACTION, _UNDO)))
        undone = {each.details.get("number") for each in records if each.action == _UNDO}
        found = [
            Decision(
                LexiconTable(each.details["table"]), str(each.details["said"]), tuple(each.details["added"]),
                tuple(each.details["removed"]), each.number,
            )
            for each in records
            if each.action == _ACTION and each.number not in undone
        ]  # fmt: skip
        return found[:limit]

    def undo(self, number: int | None = None) -> Decision:
        """Take a decision back, the last one if none is named: its lines go, and those that it took out come again.

        UsageError where there is none such, or where its names were decided otherwise since, here or in the file.
        """
        decided = self.decided(limit=1_000_000)
        chosen = next((each for each in decided if number in (None, each.number)), None)
        if chosen is None:
            raise UsageError("There is no such decision to take back.", "`coffer lexicon list` lists those there are.")
        self._check_left([chosen])
        self._lexicon.change(chosen.table, chosen.removed, chosen.added)
        self._audit.append(_UNDO, "lexicon", number=chosen.number, said=chosen.said)
        return chosen

    def undo_all(self, numbers: Collection[int]) -> None:
        """Take back those of these decisions that stand, the last first; nothing where one of them is not as it was left."""
        standing = [each for each in self.decided(limit=1_000_000) if each.number in numbers]
        self._check_left(standing)
        for each in standing:
            self.undo(each.number)

    # --- edges and entities ---

    def accept(self, source: str, relationship: Relationship, target: str, note: str = "", *, negated: bool = False) -> Changes:
        """Make an edge the analyst's own: a fact with the sentences that state it as its sources.

        Where a fact says the same already, whether by ids or by names, that one is accepted, and names the further sentences.
        """
        return self._judgements.judge((source, relationship, target, negated), FactStatus.ACCEPTED, note)

    def reject(self, source: str, relationship: Relationship, target: str, note: str = "", *, negated: bool = False) -> Changes:
        """Have an edge count no more, whatever sentences state it; it is kept as a rejected fact, and can be accepted again."""
        return self._judgements.judge((source, relationship, target, negated), FactStatus.REJECTED, note)

    def accept_entity(self, entity_id: str, places: Sequence[Place] = (), note: str = "") -> Changes:
        """Have it on the analyst's word that there is such a thing: a fact that says of what kind it is, with where it is spoken of."""
        return self._judgements.accept_entity(entity_id, places, note)

    def _decide(self, name: str, status: AliasStatus, other: str, note: str) -> Decision:
        row = {"name": _checked(name), "status": str(status), "other": _checked(other), "date": f"{self._clock():%Y-%m-%d}", "note": note}
        known = [each for each in self._rows(_T.ALIASES, "name", name) if name_key(each["other"]) == name_key(other)]
        words = {AliasStatus.SAME: "is", AliasStatus.DISTINCT: "is not", AliasStatus.DISPUTED: "may be"}
        return self._change(_T.ALIASES, f"{name} {words[status]} {other}", (row,), known)

    def _check_left(self, decisions: Sequence[Decision]) -> None:
        """UsageError where lines about the names of one of these, newest first, are not those that it left there.

        Of several about one name only the newest can tell: it left what stands there now.
        """
        seen: set[tuple[LexiconTable, str]] = set()
        for each in decisions:
            names = {_subject(each.table, row) for row in (*each.added, *each.removed)}
            left = [row for row in each.added if (each.table, _subject(each.table, row)) not in seen]
            about = [row for row in self._lexicon.rows(each.table) if _subject(each.table, row) in names]
            now = [row for row in about if (each.table, _subject(each.table, row)) not in seen]
            if not _agree(now, left):
                raise UsageError(
                    f"“{each.said}” cannot be taken back: its names were decided otherwise since.", "Decide again how it shall be."
                )
            seen |= {(each.table, name) for name in names}

    def _rows(self, table: LexiconTable, column: str, value: str) -> list[dict[str, str]]:
        """Lines that speak of a value, however it is written."""
        return [row for row in self._lexicon.rows(table) if row.get(column, "").casefold() == value.strip().casefold()]

    def _change(self, table: LexiconTable, said: str, added: Sequence[dict[str, str]], removed: Sequence[dict[str, str]]) -> Decision:
        decision = Decision(table, said, tuple(added), tuple(removed))
        if added or removed:
            self._lexicon.change(table, added, removed)
            self._audit.append(_ACTION, "lexicon", table=str(table), said=said, added=list(added), removed=list(removed))
        return decision


def _subject(table: LexiconTable, row: Mapping[str, str]) -> str:
    """What a line speaks of: a value, or two names."""
    if table is not _T.ALIASES:
        return row.get("value", "").casefold()
    return f"{row.get('name', '').casefold()}\n{name_key(row.get('other', ''))}"


def _agree(now: Sequence[Mapping[str, str]], left: Sequence[Mapping[str, str]]) -> bool:
    """Whether lines of a table are exactly those that were left there; a column of a person's own that says something is no such line."""
    return len(now) == len(left) and all(any(row == {key: each.get(key, "") for key in row} for each in left) for row in now)


def _checked(value: str) -> str:
    if not value.strip() or "\n" in value or "\r" in value:
        raise UsageError(f"{value!r} is no name.", "Write it on one line.")
    return value.strip()
