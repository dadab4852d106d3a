"""Reviewing what the extractors found."""

from __future__ import annotations

import pytest

from desktop.application.graph.decisions import Decisions
from desktop.application.graph.review import Review
from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import DocumentExtraction, LexiconTable
from desktop.domain.alias import Alias
from desktop.domain.candidate import Candidate, CandidateKind, CandidateQuery, Verdict
from desktop.domain.chunk import content_hash
from desktop.domain.entity import EntityType
from desktop.domain.errors import UsageError
from desktop.domain.fact import Fact, FactStatus
from desktop.domain.graph import NamedEntity
from tests.fakes.documents import a_document, put
from tests.fakes.extractions import APT28, HEADLACE, KNOWN, SANDWORM, an_entity, extract
from tests.fakes.facts_vault import FactsVault
from tests.fakes.lexicon import Tables
from tests.fakes.memory_candidates import MemoryCandidates
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.searchable_index import SearchableIndex

K, V, T = CandidateKind, Verdict, LexiconTable
ONE = "# Report\n\nIn May, Fancy Bear was there. APT28 uses Headlace. APT28 targets Poland.\n\nTsar Team fled to evil.example."
COINED = NamedEntity(
    "malware:blackgrebe", EntityType.MALWARE, "Blackgrebe", "", (Alias("Blackgrebe", "malware:blackgrebe", "the text", is_main=True),)
)


class Desk:
    """A vault with one document, and one more."""

    def __init__(self) -> None:
        self.index, self.vault, self.tables = SearchableIndex(), FactsVault(), Tables()
        reader = MemoryCandidates(self.index, self.vault.index)
        self.decisions = Decisions(self.tables, MemoryGraph(self.index), self.vault.memory, self.vault.audit)
        self.review = Review(reader, self.decisions, self.vault.history, self.vault.documents)
        self.put("one", ONE)
        self.put("two", "APT28 uses Headlace. Blackgrebe was new.")

    def put(self, name: str, text: str) -> None:
        self.vault.documents.place(a_document(name), text)
        put(self.index, name, text)
        found = extract(text, [*KNOWN, COINED, an_entity("domain-name:evil.example", "evil.example")])
        self.index.put_extractions([DocumentExtraction(name, content_hash(text), found)])

    def find(self, kind: CandidateKind, text: str = "") -> Candidate:
        return self.review.candidates(CandidateQuery(kind, text=text), CancelToken())[0]

    def left(self) -> dict[CandidateKind, int]:
        return self.review.counts(CandidateQuery(), CancelToken())

    def facts(self) -> list[Fact]:
        return [each.fact for each in self.vault.files.files.values()]


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_what_is_left_is_counted_by_kind(desk: Desk) -> None:
    assert desk.left() == {K.RELATION: 2, K.NAME: 4, K.SHARED: 1, K.INDICATOR: 1}
    desk.review.judge(JobContext(), [desk.find(K.RELATION)], V.ACCEPTED)
    assert desk.left()[K.RELATION] == 1


def test_a_sheet_shows_the_text_around_each_place_and_why_both_ends_were_found(desk: Desk) -> None:
    candidate = desk.find(K.RELATION)
    sheet = desk.review.sheet(candidate)
    place = sheet.places[0]
    assert (sheet.at, len(sheet.places), sheet.document and sheet.document.id) == (0, 2, "one")
    assert sheet.body[place.start : place.end] == place.quote == "APT28 uses Headlace."
    assert sheet.grounds == ("“uses”", "“APT28”: pack: APT28", "“Headlace”: pack: Headlace")
    assert desk.review.sheet(candidate, 1).body == "APT28 uses Headlace. Blackgrebe was new."
    assert desk.review.sheet(candidate, 99).at == 1
    name = desk.review.sheet(desk.find(K.NAME, "headlace"))
    assert (name.grounds, name.body[name.places[0].start : name.places[0].end]) == (("pack: Headlace",), "Headlace")


def test_a_document_that_vanished_takes_no_sheet_along(desk: Desk) -> None:
    candidate = desk.find(K.NAME, "poland")
    desk.vault.documents.trash("one")
    sheet = desk.review.sheet(candidate)
    assert (sheet.document, sheet.body, len(sheet.places)) == (None, "", 1)


