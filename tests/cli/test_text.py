"""What people read."""

from desktop.cli.text import answer_text, ledger_text, result_text
from desktop.domain.answer import Answer, AnswerKind, AnswerSentence, Citation, Timing, Verdict
from desktop.domain.ledger import Ledger, LedgerRow, Outcome
from desktop.domain.passage import Mode, Passage, Route, RouteScore, SearchResult


def test_a_ledger_names_what_needs_a_look_and_sums_the_rest() -> None:
    rows = (LedgerRow("a.md", Outcome.IMPORTED), LedgerRow("b.pdf", Outcome.FAILED, "needs a password"))
    assert ledger_text(Ledger(rows, 2.0), "") == "failed: b.pdf (needs a password)\n1 imported, 1 failed in 2.0 s"


def test_a_hit_says_where_it_is_and_who_found_it() -> None:
    hit = Passage("r-00000000", "Report", 0, 3, 5, 9, "some\ntext", 1.0, {Route.KEYWORD: RouteScore(2, 1.0)})
    said = result_text(SearchResult("q", Mode.KEYWORD, (hit,), 0.01))
    assert "1. Report, page 3  [keyword 2]\n   r-00000000:5-9\n   some text" in said


def test_an_answer_numbers_each_source_once() -> None:
    source = Citation("r-00000000", 3, 5, 9, "text", Verdict.VERIFIED)
    sentences = (AnswerSentence("One.", (source,)), AnswerSentence("Two.", (source,)))
    said = answer_text(Answer("q", AnswerKind.EXTRACT, sentences, 1.0, None, (), (), Timing(0, None, 0)))
    assert said == "One. [1]\nTwo. [1]\n\n[1] r-00000000:5-9, page 3, verified: text"


def test_an_answer_that_was_not_found_says_so() -> None:
    assert answer_text(Answer("q", AnswerKind.NOT_FOUND, (), 0.0, None, (), (), Timing(0, None, 0))) == "The documents do not say."


def test_beside_a_refusal_what_comes_near_is_printed_and_what_it_is_not() -> None:
    near = (AnswerSentence("It hit Peru.", (Citation("d", 2, 0, 12, "It hit Peru.", Verdict.VERIFIED),)),)
    said = answer_text(Answer("q", AnswerKind.NOT_FOUND, (), 0.0, None, (), (), Timing(0, None, 0), "No date is stated.", near))
    assert (
        said
        == "The documents do not say. No date is stated.\nWhat comes near:\nIt hit Peru. [1]\n\n[1] d:0-12, page 2, verified: It hit Peru."
    )


def test_grounds_and_contradictions_are_printed() -> None:
    sentences = (AnswerSentence("It hit Peru.", (Citation("d", None, 0, 12, "It hit Peru.", Verdict.VERIFIED),)),)
    answer = Answer(
        "q", AnswerKind.EXTRACT, sentences, 1.0, None, (), (), Timing(0, None, 0), grounds="One source.", conflicts=("The sources differ.",)
    )
    assert answer_text(answer).endswith("verified: It hit Peru.\nThe sources differ.\nRests on: One source.")
