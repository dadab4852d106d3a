"""The JSON shapes of the command line, which are a contract."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from desktop.application.extraction.extraction import Extraction
from desktop.application.ingest.reconversion import ReconversionReport
from desktop.application.ports import StoredDocument
from desktop.domain.answer import Answer, AnswerSentence, Citation
from desktop.domain.document import DocumentSummary
from desktop.domain.entity import Mention
from desktop.domain.errors import CofferError
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import Ledger, LedgerRow, Outcome
from desktop.domain.passage import Passage, SearchResult
from desktop.domain.quality import quality_values

Json = dict[str, Any]


def error_shape(error: CofferError) -> Json:
    """A known error."""
    return {"error": {"code": error.code, "message": error.message, "hint": error.hint}}


def row_shape(row: LedgerRow) -> Json:
    """LEDGER ROW."""
    return asdict(row)


def ledger_shape(ledger: Ledger) -> Json:
    """What `import` prints."""
    return {
        "files": [row_shape(row) for row in ledger.rows],
        "totals": {outcome.value: count for outcome, count in ledger.totals().items()},
        "seconds": ledger.seconds,
    }


def reconversion_shape(report: ReconversionReport) -> Json:
    """What `reconvert` prints."""
    return {
        "reconverted": sorted(report.changes.documents),
        "refused": [{"document_id": each.document_id, **error_shape(each.error)} for each in report.refused],
    }


def job_shape(job: ImportJob) -> Json:
    """One of `imports`."""
    return {
        "job": job.id,
        "started": job.started,
        "ended": job.ended,
        "given": list(job.given),
        "files": job.files,
        "waiting": job.waiting,
        "totals": {outcome.value: job.totals.get(outcome, 0) for outcome in Outcome},
    }


def summary_shape(summary: DocumentSummary) -> Json:
    """One of `documents`."""
    document = summary.document
    return {
        "document_id": document.id,
        "title": document.title,
        "source_filename": document.source_filename,
        "format": document.source_format,
        "pages": document.pages,
        "characters": summary.characters,
        "chunks": summary.chunks,
        "imported_at": document.imported_at,
        "published": document.published,
        "tlp": document.tlp,
        "tags": list(document.tags),
        "parent": document.parent,
    }


def document_shape(stored: StoredDocument) -> Json:
    """What `show` prints; the numbers of a quality are numbers here, while front matter is read as the text that stands there."""
    quality = {"quality": quality_values(stored.document.quality)} if "quality" in stored.front_matter else {}
    return {
        "document_id": stored.document.id,
        "front_matter": stored.front_matter | quality,
        "markdown": stored.body,
        "raw_path": str(stored.raw_path) if stored.raw_path else None,
    }


def hit_shape(hit: Passage) -> Json:
    """HIT."""
    return {
        **_named(hit),
        "title": hit.title,
        "position": hit.position,
        "page": hit.page,
        "start": hit.start,
        "end": hit.end,
        "text": hit.text,
        "score": hit.score,
        "more": hit.more,
        "twins": [asdict(twin) for twin in hit.twins],
        "signals": list(hit.signals),
        "routes": {route.value: asdict(found) for route, found in hit.routes.items()},
    }


def result_shape(result: SearchResult) -> Json:
    """RESULT."""
    intent = result.intent
    return {
        "query": result.query,
        "mode": result.mode.value,
        "fallback": result.fallback.value if result.fallback else None,
        "notice": result.notice,
        "intent": {"name": intent.intent.value, "confidence": intent.confidence, "by": intent.by} if intent else None,
        "asked": result.asked,
        "details": list(result.details),
        "expansions": [asdict(each) for each in result.expansions],
        "hits": [hit_shape(hit) for hit in result.hits],
        "seconds": result.seconds,
    }


def citation_shape(citation: Citation) -> Json:
    """One of the citations of a sentence."""
    shape = asdict(citation)
    del shape["document_id"]
    return {**_named(citation), **shape}


def _named(place: Passage | Citation) -> Json:
    """A document by its id, or a fact by its own."""
    return {"document_id": place.document_id} if place.fact_id is None else {"fact_id": place.fact_id}


def sentence_shape(sentence: AnswerSentence) -> Json:
    """One sentence of an ANSWER."""
    return {"text": sentence.text, "citations": [citation_shape(each) for each in sentence.citations]}


def answer_shape(answer: Answer) -> Json:
    """ANSWER."""
    return {
        "question": answer.question,
        "answer": answer.text,
        "kind": answer.kind.value,
        "confidence": answer.confidence,
        "model": answer.model,
        "prompt": answer.prompt,
        "notice": answer.notice,
        "grounds": answer.grounds,
        "conflicts": list(answer.conflicts),
        "subjects": list(answer.subjects),
        "about": list(answer.about),
        "sentences": [sentence_shape(each) for each in answer.sentences],
        "near": [sentence_shape(each) for each in answer.near],
        "removed": [asdict(each) for each in answer.removed],
        "passages": [hit_shape(hit) for hit in answer.passages],
        "seconds": asdict(answer.timing),
    }


def mention_shape(mention: Mention) -> Json:
    """One of the entities of an EXTRACTION; what is empty is left out, for there may be very many."""
    shape: Json = {
        "type": mention.type.value,
        "value": mention.value,
        "text": mention.text,
        "start": mention.start,
        "end": mention.end,
        "confidence": mention.confidence,
        "by": mention.by,
        "entity_id": mention.entity_id,
    }
    if mention.entity_id is None:
        shape["candidates"] = list(mention.candidates)
    if mention.identity_class:
        shape["identity_class"] = mention.identity_class
    if mention.notes:
        shape["notes"] = list(mention.notes)
    return shape


def extraction_shape(extraction: Extraction) -> Json:
    """EXTRACTION."""
    return {
        "entities": [mention_shape(each) for each in extraction.mentions],
        "relations": [asdict(each) for each in extraction.relations],
    }