@pytest.mark.parametrize(("verdict", "status"), [(V.ACCEPTED, FactStatus.ACCEPTED), (V.REJECTED, FactStatus.REJECTED)])
def test_a_judged_relation_is_a_fact_with_its_quotes_until_it_is_taken_back(desk: Desk, verdict: Verdict, status: FactStatus) -> None:
    judged = desk.review.judge(JobContext(), [desk.find(K.RELATION)], verdict)
    (fact,) = desk.facts()
    assert (fact.status, fact.subject, [each.quote for each in fact.sources]) == (status, APT28.id, ["APT28 uses Headlace."] * 2)
    assert (judged.facts, judged.decisions, judged.said) == ((fact.id,), (), f"APT28 uses Headlace: {verdict}")
    assert desk.review.undo(judged).facts == {fact.id}
    assert (desk.facts(), desk.left()[K.RELATION]) == ([], 2)


def test_an_accepted_name_is_a_fact_with_the_sentence_that_it_stands_in(desk: Desk) -> None:
    desk.review.judge(JobContext(), [desk.find(K.NAME, "fancy bear")], V.ACCEPTED)
    (fact,) = desk.facts()
    assert (fact.name, fact.type, fact.status) == ("APT28 is intrusion set", "entity", FactStatus.ACCEPTED)
    assert [each.quote for each in fact.sources][:2] == ["In May, Fancy Bear was there.", "APT28 uses Headlace."]
    assert desk.left()[K.NAME] == 3


def test_a_rejected_alias_is_parted_and_a_main_name_or_indicator_denied(desk: Desk) -> None:
    judged = desk.review.judge(JobContext(), [desk.find(K.NAME, "apt28"), desk.find(K.INDICATOR)], V.REJECTED)
    assert [(each["name"], each["status"], each["other"]) for each in desk.tables.lines[T.ALIASES]] == [
        ("Fancy Bear", "distinct", APT28.id)
    ]
    assert desk.tables.lines[T.DENY] == [{"value": "APT28"}, {"value": "evil.example"}]
    assert len(judged.decisions) == 3
    desk.review.undo(judged)
    assert all(lines == [] for lines in desk.tables.lines.values())


def test_what_is_denied_is_denied_by_its_value(desk: Desk) -> None:
    desk.review.judge(JobContext(), [desk.find(K.NAME, "apt28"), desk.find(K.SHARED)], V.DENIED)
    assert desk.tables.lines[T.DENY] == [{"value": "APT28"}, {"value": "Tsar Team"}]


def test_a_name_is_merged_by_its_id_where_it_is_known_else_by_what_it_is_called(desk: Desk) -> None:
    for text, kind in (("blackgrebe", K.NAME), ("headlace", K.NAME), ("tsar", K.SHARED)):
        desk.review.judge(JobContext(), [desk.find(kind, text)], V.MERGED, "S9999")
    assert [(each["name"], each["status"], each["other"]) for each in desk.tables.lines[T.ALIASES]] == [
        ("Blackgrebe", "same", "S9999"),
        (HEADLACE.id, "same", "S9999"),
        ("Tsar Team", "same", "S9999"),
    ]


def test_a_shared_name_that_is_rejected_is_nobody_s(desk: Desk) -> None:
    desk.review.judge(JobContext(), [desk.find(K.SHARED)], V.REJECTED)
    assert [(each["name"], each["status"], each["other"]) for each in desk.tables.lines[T.ALIASES]] == [
        ("Tsar Team", "distinct", APT28.id),
        ("Tsar Team", "distinct", SANDWORM.id),
    ]


