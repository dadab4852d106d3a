from __future__ import annotations

import pytest

from desktop.application.answer.answerable import Support, support_of, why_unanswerable
from desktop.application.answer.candidates import Candidate
from desktop.application.answer.evidence import Judge, Scored
from desktop.application.answer.question import read_question
from desktop.application.answer.wording import folded
from desktop.domain.sentences import Kind


def judged(text: str, *sentences: str, meaning: float = 0.6) -> tuple[str, Support]:
    """Why the sentences, each a document of its own, do not answer a question, and how they support it."""
    question = read_question(text)
    candidates = [Candidate(f"d{at}", "", None, 0, len(each), Kind.PROSE, each, "", 0) for at, each in enumerate(sentences)]
    texts = {each.document_id: folded(each.text) for each in candidates}
    judge = Judge(question, candidates, texts)
    scored: list[Scored] = judge.judge(dict.fromkeys(candidates, meaning))
    support = support_of(question, judge.weights, scored, texts)
    return why_unanswerable(question, scored, support, texts), support


def test_evidence_that_says_what_is_asked_answers() -> None:
    reason, support = judged("When did Velvet Heron encrypt hosts?", "Velvet Heron encrypted hosts on 3 May 2021.")
    assert reason == ""
    assert (support.said, support.missing, support.named, support.holds) == (1.0, 0.0, 1.0, 1.0)
    assert support.likelihood > 0.9


@pytest.mark.parametrize(
    ("question", "sentence", "reason"),
    [
        ("Which loader did Copper Walrus use?", "Velvet Heron used a loader.", "No document mentions “Copper Walrus”."),
        ("How many hosts did Velvet Heron encrypt?", "Velvet Heron encrypted hosts.", "The passages found do not state a number for it."),
        (
            "Why did Velvet Heron enter the network in 2015?",
            "Grey Otter entered the network in 2015, while Velvet Heron entered it later.",
            "The sources do not say “2015” of “Velvet Heron”, but of something else.",
        ),
    ],
)
def test_what_is_not_borne_out_is_said(question: str, sentence: str, reason: str) -> None:
    assert judged(question, sentence)[0] == reason


def test_a_date_that_is_said_of_the_subject_is_no_wrong_premise() -> None:
    assert judged("Why did Velvet Heron enter the network in 2015?", "Velvet Heron entered the network in 2015 to steal mail.")[0] == ""


def test_what_hardly_bears_the_question_out_is_no_answer() -> None:
    others = [f"Velvet Heron sent invoices to the {each}." for each in ("bank", "court", "mill", "port")]
    reason, support = judged("Which airline's booking system did Velvet Heron break into at night?", *others, meaning=0.2)
    assert reason == "The passages found come near, but hardly bear out what is asked."
    assert support.likelihood < 0.25


def test_a_document_apart_does_not_make_a_pair() -> None:
    reason, _ = judged("Did Velvet Heron attack Brazil?", "Velvet Heron attacked ministries.", "Banks in Brazil were attacked.")
    assert reason == "No document speaks of “Velvet Heron” and “Brazil” together."


def test_without_evidence_nothing_is_supported() -> None:
    reason, support = judged("When did Velvet Heron begin?")
    assert reason == "No passage has to do with the question."
    assert support.likelihood < 0.05
