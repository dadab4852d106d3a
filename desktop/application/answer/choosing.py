"""Choosing: out of everything that was found, the few pieces of evidence that answer the question, or why none does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from desktop.application.answer.answerable import Support, support_of, why_unanswerable
from desktop.application.answer.candidates import Candidate, find_candidates
from desktop.application.answer.evidence import Judge, Scored, add_to, best_first, nearness_of, places_of, select
from desktop.application.answer.finding import Found
from desktop.application.answer.grounds import contradictions, denied
from desktop.application.answer.named_things import Naming, Thing
from desktop.application.answer.premises import PremiseReader, WrongPremise
from desktop.application.answer.question import Breadth, Question
from desktop.application.ports import Embedder
from desktop.domain.entity import Mention
from desktop.domain.errors import ModelUnavailable, WorkerDied
from desktop.domain.graph import EntitySummary, LocatedMention
from desktop.domain.vector import Vector, similarity

COMPARED = 40
"""Candidates that are compared in meaning: twenty more changed no answer of three sets of questions for the better, and each costs time."""


DOUBTFUL = 0.93
"""Evidence that is less likely than this to hold the answer to a plain question is said in fewer words, from one document."""
SAID_IN_DOUBT = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """The evidence for a question: `chosen` best first, how well it bears it out, and why it does not answer it (empty if it does).

    `notice` says what was not available for choosing; `contrary` is the evidence that what the question takes for granted is wrong.
    """

    chosen: tuple[Scored, ...]
    support: Support
    reason: str
    notice: str
    contrary: Scored | None = None


class MentionReader(Protocol):
    """What choosing needs of the graph."""

    def mentions_in(self, document_id: str) -> tuple[LocatedMention, ...]:
        """What a document mentions, by place."""
        ...

    def called(self, name: str) -> Sequence[EntitySummary]:
        """The entities of which it is a name."""
        ...

    def same_as(self, entity_ids: Sequence[str]) -> Sequence[str]:
        """These entities, and those of which anything given says that they are the same."""
        ...


class Chooser:
    """Chooses evidence by words, names and, with an embedder, by meaning; `mentions` tells what the names in it are names of."""

    def __init__(self, embedder: Embedder | None, mentions: MentionReader | None = None) -> None:
        self._embedder = embedder
        self._mentions = mentions

    def choose(self, found: Found) -> Choice:
        """The evidence for the question as a whole, then what each question in it adds."""
        candidates = find_candidates(found.passages, found.bodies)
        asked = [found.question, *(found.parts if len(found.parts) > 1 else ())]
        nearness, places = nearness_of(found.passages), places_of(found.passages)
        judges = [Judge(each, candidates, found.texts, nearness, places) for each in asked]
        promising = list(dict.fromkeys(each for judge in judges for each in judge.promising(COMPARED // len(judges))))
        vectors, questions, notice = self._embed(promising, [each.worded_as(found.texts.values()) for each in asked])
        scored, *of_parts = (
            judge.judge({each: similarity(vector, vectors[each]) if vector else 0.0 for each in promising})
            for judge, vector in zip(judges, questions, strict=True)
        )
        chosen = select(scored, found.question)
        for part in of_parts:
            chosen = add_to(chosen, _mean(scored, part), found.question)
        support = support_of(found.question, judges[0].weights, chosen)
        reasons = {found.question.text: self._why_not(found.question, scored, chosen, support, found)}
        if of_parts:
            reasons = {
                part.text: self._why_not(part, one, chosen, max(support, support_of(part, judge.weights, chosen), key=_likelihood), found)
                for part, judge, one in zip(found.parts, judges[1:], of_parts, strict=True)
            }
        if not of_parts and (wrong := self._wrong_premise(found.question, judges[0].weights, scored)):
            return Choice(
                tuple(chosen), support, " ".join(filter(None, (reasons[found.question.text], wrong.reason))), notice, wrong.evidence
            )
        if all(reasons.values()):
            return Choice(tuple(chosen), support, " ".join(dict.fromkeys(reasons.values())), notice)
        unsaid = [f"Not answered: “{part}” {reason}" for part, reason in reasons.items() if reason]
        doubtful = support.likelihood < DOUBTFUL and found.question.breadth is Breadth.FACT and not of_parts
        if doubtful and not contradictions(found.question, chosen) and not denied(chosen):
            chosen = [each for each in chosen if each.candidate.document_id == chosen[0].candidate.document_id][:SAID_IN_DOUBT]
        return Choice(tuple(chosen), support, "", " ".join(filter(None, (*unsaid, notice))))

    def _why_not(self, question: Question, scored: Sequence[Scored], chosen: Sequence[Scored], support: Support, found: Found) -> str:
        naming = Naming(question.text, question.subjects, found.bodies.values())
        unnamed = [thing for thing in question.things if not any(self._names(naming, thing, each.candidate) for each in chosen)]
        taken = {each.candidate for each in chosen}
        said = [each for each in scored if each.candidate in taken]
        return why_unanswerable(question, scored, said, support, found.texts, unnamed)

    def _names(self, naming: Naming, thing: Thing, candidate: Candidate) -> bool:
        return naming.could_name(thing, candidate.text, self._mentioned_in(candidate))

    def _mentioned_in(self, candidate: Candidate) -> Sequence[Mention]:
        located = self._mentions.mentions_in(candidate.document_id) if self._mentions else ()
        return [each.mention for each in located if candidate.start <= each.mention.start < candidate.end]

    def _wrong_premise(self, question: Question, weights: Mapping[str, float], scored: Sequence[Scored]) -> WrongPremise | None:
        called, same_as = (self._mentions.called, self._mentions.same_as) if self._mentions else (_nothing_called, tuple)
        return PremiseReader(question, weights, self._mentioned_in, called, same_as).wrong_premise(scored)

    def _embed(self, candidates: Sequence[Candidate], asked: Sequence[str]) -> tuple[Mapping[Candidate, Vector], list[Vector], str]:
        """Vectors of the candidates and of the questions; empty ones where no embedder can make them."""
        nothing = [b""] * len(asked)
        if self._embedder is None or not candidates:
            return {}, nothing, ""
        try:
            questions = [self._embedder.embed_query(each) for each in asked]
            vectors = self._embedder.embed_passages([each.in_context for each in candidates], urgent=True)
            return dict(zip(candidates, vectors, strict=True)), questions, ""
        except (ModelUnavailable, WorkerDied):
            return {}, nothing, "The embedding model is not available: evidence was chosen by words alone."


def _nothing_called(_name: str) -> Sequence[EntitySummary]:
    return ()


def _likelihood(support: Support) -> float:
    return support.likelihood


def _mean(whole: Sequence[Scored], part: Sequence[Scored]) -> list[Scored]:
    """What bears on one of several questions, and on what they have in common, best first."""
    alone = {each.candidate: each.score for each in part}
    return sorted((replace(each, score=(each.score + alone[each.candidate]) / 2) for each in whole), key=best_first)