@pytest.mark.parametrize(
    ("kind", "verdict", "said"),
    [
        (K.RELATION, V.DENIED, "Only names and indicators"),
        (K.RELATION, V.MERGED, "Only names can be merged"),
        (K.SHARED, V.ACCEPTED, "a name of several"),
        (K.NAME, V.MERGED, "Nothing was named"),
        (K.INDICATOR, V.MERGED, "Nothing was named"),
    ],
)
def test_what_makes_no_sense_is_refused(desk: Desk, kind: CandidateKind, verdict: Verdict, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        desk.review.judge(JobContext(), [desk.find(kind)], verdict)
    assert (desk.facts(), desk.vault.audit.entries) == ([], [])


def test_all_that_a_name_is_part_of_is_judged_and_taken_back_together(desk: Desk) -> None:
    judged = desk.review.judge_all(JobContext(), CandidateQuery(text="fancy bear"), V.REJECTED)
    assert (len(judged.keys), judged.said, desk.left()[K.RELATION]) == (2, "2 candidates: rejected", 0)
    desk.review.undo(judged)
    assert desk.left()[K.RELATION] == 2


def test_what_was_judged_before_is_left_as_it_was_said_where_all_are_judged(desk: Desk) -> None:
    name = desk.find(K.NAME, "blackgrebe")
    denied = desk.review.judge(JobContext(), [name], V.REJECTED)
    assert desk.find(K.NAME, "blackgrebe") == name  # no text was read again yet
    desk.review.judge_all(JobContext(), CandidateQuery(K.NAME), V.ACCEPTED, denied.keys)
    assert sorted(each.name for each in desk.facts()) == ["APT28 is intrusion set", "Headlace is malware", "Poland is location"]


def test_what_was_changed_since_it_was_judged_is_not_taken_back(desk: Desk) -> None:
    judged = desk.review.judge(JobContext(), [desk.find(K.RELATION), desk.find(K.SHARED)], V.REJECTED)
    stored = desk.vault.memory.read(judged.facts[0])
    desk.vault.memory.edit(stored.fact, "A note of the analyst.")
    with pytest.raises(UsageError, match="was changed since") as refused:
        desk.review.undo(judged)
    assert refused.value.hint == "Restore the version that you want from its history."
    assert desk.vault.memory.read(judged.facts[0]).text.strip() == "A note of the analyst."
    assert len(desk.tables.lines[T.ALIASES]) == 2
    desk.vault.memory.forget(judged.facts[0])
    with pytest.raises(UsageError, match="was changed since"):
        desk.review.undo(judged)
    assert desk.facts() == []


def test_one_thing_judged_twice_is_taken_back_step_by_step(desk: Desk) -> None:
    candidate = desk.find(K.RELATION)
    accepted, rejected = (desk.review.judge(JobContext(), [candidate], each) for each in (V.ACCEPTED, V.REJECTED))
    with pytest.raises(UsageError, match="was changed since"):
        desk.review.undo(accepted)
    desk.review.undo(rejected)
    assert [each.status for each in desk.facts()] == [FactStatus.ACCEPTED]
    desk.review.undo(accepted)
    assert desk.facts() == []


def test_of_the_lexicon_only_what_still_stands_is_taken_back(desk: Desk) -> None:
    judged = desk.review.judge(JobContext(), [desk.find(K.NAME, "blackgrebe"), desk.find(K.INDICATOR)], V.DENIED)
    desk.decisions.undo(judged.decisions[0])
    desk.review.undo(judged)
    assert desk.tables.lines[T.DENY] == []


@pytest.mark.parametrize(("kind", "text"), [(K.RELATION, "headlace"), (K.NAME, "headlace")])
def test_what_a_text_does_not_say_any_more_is_not_accepted(desk: Desk, kind: CandidateKind, text: str) -> None:
    candidate = desk.find(kind, text)
    desk.vault.documents.place(a_document("two"), "Some words before. APT28 uses Headlace. Blackgrebe was new.")
    with pytest.raises(UsageError, match=f"A text that states “{candidate.statement}” was changed since"):
        desk.review.judge(JobContext(), [candidate], V.ACCEPTED)
    assert desk.facts() == []
    desk.put("two", "Some words before. APT28 uses Headlace. Blackgrebe was new.")
    desk.review.judge(JobContext(), [candidate], V.ACCEPTED)
    assert len(desk.facts()) == 1


def test_what_no_text_says_any_more_can_be_rejected_but_not_accepted(desk: Desk) -> None:
    candidate = desk.find(K.NAME, "blackgrebe")
    desk.put("two", "Nothing of the kind.")
    with pytest.raises(UsageError, match="was changed since"):
        desk.review.judge(JobContext(), [candidate], V.ACCEPTED)
    desk.review.judge(JobContext(), [candidate], V.REJECTED)
    assert desk.tables.lines[T.DENY] == [{"value": "Blackgrebe"}]


def test_of_several_what_can_be_judged_is_and_the_rest_is_told(desk: Desk) -> None:
    judged = desk.review.judge(JobContext(), [desk.find(K.SHARED), desk.find(K.NAME)], V.ACCEPTED)
    assert len(judged.keys) == 1
    assert judged.problems == ("Tsar Team is a name of several. Say whose it is: merge it with one of them.",)


def test_whoever_stops_it_is_told_what_was_done(desk: Desk) -> None:
    cancel = CancelToken()
    context = JobContext(cancel, lambda progress: cancel.cancel() if progress.done else None)
    judged = desk.review.judge(context, desk.review.candidates(CandidateQuery(), CancelToken()), V.ACCEPTED)
    assert (len(judged.keys), len(desk.facts())) == (1, 1)
