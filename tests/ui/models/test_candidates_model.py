from __future__ import annotations

from desktop.domain.candidate import Candidate, CandidateKind, Verdict
from desktop.domain.entity import EntityType
from desktop.domain.graph import NamedEntity
from desktop.domain.relation import Relationship
from desktop.ui.models.blocks_model import Role
from desktop.ui.models.candidates_model import CANDIDATE, STATE, CandidatesModel, candidate_words, describe
from tests.ui.samples import a_candidate


def test_what_is_judged_stays_marked_and_what_counts_no_more_is_struck_out(qapp: object, qtmodeltester: object) -> None:
    model = CandidatesModel()
    rows = [a_candidate(name) for name in ("Headlace", "Mimikatz", "Empire")]
    model.show_listing(3, 0, rows)
    qtmodeltester.check(model)  # type: ignore[attr-defined]
    model.mark([rows[0].key], Verdict.ACCEPTED)
    model.mark([rows[1].key], Verdict.REJECTED)
    assert [model.index(row, STATE).data() for row in range(3)] == ["accepted", "rejected", "derived"]
    struck = [model.index(row, CANDIDATE).data(Role.FontRole) for row in range(3)]
    assert [bool(font and font.strikeOut()) for font in struck] == [False, True, False]
    assert (model.next_after(0), model.next_after(2)) == (2, 2)
    model.unmark([rows[0].key])
    assert (model.is_judged(rows[0]), model.next_after(2)) == (False, 2)
    model.mark([each.key for each in rows], Verdict.DENIED)
    assert model.next_after(0) is None


def test_a_candidate_says_in_words_what_it_is() -> None:
    headlace = NamedEntity("malware:S1", EntityType.MALWARE, "Headlace")
    relation = a_candidate("Headlace")
    assert candidate_words(relation) == "APT28 uses Headlace"
    assert describe(relation).splitlines()[-1] == "2 sentences in 1 document"
    name = Candidate(CandidateKind.NAME, headlace, 0.8, 1, 1, "pack: Headlace", spellings=("HEADLACE",))
    assert candidate_words(name) == "Headlace · malware"
    assert describe(name) == "Headlace · malware\nHeadlace: malware (malware:S1)\nWritten as HEADLACE\n1 mention in 1 document"
    shared = Candidate(
        CandidateKind.SHARED, NamedEntity("", EntityType.MALWARE, "HL"), 0.8, 1, 1, "pack", options=(headlace, headlace), spellings=("HL",)
    )
    assert candidate_words(shared) == "HL: Headlace or Headlace?"
    denial = Candidate(CandidateKind.RELATION, headlace, 0.5, 1, 1, "“uses”", Relationship.USES, headlace, negated=True)
    assert candidate_words(denial) == "Headlace does not: uses Headlace"
