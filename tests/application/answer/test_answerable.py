from __future__ import annotations

import math

import pytest

from desktop.application.answer.answerable import NO_SUPPORT, UNLIKELY, Support, support_of, why_unanswerable
from desktop.application.answer.candidates import Candidate
from desktop.application.answer.evidence import Judge, Scored
from desktop.application.answer.named_things import Thing
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
    support = support_of(question, judge.weights, scored)
    return why_unanswerable(question, scored, scored, support, texts), support


def test_evidence_that_says_what_is_asked_answers() -> None:
    reason, support = judged("When did Velvet Heron encrypt hosts?", "Velvet Heron encrypted hosts on 3 May 2021.")
    assert reason == ""
    assert support == Support(meaning=0.6, together=1.0, focus=1.0, extent=0.4, unsaid=0.0, open=0.0, exact=0.0)
    assert support.likelihood == pytest.approx(1 / (1 + math.exp(4.7 - 4.8 * 0.6 - 2.0 - 1.2 - 3.1 * 0.4)))


@pytest.mark.parametrize(
    ("question", "sentence", "reason"),
    [
        ("Which loader did Copper Walrus use?", "Velvet Heron used a loader.", "No document mentions “Copper Walrus”."),
        ("How many hosts did Velvet Heron encrypt?", "Velvet Heron encrypted hosts.", "The passages found do not state a number for it."),
        (
            "How many hosts did Velvet Heron encrypt?",
            "Velvet Heron encrypted hosts. The ministry of the south said so, and that three mails had come before it.",
            "The passages found do not state a number for it.",
        ),
        (
            "Which phone number did Velvet Heron give?",
            "Velvet Heron gave phone numbers, in 2021, to 52 hosts at 192.0.2.17.",
            "The passages found do not state a phone number for it.",
        ),
        (
            "What ransom did Velvet Heron demand?",
            "Velvet Heron demanded a ransom.",
            "The passages found do not state an amount for it.",
        ),
        (
            "What did Velvet Heron encrypt on 25 April 2021?",
            "Velvet Heron encrypted hosts on Apr 24, 2021.",
            "No document on it speaks of “25 april 2021”.",
        ),
        (
            "Why did Velvet Heron enter the network in 2015?",
            "Grey Otter entered the network in 2015, while Velvet Heron entered it later.",
            "The sources do not say “2015” of “Velvet Heron”, but of something else.",
        ),
    ],
)
def test_what_is_not_borne_out_is_said(question: str, sentence: str, reason: str) -> None:
    assert judged(question, sentence)[0] == reason


@pytest.mark.parametrize("day", ["On April 25, 2021", "On 2021-04-25", "On the 25th of April"])
def test_a_day_may_be_worded_otherwise(day: str) -> None:
    assert judged("What did Velvet Heron encrypt on 25 April 2021?", f"{day} Velvet Heron encrypted hosts.")[0] == ""


def test_kinds_of_name_that_are_not_given_are_said() -> None:
    question = read_question("Which government is behind Velvet Heron?")
    candidate = Candidate("d", "", None, 0, 9, Kind.PROSE, "A government is behind Velvet Heron.", "", 0)
    texts = {"d": folded(candidate.text)}
    judge = Judge(question, [candidate], texts)
    scored = judge.judge({candidate: 0.6})
    support = support_of(question, judge.weights, scored)
    assert why_unanswerable(question, scored, scored, support, texts) == ""
    reason = why_unanswerable(question, scored, scored, support, texts, [Thing.COUNTRY])
    assert reason == "The passages found do not name a country for it."


def test_a_question_that_names_nothing_or_an_indicator_needs_less_of_its_words_said() -> None:
    _, unnamed = judged("What let them hop to the rest of a tenant?", "A cloud identity was stolen.", meaning=0.65)
    _, indicator = judged("192.0.2.7: whose is it?", "192.0.2.7 was used by Velvet Heron.")
    _, named = judged("What let Velvet Heron hop to the rest of a tenant?", "Velvet Heron stole a cloud identity.", meaning=0.65)
    assert (unnamed.open, unnamed.exact) == (1.0, 0.0)
    assert (indicator.open, indicator.exact) == (0.0, 1.0)
    assert (named.open, named.exact) == (0.0, 0.0)
    assert named.likelihood < UNLIKELY < unnamed.likelihood


def test_what_an_answer_is_one_of_may_stand_around_it() -> None:
    question = read_question("Which airline did Velvet Heron rob?")
    candidate = Candidate("d", "", None, 0, 9, Kind.PROSE, "Velvet Heron robbed it.", "Grey Air is an airline.", 0)
    judge = Judge(question, [candidate], {"d": folded(candidate.text)})
    assert support_of(question, judge.weights, judge.judge({candidate: 0.6})).focus == 1.0


def test_a_date_that_is_said_of_the_subject_is_no_wrong_premise() -> None:
    assert judged("Why did Velvet Heron enter the network in 2015?", "Velvet Heron entered the network in 2015 to steal mail.")[0] == ""


def test_what_hardly_bears_the_question_out_is_no_answer() -> None:
    others = [f"Velvet Heron sent invoices to the {each}." for each in ("bank", "court", "mill", "port")]
    reason, support = judged("Which airline's booking system did Velvet Heron break into at night?", *others, meaning=0.2)
    assert reason == "The passages found come near, but hardly bear out what is asked."
    assert (support.together, support.focus) == (0.0, 0.0)
    assert support.likelihood < UNLIKELY


@pytest.mark.parametrize(
    ("question", "sentence", "unsaid"),
    [
        ("When was the leader of Velvet Heron arrested?", "Velvet Heron has a leader and was seen in May 2021.", 1.0),
        ("When was the leader of Velvet Heron arrested?", "The leader of Velvet Heron was detained in May 2021.", 0.0),
        ("Which tool that was leaked did Velvet Heron use?", "Velvet Heron used BRASSKETTLE.", 0.0),
        ("How much did Velvet Heron ask of the mill?", "Velvet Heron asked the mill for $40.", 0.0),
    ],
)
def test_an_act_that_is_asked_about_has_to_be_said_in_whatever_words(question: str, sentence: str, unsaid: float) -> None:
    assert judged(question, sentence)[1].unsaid == unsaid


def test_an_act_that_nothing_says_is_no_answer_however_near_the_rest_comes() -> None:
    reason, support = judged(
        "When did the police arrest the leader of Velvet Heron?", "The leader of Velvet Heron called the police in May 2021."
    )
    assert reason == "The passages found come near, but hardly bear out what is asked."
    assert (support.unsaid, support.together > 0.5) == (1.0, True)


def test_what_the_question_says_counts_within_one_sentence() -> None:
    question = "Which night did Velvet Heron send invoices to courts?"
    _, apart = judged(question, "Velvet Heron sent mails at night.", "Velvet Heron wrote invoices.", "Velvet Heron spied on courts.")
    _, together = judged(question, "Velvet Heron sent invoices to courts at night.", "Velvet Heron wrote them.", "Velvet Heron spied.")
    assert apart.together < 0.6
    assert together.together == 1.0


def test_a_document_apart_does_not_make_a_pair() -> None:
    reason, _ = judged("Did Velvet Heron attack Brazil?", "Velvet Heron attacked ministries.", "Banks in Brazil were attacked.")
    assert reason == "No document speaks of “Velvet Heron” and “Brazil” together."


def test_without_evidence_nothing_is_supported() -> None:
    reason, support = judged("When did Velvet Heron begin?")
    assert reason == "No passage has to do with the question."
    assert support == NO_SUPPORT
