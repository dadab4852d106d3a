"""From a question to a cited answer."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from desktop.application.answer.answerable import why_unanswerable
from desktop.application.answer.candidates import Candidate, find_candidates
from desktop.application.answer.evidence import Judge, Scored, select
from desktop.application.answer.extract import write_extract
from desktop.application.answer.question import Question, read_question
from desktop.application.answer.synthesis import Synthesis
from desktop.application.answer.wording import folded
from desktop.application.job import JobContext, Progress
from desktop.application.ports import Embedder, Generator, TextReader
from desktop.application.settings import AnswerSettings
from desktop.domain.answer import Answer, AnswerKind, Timing
from desktop.domain.errors import DocumentNotFound, ModelUnavailable, StorageProblem, WorkerDied
from desktop.domain.passage import Filters, Mode, Passage, Query, SearchResult
from desktop.domain.vector import similarity

PASSAGES = 12
"""Of labelled facts .67 stood in the first five passages, .76 in ten, .80 in twelve; each costs its sentences' embedding."""

PASSAGES_FOR_A_NAME = 2
"""What a question names is also looked up by itself: an exact string must not be lost among passages that merely sound alike."""


class PassageSearch(Protocol):
    """What answering needs of the search."""

    def search(self, context: JobContext, query: Query) -> SearchResult:
        """The passages for a query, best first."""
        ...


@dataclass(frozen=True, slots=True)
class _Found:
    """What was retrieved for a question, and the documents it stands in: as they are, and folded with their titles."""

    passages: tuple[Passage, ...]
    bodies: dict[str, str]
    texts: dict[str, str]
    notices: tuple[str, ...]
    seconds: float


class Answerer:
    """Answers questions from the documents of a vault, each sentence with the place it stands."""

    def __init__(
        self,
        searcher: PassageSearch,
        texts: TextReader,
        embedder: Embedder | None,
        generator: Generator | None,
        settings: AnswerSettings,
    ) -> None:
        self._searcher = searcher
        self._texts = texts
        self._embedder = embedder
        self._generator = generator
        self._settings = settings

    def ask(self, context: JobContext, question: str, *, use_model: bool = True, filters: Filters = Filters()) -> Answer:  # noqa: B008
        """Answer a question; emits the extract as soon as it stands, then each version the model's sentences make of it.

        Raises Cancelled only while there is nothing to show yet; once the extract stands, stopping keeps it.
        """
        started = time.monotonic()
        read, found = self._retrieve(context, question, filters)
        context.cancel.raise_if_cancelled()
        answer = self._extract(read, found, started)
        context.emit(answer)
        if not (answer.sentences and use_model and self._settings.use_model):
            return answer
        if self._generator is None:
            return _noticed(answer, "No language model is available: this is an extract.")
        return Synthesis(self._generator, self._settings).improve(context, read, answer, started)

    # --- passages ---

    def _retrieve(self, context: JobContext, asked: str, filters: Filters) -> tuple[Question, _Found]:
        began = time.monotonic()
        context.report(Progress("retrieve", 0, 1))
        result = self._searcher.search(context, Query(asked, Mode.BLENDED, PASSAGES, filters))
        question = read_question(asked, result.expansions)
        bodies: dict[str, str] = {}
        texts: dict[str, str] = {}
        passages = list(result.hits)
        self._read_documents(passages, bodies, texts)
        for extra in self._look_up_names(context, question, filters, list(texts.values())):
            if all((extra.document_id, extra.position) != (each.document_id, each.position) for each in passages):
                passages.append(extra)
        self._read_documents(passages, bodies, texts)
        context.report(Progress("retrieve", 1, 1))
        notices = (result.notice,) if result.notice else ()
        return question, _Found(tuple(passages), bodies, texts, notices, time.monotonic() - began)

    def _look_up_names(self, context: JobContext, question: Question, filters: Filters, texts: Sequence[str]) -> list[Passage]:
        """Passages for each indicator, and for each name that none of the documents found so far mentions."""
        found: list[Passage] = []
        for subject in question.subjects:
            if not subject.is_indicator and any(subject.stands_in(text) for text in texts):
                continue
            quoted = " OR ".join(f'"{name}"' if " " in name else name for name in (subject.name, *subject.also))
            hits = self._searcher.search(context, Query(quoted, Mode.KEYWORD, 2 * PASSAGES_FOR_A_NAME, filters)).hits
            found += [hit for hit in hits if subject.stands_in(folded(f"{hit.title}\n{hit.text}"))][:PASSAGES_FOR_A_NAME]
        return found

    def _read_documents(self, passages: Sequence[Passage], bodies: dict[str, str], texts: dict[str, str]) -> None:
        """A document that has vanished since it was indexed has nothing to cite, so it is passed over."""
        for document_id in {each.document_id for each in passages} - bodies.keys():
            try:
                stored = self._texts.read(document_id)
            except (DocumentNotFound, StorageProblem):
                continue
            bodies[document_id] = stored.body
            texts[document_id] = folded(f"{stored.document.title}\n{stored.body}")

    # --- extract ---

    def _extract(self, question: Question, found: _Found, started: float) -> Answer:
        candidates = find_candidates(found.passages, found.bodies)
        meanings, notices = self._compare(question, candidates)
        scored = Judge(question, candidates, found.texts).judge(meanings)
        reason = why_unanswerable(question, scored, found.texts)
        chosen = [] if reason else select(scored, question)
        return Answer(
            question=question.text,
            kind=AnswerKind.EXTRACT if chosen else AnswerKind.NOT_FOUND,
            sentences=write_extract(chosen, found.bodies, question.breadth),
            confidence=_confidence(chosen),
            model=None,
            removed=(),
            passages=found.passages,
            timing=Timing(found.seconds, None, time.monotonic() - started),
            notice=" ".join([*([reason] if reason else []), *found.notices, *notices]),
        )

    def _compare(self, question: Question, candidates: Sequence[Candidate]) -> tuple[list[float], list[str]]:
        """How near each candidate is to the question in meaning; all 0 where no embedder can say."""
        if self._embedder is None or not candidates:
            return [0.0] * len(candidates), []
        try:
            asked = self._embedder.embed_query(question.text)
            vectors = self._embedder.embed_passages([each.text for each in candidates], urgent=True)
            return [similarity(asked, each) for each in vectors], []
        except (ModelUnavailable, WorkerDied):
            return [0.0] * len(candidates), ["The embedding model is not available: evidence was chosen by words alone."]


def _confidence(chosen: Sequence[Scored]) -> float:
    """From 0 to 1: how near the best evidence is, in meaning, words and names."""
    if not chosen:
        return 0.0
    best = chosen[0].bearing
    return round(min(1.0, max(0.0, 0.5 * best.meaning + 0.3 * (best.words + best.nearby) + 0.2 * best.named)), 3)


def _noticed(answer: Answer, notice: str) -> Answer:
    return replace(answer, notice=f"{answer.notice} {notice}".strip())
