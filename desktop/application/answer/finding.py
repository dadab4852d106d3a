"""Finding: the passages that may answer a question, and the documents they stand in."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from desktop.application.answer.compound import split_question
from desktop.application.answer.following import carried_over, with_subject
from desktop.application.answer.question import Question, read_question
from desktop.application.answer.wording import folded
from desktop.application.job import JobContext, Progress
from desktop.application.ports import TextReader
from desktop.domain.document import Document
from desktop.domain.errors import DocumentNotFound, StorageProblem
from desktop.domain.passage import Filters, Mode, Passage, Query, SearchResult

PASSAGES = 20
"""So many of blended and of hybrid search: of labelled facts, .89 stand in them together, .80 in twelve of either."""

PASSAGES_FOR_A_PART = 6
PASSAGES_FOR_A_NAME = 2
"""What a question names is also looked up by itself: an exact string must not be lost among passages that merely sound alike."""


class PassageSearch(Protocol):
    """What answering needs of the search."""

    def search(self, context: JobContext, query: Query) -> SearchResult:
        """The passages for a query, best first."""
        ...


@dataclass(slots=True)
class Found:
    """What was found for a question: its parts as read, passages, and the documents they stand in.

    `asked` is the question in the person's own words, `about` what it goes on with.
    `bodies` are those as they are, `texts` folded, with their titles.
    """

    asked: str
    about: tuple[str, ...]
    question: Question
    parts: tuple[Question, ...]
    passages: list[Passage] = field(default_factory=list)
    documents: dict[str, Document] = field(default_factory=dict)
    bodies: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    seconds: float = 0.0


class Finder:
    """Searches for a question as a whole, for each question in it, and for each thing that it names."""

    def __init__(self, searcher: PassageSearch, texts: TextReader) -> None:
        self._searcher = searcher
        self._texts = texts

    def find(self, context: JobContext, asked: str, filters: Filters, about: Sequence[str] = ()) -> Found:
        """Everything that may bear on a question, which may go on with what the one before was `about`."""
        began = time.monotonic()
        context.report(Progress("retrieve", 0, 1))
        own_words, carried = asked, carried_over(asked, about)
        asked = with_subject(asked, carried)
        result = self._searcher.search(context, Query(asked, Mode.BLENDED, PASSAGES, filters))
        question = read_question(asked, result.expansions)
        found = Found(own_words, carried, question, tuple(question.part(each) for each in split_question(question.text)), list(result.hits))
        found.notices = (result.notice,) if result.notice else ()
        if result.fallback is None:
            self._add(found, self._searcher.search(context, Query(asked, Mode.HYBRID, PASSAGES, filters)).hits)
        if len(found.parts) > 1:
            for part in found.parts:
                query = Query(part.standing_alone, Mode.BLENDED, PASSAGES_FOR_A_PART, filters)
                self._add(found, self._searcher.search(context, query).hits)
        self._read_documents(found)
        self._add(found, self._by_name(context, found, filters))
        self._read_documents(found)
        context.report(Progress("retrieve", 1, 1))
        found.seconds = time.monotonic() - began
        return found

    def _by_name(self, context: JobContext, found: Found, filters: Filters) -> list[Passage]:
        """Passages for each indicator, and for each name that none of the documents found so far mentions."""
        passages: list[Passage] = []
        for subject in found.question.subjects:
            if not subject.is_indicator and any(subject.stands_in(text) for text in found.texts.values()):
                continue
            quoted = " OR ".join(f'"{each.name}"' for each in subject.spellings)
            hits = self._searcher.search(context, Query(quoted, Mode.KEYWORD, 2 * PASSAGES_FOR_A_NAME, filters)).hits
            passages += [hit for hit in hits if subject.stands_in(folded(f"{hit.title}\n{hit.text}"))][:PASSAGES_FOR_A_NAME]
        return passages

    def _add(self, found: Found, passages: Iterable[Passage]) -> None:
        known = {(each.document_id, each.position) for each in found.passages}
        found.passages += [each for each in passages if (each.document_id, each.position) not in known]

    def _read_documents(self, found: Found) -> None:
        """A document that has vanished since it was indexed has nothing to cite, so it is passed over."""
        for document_id in {each.document_id for each in found.passages} - found.bodies.keys():
            try:
                stored = self._texts.read(document_id)
            except (DocumentNotFound, StorageProblem):
                continue
            found.documents[document_id] = stored.document
            found.bodies[document_id] = stored.body
            found.texts[document_id] = folded(f"{stored.document.title}\n{stored.body}")
