"""What the analyst decides about names and edges: lines of the lexicon and facts, each of which can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
        """Take a decision back, the last one if none is named: its lines go, and those that it took out come again."""
        decided = self.decided(limit=1_000_000)
        chosen = next((each for each in decided if number in (None, each.number)), None)
        if chosen is None:
            raise UsageError("There is no such decision to take back.", "`coffer lexicon list` lists those there are.")
        self._lexicon.change(chosen.table, chosen.removed, chosen.added)
        self._audit.append(_UNDO, "lexicon", number=chosen.number, said=chosen.said)
        return chosen

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

    def _rows(self, table: LexiconTable, column: str, value: str) -> list[dict[str, str]]:
        """Lines that speak of a value, however it is written."""
        return [row for row in self._lexicon.rows(table) if row.get(column, "").casefold() == value.strip().casefold()]

    def _change(self, table: LexiconTable, said: str, added: Sequence[dict[str, str]], removed: Sequence[dict[str, str]]) -> Decision:
        decision = Decision(table, said, tuple(added), tuple(removed))
        if added or removed:
            self._lexicon.change(table, added, removed)
            self._audit.append(_ACTION, "lexicon", table=str(table), said=said, added=list(added), removed=list(removed))
        return decision


def _checked(value: str) -> str:
    if not value.strip() or "\n" in value or "\r" in value:
        raise UsageError(f"{value!r} is no name.", "Write it on one line.")
    return value.strip()
