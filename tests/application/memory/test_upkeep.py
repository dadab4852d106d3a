"""The index true to memory/, and what is wrong with it."""

from __future__ import annotations

from desktop.application.job import JobContext
from desktop.application.ports import FactQuery
from desktop.domain.fact import FactDraft, FactView
from tests.application.memory.conftest import Desk


def keep(desk: Desk, text: str = "First.") -> str:
    return desk.memory.remember(FactDraft(text)).fact.id


def test_what_was_written_elsewhere_is_taken_in_and_recorded_as_such(desk: Desk) -> None:
    desk.paths.memory.mkdir()
    (desk.paths.memory / "by-hand.md").write_text("A note about quuxotic relays.")
    assert desk.upkeep.is_behind()
    assert desk.synchronise() == {"by-hand"}
    assert not desk.upkeep.is_behind()
    entry = desk.audit.entries[-1]
    assert (entry.action, entry.subject, entry.details["outside"]) == ("appear", "memory/by-hand", True)
    row = desk.memory.rows(FactQuery())[0].fact
    assert (row.name, len(row.created_at)) == ("A note about quuxotic relays.", 20)
    assert "(by-hand.md)" in (desk.paths.memory / "MEMORY.md").read_text()
    assert (desk.paths.memory / "by-hand.md").read_text() == "A note about quuxotic relays."


def test_what_vanished_leaves_the_index(desk: Desk) -> None:
    fact_id = keep(desk)
    desk.paths.fact(fact_id).unlink()
    assert desk.synchronise() == {fact_id}
    assert desk.upkeep.count() == 0
    assert desk.audit.done()[-1] == ("vanish", f"memory/{fact_id}")


def test_a_lost_index_gives_the_same_facts_again_and_records_nothing(desk: Desk) -> None:
    old, new = keep(desk), keep(desk, "Second.")
    desk.memory.supersede(old, new)
    before, listed, entries = (
        desk.memory.rows(FactQuery(view=FactView.ALL)),
        (desk.paths.memory / "MEMORY.md").read_text(),
        len(desk.audit.entries),
    )
    desk.writer.clear()
    assert desk.upkeep.count() == 0
    desk.upkeep.catch_up(JobContext(), {}, read_all=True, anew=True)
    assert desk.memory.rows(FactQuery(view=FactView.ALL)) == before
    assert (desk.paths.memory / "MEMORY.md").read_text() == listed
    assert len(desk.audit.entries) == entries
    assert desk.problems() == []


def test_a_file_that_was_exchanged_while_the_index_was_away_is_recorded(desk: Desk) -> None:
    fact_id = keep(desk)
    path = desk.paths.fact(fact_id)
    path.write_text(path.read_text().replace("First", "Forged"))
    desk.writer.clear()
    desk.upkeep.catch_up(JobContext(), {}, read_all=True, anew=True)
    assert (desk.audit.entries[-1].action, desk.audit.entries[-1].details["outside"]) == ("edit", True)


def test_problems_name_what_differs(desk: Desk) -> None:
    edited, gone, swapped = keep(desk, "Edited."), keep(desk, "Gone."), keep(desk, "Swapped.")
    path = desk.paths.fact(edited)
    path.write_text(path.read_text() + "more")
    desk.paths.fact(gone).unlink()
    desk.paths.fact(swapped).write_text("Another text.")
    desk.indexer.put([desk.memory.read(swapped)])
    (desk.paths.memory / "new.md").write_text("---\nsuperseded_by: nowhere\n---\nx")
    problems = "\n".join(desk.problems())
    assert f"memory/{edited}.md was edited since it was indexed" in problems
    assert f"memory/{gone}.md is gone" in problems
    assert f"memory/{swapped}.md is not what audit.jsonl says" in problems
    assert "memory/new.md is not in the index" in problems
    assert "memory/new.md names nowhere as superseded_by" in problems
