"""Questions about the library: which documents speak of something, out of all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from desktop.application.answer.citing import cite
from desktop.application.answer.finding import PassageSearch
from desktop.application.answer.question import Question
from desktop.application.answer.subjects import Subject, subject
from desktop.application.answer.wording import STOPWORDS, folded, shown
from desktop.application.job import JobContext
from desktop.application.ports import TextReader
from desktop.domain.answer import AnswerSentence
from desktop.domain.document import Document
from desktop.domain.errors import DocumentNotFound, StorageProblem
from desktop.domain.passage import Filters, Mode, Passage, Query
from desktop.domain.sentences import split_sentences

MOST_PASSAGES = 2000
MOST_ROWS = 40
LONGEST_QUOTE = 160
_THINGS = r"(?:reports?|documents?|articles?|papers?|write-?ups?|files|sources|notes)"
_SPEAK = r"(?:about|mention(?:s|ing)?|cover(?:s|ing)?|discuss(?:es|ing)?|regarding|concerning|deal(?:s|ing)? with|name|speak of)"
_HOLDINGS = re.compile(
    r"^(?:which|what|list|show(?: me)?|how many|any|give(?: me)?)(?: all)?(?: of)?(?: (?:my|our|the|your))?(?: [\w-]+)? "
    rf"{_THINGS}\b(?: on|.*\b{_SPEAK})\b(?P<topic>.*)",
    re.IGNORECASE,
)
_COUNTS = re.compile(r"^how many\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_][\w'-]*")


@dataclass(frozen=True, slots=True)
class Held:
    """The documents that speak of something, each with a sentence, and what was gone through."""

    sentences: tuple[AnswerSentence, ...]
    passages: tuple[Passage, ...]
    covered: str


def read_topics(question: Question) -> tuple[Subject, ...]:
    """What the documents that are asked for speak of; empty for a question that is not about the library."""
    match = _HOLDINGS.search(question.text.strip())
    if match is None:
        return ()
    if question.subjects:
        return question.subjects
    words = [word for word in _WORD.findall(match["topic"]) if folded(word) not in STOPWORDS]
    return (subject(" ".join(words)),) if words else ()


class Holdings:
    """Goes through every passage that mentions something, document by document."""

    def __init__(self, searcher: PassageSearch, texts: TextReader) -> None:
        self._searcher = searcher
        self._texts = texts

    def find(self, context: JobContext, question: Question, topics: Sequence[Subject], filters: Filters) -> Held:
        """The documents that mention all the topics, those that mention them most first."""
        of_each = [self._mentioning(context, each, filters) for each in topics]
        shared = set(of_each[0]).intersection(*of_each[1:])
        documents = sorted(shared, key=lambda each: (-sum(len(found[each]) for found in of_each), each))
        rows, passages = [], []
        for document_id in documents:
            first = of_each[0][document_id][0]
            row = self._row(first, topics[0], sum(len(found[document_id]) for found in of_each))
            if row is not None:
                rows.append(row)
                passages.append(first)
        named = " and ".join(f"“{each.name}”" for each in topics)
        covered = f"All documents were gone through; {len(rows):,} mention{'s' if len(rows) == 1 else ''} {named}."
        if _COUNTS.search(question.text) and rows:
            counted = f"{len(rows):,} document{' mentions' if len(rows) == 1 else 's mention'} {named}."
            rows.insert(0, AnswerSentence(counted, tuple(row.citations[0] for row in rows)))
        if len(rows) > MOST_ROWS:
            covered += f" The first {MOST_ROWS} are shown."
        return Held(tuple(rows[:MOST_ROWS]), tuple(passages[:MOST_ROWS]), covered)

    def _mentioning(self, context: JobContext, topic: Subject, filters: Filters) -> dict[str, list[Passage]]:
        quoted = " OR ".join(f'"{name}"' for name in (topic.name, *topic.also))
        hits = self._searcher.search(context, Query(quoted, Mode.KEYWORD, MOST_PASSAGES, filters)).hits
        found: dict[str, list[Passage]] = {}
        for hit in sorted(hits, key=lambda each: (each.document_id, each.position)):
            if topic.stands_in(folded(hit.text)):
                found.setdefault(hit.document_id, []).append(hit)
        return found

    def _row(self, passage: Passage, topic: Subject, passages: int) -> AnswerSentence | None:
        try:
            stored = self._texts.read(passage.document_id)
        except (DocumentNotFound, StorageProblem):
            return None
        if stored.body[passage.start : passage.end] != passage.text:
            return None
        sentences = [(each.start, each.end) for each in split_sentences(passage.text)]
        start, end = next((span for span in sentences if topic.stands_in(folded(passage.text[slice(*span)]))), (0, len(passage.text)))
        cited = cite(stored.body, passage.document_id, passage.start + start, passage.start + end, passage.page)
        return AnswerSentence(f"{_described(stored.document, passages)}: {_quoted(cited.quote)}", (cited,))


def _described(document: Document, passages: int) -> str:
    when = f", {document.published}" if document.published else ""
    return f"{document.title}{when} ({passages} passage{'' if passages == 1 else 's'})"


def _quoted(quote: str) -> str:
    text = shown(quote)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE].rsplit(' ', 1)[0]} …"
