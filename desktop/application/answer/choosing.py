"""Choosing: out of everything that was found, the few pieces of evidence that answer the question, or why none does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from desktop.application.answer.answerable import Support, support_of, why_unanswerable
from desktop.application.answer.candidates import Candidate, find_candidates
from desktop.application.answer.evidence import Judge, Scored, add_to, best_first, select
from desktop.application.answer.finding import Found
from desktop.application.ports import Embedder
from desktop.domain.errors import ModelUnavailable, WorkerDied
from desktop.domain.vector import Vector, similarity

COMPARED = 60
"""Candidates that are compared in meaning: of those that words alone put lower, none was ever worth saying, and each costs time."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The evidence for a question: `chosen` best first, how well it bears it out, and why it does not answer it (empty if it does).

    `notice` says what was not available for choosing.
    """

    chosen: tuple[Scored, ...]
    support: Support
    reason: str
    notice: str


class Chooser:
    """Chooses evidence by words, names and, with an embedder, by meaning."""

    def __init__(self, embedder: Embedder | None) -> None:
        self._embedder = embedder

    def choose(self, found: Found) -> Choice:
        """The evidence for the question as a whole, then what each question in it adds."""
        candidates = find_candidates(found.passages, found.bodies)
        asked = [found.question, *(found.parts if len(found.parts) > 1 else ())]
        judges = [Judge(each, candidates, found.texts) for each in asked]
        promising = list(dict.fromkeys(each for judge in judges for each in judge.promising(COMPARED // len(judges))))
        vectors, questions, notice = self._embed(promising, [each.worded_as(found.texts.values()) for each in asked])
        scored, *of_parts = (
            judge.judge({each: similarity(vector, vectors[each]) if vector else 0.0 for each in promising})
            for judge, vector in zip(judges, questions, strict=True)
        )
        chosen = select(scored, found.question)
        for part in of_parts:
            chosen = add_to(chosen, _mean(scored, part), found.question)
        support = support_of(found.question, judges[0].weights, chosen, found.texts)
        reasons = {found.question.text: why_unanswerable(found.question, scored, support, found.texts)}
        if of_parts:
            reasons = {
                part.text: why_unanswerable(part, one, support_of(part, judge.weights, chosen, found.texts), found.texts)
                for part, judge, one in zip(found.parts, judges[1:], of_parts, strict=True)
            }
        if all(reasons.values()):
            return Choice(tuple(chosen), support, " ".join(dict.fromkeys(reasons.values())), notice)
        unsaid = [f"Not answered: “{part}” {reason}" for part, reason in reasons.items() if reason]
        return Choice(tuple(chosen), support, "", " ".join(filter(None, (*unsaid, notice))))

    def _embed(self, candidates: Sequence[Candidate], asked: Sequence[str]) -> tuple[Mapping[Candidate, Vector], list[Vector], str]:
        """Vectors of the candidates and of the questions; empty ones where no embedder can make them."""
        nothing = [b""] * len(asked)
        if self._embedder is None or not candidates:
            return {}, nothing, ""
        try:
            questions = [self._embedder.embed_query(each) for each in asked]
            vectors = self._embedder.embed_passages([each.text for each in candidates], urgent=True)
            return dict(zip(candidates, vectors, strict=True)), questions, ""
        except (ModelUnavailable, WorkerDied):
            return {}, nothing, "The embedding model is not available: evidence was chosen by words alone."


def _mean(whole: Sequence[Scored], part: Sequence[Scored]) -> list[Scored]:
    """What bears on one of several questions, and on what they have in common, best first."""
    alone = {each.candidate: each.score for each in part}
    return sorted((replace(each, score=(each.score + alone[each.candidate]) / 2) for each in whole), key=best_first)
