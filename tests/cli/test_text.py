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
