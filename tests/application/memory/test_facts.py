"""Remembering, correcting, superseding, forgetting."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from desktop.application.job import CancelToken
from desktop.application.ports import FactQuery, KeywordQuery
from desktop.domain.errors import DocumentNotFound, FactChanged, FactNotFound, UsageError
from desktop.domain.fact import FactDraft, FactStatus, FactView, QuoteState
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters, TextKind
from tests.application.memory.conftest import Desk

BODY = "Velvet Heron used the loader. It was seen in May."


def keep(desk: Desk, text: str = "The heron returned.", **fields: Any) -> str:
    return desk.memory.remember(FactDraft(text, **fields)).fact.id


def edge(desk: Desk, target: str, **fields: Any) -> str:
    given = {"subject": "Velvet Heron", "relationship": "attributed-to", "object": target, **fields}
    return keep(desk, f"It is {target}.", **given)


def listed(desk: Desk, view: FactView = FactView.CURRENT, **fields: Any) -> list[str]:
    return [row.fact.id for row in desk.memory.rows(FactQuery(view=view, sort="id", descending=False, **fields))]


def found(desk: Desk, word: str, filters: Filters = Filters()) -> list[str]:  # noqa: B008
    return [each.document_id for each in desk.reader.search_keyword(KeywordQuery((word,)), 10, filters, CancelToken())]


def test_a_fact_is_a_file_a_line_of_the_list_and_found_at_once(desk: Desk) -> None:
    fact_id = keep(desk, "The heron returned.\n\nIt used quuxotic relays.", description="About the heron", grade="b2", tags=("case-7",))
    assert desk.memory.read(fact_id).text == "The heron returned.\n\nIt used quuxotic relays.\n"
    assert desk.memory.read(fact_id).fact.grade == "B2"
    assert f"- [The heron returned.]({fact_id}.md): About the heron\n" in (desk.paths.memory / "MEMORY.md").read_text()
    assert found(desk, "quuxotic") == [f"memory/{fact_id}"]
    assert found(desk, "quuxotic", Filters(tags=("case-7",), kinds=(TextKind.FACT,))) == [f"memory/{fact_id}"]
    assert found(desk, "quuxotic", Filters(kinds=(TextKind.DOCUMENT,))) == []
    assert desk.audit.done() == [("remember", f"memory/{fact_id}")]


def test_a_fact_takes_the_marking_of_its_sources_and_quotes_them(desk: Desk) -> None:
    desk.document("report", BODY, tlp=Marking.AMBER)
    fact = desk.memory.read(keep(desk, sources=(("report", 0, 12),))).fact
    assert (fact.tlp, fact.sources[0].quote) == (Marking.AMBER, "Velvet Heron")
    lower = keep(desk, "Another.", sources=(("report", 0, 12),), tlp=Marking.GREEN)
    assert desk.memory.read(lower).fact.tlp is Marking.GREEN
    assert desk.memory.sheet(lower).effective is Marking.AMBER


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"grade": "Z1"}, "no grade"),
        ({"confidence": "maybe"}, "no word"),
        ({"subject": "a"}, "needs a subject"),
        ({"valid_from": "2025", "valid_until": "2024"}, "cannot be valid"),
        ({"valid_until": "next week"}, "no date"),
        ({"text": "  "}, "nothing to remember"),
    ],
)
def test_what_makes_no_sense_is_refused_and_leaves_nothing(desk: Desk, fields: dict[str, str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        keep(desk, **fields)
    assert desk.files.stamps() == {}


def test_a_source_that_is_not_there_is_refused(desk: Desk) -> None:
    desk.document("report", BODY)
    with pytest.raises(UsageError, match="no characters 0 to 999"):
        keep(desk, sources=(("report", 0, 999),))
    with pytest.raises(DocumentNotFound):
        keep(desk, sources=(("nowhere", 0, 1),))


def test_an_edit_keeps_the_id_and_refuses_what_changed_meanwhile(desk: Desk) -> None:
    fact_id = keep(desk)
    stored = desk.memory.read(fact_id)
    desk.pass_days(1)
    changes = desk.memory.edit(replace(stored.fact, name="Renamed"), "Zanzibarite.", begun_from=stored.sha256)
    assert changes.facts == {fact_id}
    assert (desk.memory.read(fact_id).fact.name, desk.memory.read(fact_id).fact.updated_at[:10]) == ("Renamed", "2026-12-02")
    assert found(desk, "zanzibarite") == [f"memory/{fact_id}"]
    assert f"[Renamed]({fact_id}.md)" in (desk.paths.memory / "MEMORY.md").read_text()
    with pytest.raises(FactChanged):
        desk.memory.edit(stored.fact, "Late.", begun_from=stored.sha256)
    assert not desk.memory.edit(desk.memory.read(fact_id).fact, "Zanzibarite.")


def test_a_superseded_fact_stays_linked_both_ways_and_is_found_when_asked(desk: Desk) -> None:
    old, new = keep(desk, "The relay is quuxotic."), keep(desk, "The relay moved.")
    desk.memory.supersede(old, new)
    assert (desk.memory.read(old).fact.superseded_by, desk.memory.read(new).fact.supersedes) == (new, old)
    assert found(desk, "quuxotic") == []
    assert found(desk, "quuxotic", Filters(superseded=True)) == [f"memory/{old}"]
    assert (listed(desk), listed(desk, FactView.SUPERSEDED)) == ([new], [old])
    assert old not in (desk.paths.memory / "MEMORY.md").read_text()
    with pytest.raises(UsageError, match="superseded"):
        desk.memory.supersede(old, keep(desk, "A third."))
    with pytest.raises(UsageError, match="take its own"):
        desk.memory.supersede(new, old)


def test_hidden_facts_take_no_place_from_others(desk: Desk) -> None:
    hidden = [keep(desk, f"heron heron heron {number}", status=FactStatus.PROPOSED) for number in range(30)]
    seen = keep(desk, "A single heron among many other words that count for less.")
    limit_one = desk.reader.search_keyword(KeywordQuery(("heron",)), 1, Filters(), CancelToken())
    assert [each.document_id for each in limit_one] == [f"memory/{seen}"]
    assert found(desk, "heron", Filters(superseded=True)) == [f"memory/{seen}"]
    assert len(listed(desk, FactView.PROPOSED)) == len(hidden)


def test_what_is_proposed_counts_only_once_it_is_accepted(desk: Desk) -> None:
    fact_id = keep(desk, "Quuxotic.", status=FactStatus.PROPOSED)
    assert (found(desk, "quuxotic"), listed(desk)) == ([], [])
    desk.memory.decide([fact_id], FactStatus.ACCEPTED)
    assert (found(desk, "quuxotic"), listed(desk)) == ([f"memory/{fact_id}"], [fact_id])
    desk.memory.decide([fact_id], FactStatus.REJECTED)
    assert (found(desk, "quuxotic"), listed(desk, FactView.REJECTED)) == ([], [fact_id])


def test_another_object_is_proposed_as_a_contradiction_until_a_person_decides(desk: Desk) -> None:
    gru, svr = edge(desk, "GRU"), edge(desk, "SVR", subject="VELVET HERON")
    edge(desk, "GRU", subject="Grey Otter")
    assert listed(desk, FactView.CONTRADICTED) == sorted([gru, svr])
    assert [{each.id for each in group} for group in desk.memory.disputes()] == [{gru, svr}]
    assert [each.id for each in desk.memory.sheet(gru).against] == [svr]
    desk.memory.keep_both([gru, svr])
    assert (desk.memory.disputes(), listed(desk, FactView.CONTRADICTED), desk.memory.sheet(gru).against) == ((), [], ())


def test_a_denial_contradicts_the_same_object_only(desk: Desk) -> None:
    gru, denied = edge(desk, "GRU"), edge(desk, "gru", negated=True)
    other = edge(desk, "SVR", negated=True)
    assert listed(desk, FactView.CONTRADICTED) == sorted([gru, denied])
    assert desk.memory.sheet(other).against == ()


def test_facts_of_different_times_do_not_contradict(desk: Desk) -> None:
    early, late = edge(desk, "GRU", valid_until="2023"), edge(desk, "SVR", valid_from="2024-02")
    assert listed(desk, FactView.CONTRADICTED) == []
    assert desk.memory.sheet(early).against == desk.memory.sheet(late).against == ()


def test_superseding_settles_a_contradiction(desk: Desk) -> None:
    gru, svr = edge(desk, "GRU"), edge(desk, "SVR")
    desk.memory.supersede(gru, svr)
    assert listed(desk, FactView.CONTRADICTED) == []


def test_a_fact_past_its_date_is_due_and_still_found(desk: Desk) -> None:
    fact_id = keep(desk, "Quuxotic.", valid_until="2026-12-03")
    assert listed(desk, FactView.DUE) == []
    desk.pass_days(3)
    assert (listed(desk, FactView.DUE), listed(desk), found(desk, "quuxotic")) == ([fact_id], [fact_id], [f"memory/{fact_id}"])


def test_facts_as_they_were_known_on_a_day(desk: Desk) -> None:
    old = keep(desk, "First.")
    desk.pass_days(10)
    new = keep(desk, "Second.")
    desk.memory.supersede(old, new)
    assert listed(desk, known_on="2026-12-05") == [old]
    assert listed(desk, known_on="2026-12-11") == [new]
    assert listed(desk, known_on="2026-11-30") == []


def test_the_list_is_filtered_by_words_entity_grade_and_type(desk: Desk) -> None:
    gru = edge(desk, "GRU", grade="B2", type="attribution")
    note = keep(desk, "Überraschung am Abend")
    assert listed(desk, text="uberraschung abend") == [note]
    assert listed(desk, entity="gru") == listed(desk, grades=("B2", "A1")) == listed(desk, types=("attribution",)) == [gru]
    assert desk.memory.count(FactQuery(text="nowhere")) == 0


def test_a_quote_that_moved_is_found_and_one_that_is_gone_is_said(desk: Desk) -> None:
    desk.document("report", BODY)
    fact_id = keep(desk, sources=(("report", 30, len(BODY)),))
    desk.document("report", f"A new beginning.\n\n{BODY.replace('was seen', 'was  seen')}")
    anchor = desk.memory.sheet(fact_id).sources[0].anchor
    assert (anchor.state, anchor.start) == (QuoteState.MOVED, 48)
    assert listed(desk, FactView.UNSUPPORTED) == []
    desk.document("report", "Nothing of that.")
    assert [row.broken_sources for row in desk.memory.rows(FactQuery())] == [1]
    assert listed(desk, FactView.UNSUPPORTED) == [fact_id]
    desk.documents.remove("report")
    desk.writer.remove_documents(["report"])
    desk.memory.rows(FactQuery())
    assert [each.state for each in desk.index.anchors(fact_id)] == [QuoteState.GONE]
    desk.document("report", BODY)
    assert (listed(desk, FactView.UNSUPPORTED), desk.index.citing(["report"])) == ([], (fact_id,))


def test_near_copies_are_not_independent(desk: Desk) -> None:
    text = " ".join(f"word{number}" for number in range(60))
    desk.document("one", text)
    desk.document("copy", f"{text} and a little more")
    desk.document("other", " ".join(f"else{number}" for number in range(60)))
    fact_id = keep(desk, sources=(("one", 0, 5), ("copy", 0, 5), ("other", 0, 5)))
    report = desk.memory.sheet(fact_id)
    assert (len(report.sources), report.independent) == (3, 2)


def test_a_source_that_no_longer_says_it_corroborates_nothing(desk: Desk) -> None:
    desk.document("one", "Heron was there, one house says of it.")
    desk.document("other", "Heron was seen, says quite another one.")
    fact_id = keep(desk, sources=(("one", 0, 15), ("other", 0, 14)))
    assert desk.memory.sheet(fact_id).independent == 2
    desk.document("other", "Nothing of it was seen.")
    assert (len(desk.memory.sheet(fact_id).sources), desk.memory.sheet(fact_id).independent) == (2, 1)
    desk.documents.remove("one")
    assert (len(desk.memory.sheet(fact_id).sources), desk.memory.sheet(fact_id).independent) == (2, 0)


def test_what_is_forgotten_leaves_the_search_and_comes_back(desk: Desk) -> None:
    fact_id = keep(desk, "Quuxotic.")
    desk.memory.forget(fact_id)
    assert (found(desk, "quuxotic"), (desk.paths.memory / "MEMORY.md").read_text()) == ([], "# Memory\n\n")
    assert [each.fact_id for each in desk.memory.trashed()] == [fact_id]
    desk.memory.restore(fact_id)
    assert found(desk, "quuxotic") == [f"memory/{fact_id}"]
    with pytest.raises(FactNotFound):
        desk.memory.forget("nowhere")
    assert "no fact nowhere" in desk.memory.forget(fact_id, "nowhere").problems[0]
    assert desk.memory.empty_trash() == 1


def test_a_fact_whose_head_is_broken_is_left_alone(desk: Desk) -> None:
    fact_id = keep(desk)
    path = desk.paths.fact(fact_id)
    path.write_text("---\nname: [\n---\nQuuxotic\n")
    desk.synchronise()
    assert found(desk, "quuxotic") == [f"memory/{fact_id}"]
    changes = desk.memory.decide([fact_id], FactStatus.REJECTED)
    assert (changes.facts, "cannot be understood" in changes.problems[0]) == (frozenset(), True)
    assert path.read_text() == "---\nname: [\n---\nQuuxotic\n"
