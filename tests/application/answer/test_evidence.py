from __future__ import annotations

from collections.abc import Mapping

import pytest

from desktop.application.answer.candidates import Candidate
from desktop.application.answer.evidence import ABOUT_IT, Bearing, Judge, Scored, asked_values, nearness_of, places_of, select, worth
from desktop.application.answer.question import read_question
from desktop.application.answer.values import ValueType
from desktop.application.answer.wording import folded
from desktop.domain.passage import Passage, Route, RouteScore
from desktop.domain.sentences import Kind

QUESTION = read_question("What did Velvet Heron write?")


def candidate(document_id: str, text: str, *, around: str = "", start: int = 0) -> Candidate:
    return Candidate(document_id, "", None, start, start + len(text), Kind.PROSE, text, around, 0)


def judged(
    *candidates: Candidate, question: str = "What did Velvet Heron write?", bodies: Mapping[str, str] | None = None,
    nearness: Mapping[str, float] | None = None,
) -> list[Scored]:  # fmt: skip
    texts = {each.document_id: folded((bodies or {}).get(each.document_id, each.text)) for each in candidates}
    judge = Judge(read_question(question), candidates, texts, nearness or {})
    return judge.judge(dict.fromkeys(candidates, 0.5))


def passage(document_id: str, cosine: float | None, position: int = 0) -> Passage:
    routes = {} if cosine is None else {Route.VECTOR: RouteScore(1, cosine)}
    return Passage(document_id, "", position, None, 0, 4, "text", 1.0, routes)


def test_a_document_is_as_near_as_its_nearest_passage_and_one_without_vectors_as_the_farthest() -> None:
    found = nearness_of([passage("a", 0.3), passage("a", 0.5, 1), passage("b", 0.2), passage("c", None), passage("a", None, 2)])
    assert found == {"a": 0.5, "b": 0.2, "c": 0.2}
    assert nearness_of([passage("a", None)]) == {"a": 0.0}


def test_evidence_of_a_nearer_document_comes_first() -> None:
    one, other = candidate("a", "Velvet Heron wrote malware in that year."), candidate("b", "Velvet Heron wrote letters to the court.")
    assert [each.candidate for each in judged(one, other, nearness={"a": 0.2, "b": 0.6})] == [other, one]
    assert [each.candidate for each in judged(one, other, nearness={"a": 0.6, "b": 0.2})] == [one, other]


def test_a_plain_question_is_answered_from_documents_that_come_as_near_as_the_best() -> None:
    near = candidate("a", "Velvet Heron wrote the loader BRASSKETTLE in Rust.")
    far = candidate("b", "Velvet Heron once wrote letters to newspapers about poetry.")
    scored = judged(near, far, nearness={"a": 0.8, "b": 0.2})
    assert [each.candidate for each in select(scored, QUESTION)] == [near]
    scored = judged(near, far, nearness={"a": 0.5, "b": 0.5})
    assert {each.candidate for each in select(scored, QUESTION)} == {near, far}


def test_a_sentence_in_a_document_about_the_subject_need_not_name_it() -> None:
    sentence = candidate("a", "It leaves two ransom notes on the desktop of its victims.")
    about = f"{'Velvet Heron came. ' * ABOUT_IT}{sentence.text}"
    assert judged(sentence, bodies={"a": about})[0].bearing.named == 0.6
    assert judged(sentence, bodies={"a": f"Velvet Heron came. {sentence.text}"})[0].bearing.named == 0.25
    assert judged(sentence)[0].bearing.named == 0.0


def test_what_names_nothing_of_the_subject_is_left_out_where_something_names_it() -> None:
    asked = "Which loader and which dropper with what number did the intruder Velvet Heron leave there?"
    others = [candidate(f"d{at}", f"The intruder wrote a loader and a dropper there, number {at}.") for at in range(6)]
    naming = candidate("heron", "Velvet Heron has BRASSKETTLE, which is known from elsewhere as well.")
    scored = judged(*others, naming, question=asked, nearness={each.document_id: 0.9 for each in others})
    assert naming not in [each.candidate for each in scored[:5]]
    assert [each.candidate for each in select(scored, QUESTION)] == [naming]


