"""Answers: sentences, each with the citations that carry it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from desktop.domain.fact import FactDraft, fact_id_of
from desktop.domain.passage import Passage


class AnswerKind(StrEnum):
    """How an answer came about."""

    SYNTHESIS = "synthesis"
    EXTRACT = "extract"
    NOT_FOUND = "not_found"


class Verdict(StrEnum):
    """How well a citation carries its sentence."""

    VERIFIED = "verified"
    LOOSE = "loose"


@dataclass(frozen=True, slots=True)
class Citation:
    """The place that carries a sentence; `quote` is exactly `body[start:end]`."""

    document_id: str
    page: int | None
    start: int
    end: int
    quote: str
    verdict: Verdict

    @property
    def fact_id(self) -> str | None:
        """The fact that is cited; None where it is a document."""
        return fact_id_of(self.document_id)


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """One sentence of an answer; it always has at least one citation."""

    text: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class RemovedSentence:
    """A sentence that the model wrote and the check took out, and why."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds until passages were found, the first model token came (None without a model), all was done."""

    retrieve: float
    first_token: float | None
    total: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What Coffer says to a question, and everything it rests on.

    `notice` says in words what was not available (no model, no embedder), or why nothing is said; empty where all is well.
    `near` is what comes near where the documents do not say what was asked. `grounds` explains the confidence: how many
    sources, how graded, of when. `conflicts` are sentences on where the sources contradict one another. `titles` names
    cited documents of which no passage is given, as (id, title) pairs. `prompt` is everything that the language model was given.
    `subjects` are what the question names, and `about` what it was taken to be about because the question before it was.
    """

    question: str
    kind: AnswerKind
    sentences: tuple[AnswerSentence, ...]
    confidence: float
    model: str | None
    removed: tuple[RemovedSentence, ...]
    passages: tuple[Passage, ...]
    timing: Timing
    notice: str = ""
    near: tuple[AnswerSentence, ...] = ()
    grounds: str = ""
    conflicts: tuple[str, ...] = ()
    titles: tuple[tuple[str, str], ...] = ()
    prompt: str = ""
    subjects: tuple[str, ...] = ()
    about: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All sentences in one line of text; empty when nothing was found."""
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def said(self) -> tuple[AnswerSentence, ...]:
        """What it says, or, where it says nothing, what comes near."""
        return self.sentences or self.near

    def as_draft(self, sentences: Sequence[AnswerSentence]) -> tuple[FactDraft, tuple[str, ...]]:
        """A fact that says what these of its sentences say, with the places they cite as its sources, and what stands there."""
        cited = dict.fromkeys(citation for each in sentences for citation in each.citations)
        places = {(each.document_id, each.start, each.end): each.quote for each in cited}
        text = "\n\n".join(each.text for each in sentences)
        description = f"Answers: {' '.join(self.question.split())}" if sentences else ""
        return FactDraft(text, description=description, sources=tuple(places)), tuple(places.values())

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Every place that is cited, once each, in the order they are cited; those of what comes near too."""
        return tuple(dict.fromkeys(citation for sentence in (*self.sentences, *self.near) for citation in sentence.citations))

    @property
    def made_of(self) -> tuple[str, ...]:
        """The documents and facts that the answer was made of."""
        return tuple(dict.fromkeys(each.document_id for each in self.citations))
