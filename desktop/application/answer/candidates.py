"""Candidates: everything in the passages that may become evidence, with what stands around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from desktop.application.answer.wording import shown
from desktop.domain.document import page_at
from desktop.domain.passage import Passage
from desktop.domain.sentences import Kind, Sentence, split_sentences

BEFORE = 3000
"""How far before a passage its list's opening or its table's header is sought, in characters."""
AFTER = 600
ENOUGH_BEFORE = 200
LONGEST_LIST = 900
LONGEST_INTRODUCTION = 240
LONGEST_GAP = 40
"""Between the line that introduces a list and its first item: blank lines, marks, a table's rule."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stretch of a document that may be said: `body[start:end]`, of which `text` is the form a person reads.

    `lead` introduces it (None where nothing does), `before` is the sentence before it in running prose, `around` is
    the readable text near it: title, lead, the sentences before. `rank` is that of its passage, from 0.
    """

    document_id: str
    title: str
    page: int | None
    start: int
    end: int
    kind: Kind
    text: str
    around: str
    rank: int
    items: int = 1
    lead: Span | None = None
    before: Span | None = None

    @property
    def in_context(self) -> str:
        """The text after the line before it, without which many a sentence ("It writes five files.") could mean anything."""
        return f"{self.around.rpartition(chr(10))[2]} {self.text}".strip()


def find_candidates(passages: Sequence[Passage], bodies: Mapping[str, str]) -> list[Candidate]:
    """The sentences, rows, list items and whole short lists that the passages touch, each once, best passage first.

    A passage whose text does not stand in its body where it says (the file was edited since) is passed over.
    """
    found: dict[tuple[str, int, int], Candidate] = {}
    for rank, passage in enumerate(passages):
        body = bodies.get(passage.document_id, "")
        if body[passage.start : passage.end] != passage.text:
            continue
        for candidate in _Window(passage, body, rank).candidates():
            found.setdefault((candidate.document_id, candidate.start, candidate.end), candidate)
    return list(found.values())


class _Window:
    """A passage with the text around it, split into sentences."""

    def __init__(self, passage: Passage, body: str, rank: int) -> None:
        self._passage = passage
        self._body = body
        self._rank = rank
        self._offset = _line_start(body, max(0, passage.start - BEFORE))
        self._sentences = split_sentences(body[self._offset : _line_end(body, passage.end + AFTER)])

    def candidates(self) -> list[Candidate]:
        """What the passage touches: single sentences, then whole lists."""
        first, last = self._passage.start - self._offset, self._passage.end - self._offset
        touched = [at for at, each in enumerate(self._sentences) if each.end > first and each.start < last]
        singles = [self._single(at) for at in touched if self._sentences[at].kind is not Kind.HEADING]
        blocks = dict.fromkeys(
            self._sentences[at].block for at in touched if self._sentences[at].kind in (Kind.BULLET, Kind.LINE, Kind.ROW)
        )
        lists = [made for block in blocks if (made := self._list(block)) is not None]
        return singles + lists

    def _single(self, at: int) -> Candidate:
        sentence = self._sentences[at]
        before = self._sentences[at - 1] if at and sentence.kind is Kind.PROSE and self._sentences[at - 1].kind is Kind.PROSE else None
        return self._make(sentence, sentence.start, sentence.end, shown(self._text(sentence)), at, before=before)

    def _list(self, block: int) -> Candidate | None:
        """A whole short list with the line that introduces it, if that stands right before it."""
        members = [at for at, each in enumerate(self._sentences) if each.block == block]
        first, last = self._sentences[members[0]], self._sentences[members[-1]]
        lead = first.lead
        if lead is not None and not (0 <= first.start - lead[1] < LONGEST_GAP and lead[1] - lead[0] <= LONGEST_INTRODUCTION):
            lead = None
        start = lead[0] if lead else first.start
        if len(members) < 2 or last.end - start > LONGEST_LIST:
            return None
        items = "; ".join(shown(self._text(self._sentences[at])).rstrip(";,") for at in members)
        text = f"{shown(self._slice(*lead)).rstrip(':')}: {items}" if lead else items
        return self._make(first, start, last.end, text, members[0], items=len(members))

    def _make(
        self, kind_of: Sentence, start: int, end: int, text: str, at: int, *, before: Sentence | None = None, items: int = 1
    ) -> Candidate:
        lead = kind_of.lead if kind_of.lead is not None and kind_of.lead[1] <= start else None
        around = "\n".join([self._passage.title, shown(self._slice(*lead)) if lead else "", *self._before(at)])
        return Candidate(
            document_id=self._passage.document_id,
            title=self._passage.title,
            page=page_at(self._body, start + self._offset),
            start=start + self._offset,
            end=end + self._offset,
            kind=kind_of.kind,
            text=text,
            around=around,
            rank=self._rank,
            items=items,
            lead=(lead[0] + self._offset, lead[1] + self._offset) if lead else None,
            before=(before.start + self._offset, before.end + self._offset) if before else None,
        )

    def _before(self, at: int) -> list[str]:
        """What stands before a sentence: two others at least, of short lines as many as make up a paragraph."""
        texts: list[str] = []
        while at and (len(texts) < 2 or sum(map(len, texts)) < ENOUGH_BEFORE):
            at -= 1
            texts.insert(0, shown(self._text(self._sentences[at])))
        return texts

    def _text(self, sentence: Sentence) -> str:
        return self._slice(sentence.start, sentence.end)

    def _slice(self, start: int, end: int) -> str:
        return self._body[start + self._offset : end + self._offset]


def _line_start(body: str, at: int) -> int:
    return max(body.rfind("\n", 0, at) + 1, at - AFTER)


def _line_end(body: str, at: int) -> int:
    found = body.find("\n", at)
    return len(body) if found < 0 else min(found, at + AFTER)