def test_bytes_and_rules_for_scanners_say_nothing() -> None:
    rule = candidate("a", "$strl = { C6 45 F4 74 C6 45 F5 6C C6 45 F6 76 C6 45 F7 63 } // 'tlvc.nls' being moved to ebp")
    assert judged(rule)[0].bearing.plain == 0.0
    assert judged(candidate("a", "The rule finds the name of a file that the backdoor has moved to a register."))[0].bearing.plain == 1.0


def test_a_number_counts_what_stands_near_it() -> None:
    question = read_question("How many C&C servers did Velvet Heron use?")
    assert asked_values(question, ValueType.NUMBER, "It used a total of five C&C servers.") == ["five"]
    assert asked_values(question, ValueType.NUMBER, "C&C servers that were found: 12") == ["12"]
    far = f"It used servers, which nobody had seen {'until then ' * 8}, and sent three mails."
    assert asked_values(question, ValueType.NUMBER, far) == []


def test_a_sentence_is_compared_with_the_line_before_it() -> None:
    assert (
        candidate("a", "It writes five files.", around="Title\nThe dropper starts.").in_context
        == "The dropper starts. It writes five files."
    )
    assert candidate("a", "It writes five files.").in_context == "It writes five files."


def test_what_stands_in_the_passages_nearest_in_meaning_is_compared_though_it_shares_no_word() -> None:
    sentences = [f"Lures for envoys of number {at} were sold." for at in range(6)]
    candidates = [Candidate("d", "", None, at, at + 1, Kind.PROSE, each, "", at) for at, each in enumerate(sentences)]
    texts = {"d": folded(" ".join(sentences))}
    named = Judge(read_question("What did Velvet Heron dangle?"), candidates, texts, places={5: 0, 4: 7})
    unnamed = Judge(read_question("What did the spies dangle?"), candidates, texts, places={5: 0, 4: 7})
    assert len(named.promising(2)) == 2
    assert candidates[5] in unnamed.promising(2)
    assert candidates[4] not in unnamed.promising(2)


def test_where_nothing_is_named_the_nearest_passage_counts_for_more() -> None:
    near, far = (Bearing(0.5, 0, 0, 0, 0, 0, 1, passage=each) for each in (1.0, 0.25))
    gap = worth(near) - worth(far)
    assert gap == pytest.approx(0.2 * 0.75)
    assert worth(near, names_nothing=True) - worth(far, names_nothing=True) == pytest.approx(1.2 * 0.75)


def test_passages_are_placed_by_what_vector_search_gave_them() -> None:
    assert places_of([passage("a", 0.2), passage("b", None), passage("c", 0.9)]) == {2: 0, 0: 1}


def test_what_all_documents_are_asked_is_told_from_each_before_more_is_told_from_one() -> None:
    many = [candidate("a", f"Velvet Heron wrote the tool called number {each}.", start=100 * at) for at, each in enumerate("KLMNOPQRSTU")]
    other = candidate("b", "A tool was later written, too, and Velvet Heron was paid for that.")
    across = read_question("Which tool do our reports say Velvet Heron wrote?")
    plain = read_question("Which tool did Velvet Heron write?")
    assert (across.across, plain.across) == (True, False)
    scored = judged(*many, other, question=across.text)
    assert other in [each.candidate for each in select(scored, across)][:4]


@pytest.mark.parametrize("turned", ["did not write", "never did write", "didn't write"])
def test_what_denies_the_best_evidence_is_said_beside_it_however_alike_the_two_are(turned: str) -> None:
    one = candidate("a", "Velvet Heron did write the loader BRASSKETTLE in Rust.")
    other = candidate("b", f"Velvet Heron {turned} the loader BRASSKETTLE in Rust.")
    copy = candidate("c", "Velvet Heron did write the loader BRASSKETTLE in Rust!")
    assert {each.candidate.document_id for each in select(judged(one, other, copy), QUESTION)} in ({"a", "b"}, {"b", "c"})
