"""The JSON shapes are a contract: every key that it names is there."""

from desktop.application.ports import StoredDocument
from desktop.cli.shapes import answer_shape, document_shape, error_shape, hit_shape, ledger_shape, result_shape
from desktop.domain.answer import Answer, AnswerKind, AnswerSentence, Citation, RemovedSentence, Timing, Verdict
from desktop.domain.errors import StorageProblem
from desktop.domain.intent import Classification, Intent
from desktop.domain.ledger import Ledger, LedgerRow, Outcome
from desktop.domain.passage import Mode, Passage, Route, RouteScore, SearchResult
from desktop.domain.quality import Quality, RecognisedPage
from tests.fakes.documents import a_document

HIT = Passage("report-0a1b2c3d", "Report", 2, 3, 10, 14, "text", 0.5, {Route.KEYWORD: RouteScore(1, 2.5)})


def test_a_ledger_row_has_the_keys_of_the_contract() -> None:
    ledger = Ledger((LedgerRow("a.pdf", Outcome.IMPORTED, document_id="a-00000000"), LedgerRow("b.pdf", Outcome.FAILED, "damaged")), 1.5)
    shape = ledger_shape(ledger)
    assert shape["totals"] == {"imported": 1, "duplicate": 0, "updated": 0, "skipped": 0, "failed": 1}
    assert shape["seconds"] == 1.5
    assert set(shape["files"][0]) == {
        "path", "outcome", "reason", "document_id", "format", "converter", "pages", "pages_with_text", "ocr_pages", "characters",
        "chunks", "truncated", "parent", "seconds", "problem", "job",
    }  # fmt: skip
    assert shape["files"][1]["outcome"] == "failed"


def test_a_hit_names_only_the_routes_that_found_it() -> None:
    assert hit_shape(HIT) == {
        "document_id": "report-0a1b2c3d",
        "title": "Report",
        "position": 2,
        "page": 3,
        "start": 10,
        "end": 14,
        "text": "text",
        "score": 0.5,
        "more": 0,
        "twins": [],
        "signals": [],
        "routes": {"keyword": {"rank": 1, "score": 2.5, "why": ""}},
    }


def test_a_result_says_what_it_fell_back_to_and_what_the_intent_is() -> None:
    intent = Classification(Intent.FACTUAL, 0.9, "cue 'what'")
    shape = result_shape(SearchResult("q", Mode.BLENDED, (HIT,), 0.1, Mode.KEYWORD, "no vectors", intent))
    assert (shape["mode"], shape["fallback"], shape["notice"]) == ("blended", "keyword", "no vectors")
    assert shape["intent"] == {"name": "FACTUAL", "confidence": 0.9, "by": "cue 'what'"}
    assert result_shape(SearchResult("q", Mode.GREP, (), 0.1))["fallback"] is None


def test_an_answer_joins_its_sentences_and_keeps_what_was_removed() -> None:
    citation = Citation("report-0a1b2c3d", None, 4, 9, "quote", Verdict.VERIFIED)
    answer = Answer(
        "q?", AnswerKind.EXTRACT, (AnswerSentence("One.", (citation,)), AnswerSentence("Two.", (citation,))), 0.75, None,
        (RemovedSentence("Three.", "names 5, which no source does"),), (HIT,), Timing(0.1, None, 0.2),
    )  # fmt: skip
    shape = answer_shape(answer)
    assert shape["answer"] == "One. Two."
    assert shape["kind"] == "extract"
    assert shape["sentences"][0]["citations"] == [
        {"document_id": "report-0a1b2c3d", "page": None, "start": 4, "end": 9, "quote": "quote", "verdict": "verified"}
    ]
    assert shape["removed"] == [{"text": "Three.", "reason": "names 5, which no source does"}]
    assert shape["seconds"] == {"retrieve": 0.1, "first_token": None, "total": 0.2}


def test_an_error_carries_its_code_and_hint() -> None:
    assert error_shape(StorageProblem("Disk full.", "Free some space.")) == {
        "error": {"code": "storage", "message": "Disk full.", "hint": "Free some space."}
    }


def test_a_document_shows_its_quality_in_numbers() -> None:
    quality = Quality(empty_pages=(1,), recognised=(RecognisedPage(1, 0.5),), undecodable=0.25)
    written = {"id": "one", "quality": {"recognised": {1: "0.5"}, "undecodable": "0.25"}}
    shape = document_shape(StoredDocument(a_document("one", quality=quality), "body", 9, written, None))
    assert shape["front_matter"] == {
        "id": "one",
        "quality": {"empty_pages": [1], "recognised": {1: 0.5}, "undecodable": 0.25},
    }
    assert (shape["document_id"], shape["markdown"], shape["raw_path"]) == ("one", "body", None)
    plain = document_shape(StoredDocument(a_document("one"), "body", 9, {"id": "one"}, None))
    assert plain["front_matter"] == {"id": "one"}
