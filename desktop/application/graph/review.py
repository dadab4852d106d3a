"""Review: what the extractors found, one thing after the other, with its source and why it was found; and what a person says of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from desktop.application.extraction.folding import name_key
from desktop.application.graph.decisions import Decisions
from desktop.application.job import CancelToken, JobContext, Progress
from desktop.application.ports import CandidateReader, StoredDocument, TextReader
from desktop.domain.candidate import Candidate, CandidateKind, CandidateQuery, CandidateSheet, Judgement, Verdict
from desktop.domain.changes import Changes
from desktop.domain.errors import CofferError, DocumentNotFound, UsageError
from desktop.domain.graph import EntitySummary, Evidence, NamedEntity
from desktop.domain.relation import Relationship
from desktop.domain.sentences import split_sentences

PLACES = 50
"""Sentences or mentions of a candidate that can be looked at; how many there are is said besides."""
_QUOTED = 5
"""Sentences that an accepted entity names as its sources."""
_CHECKED = 20
"""Places of a candidate that must still say what it was found by before it is accepted: as many as a fact names sources."""
_AROUND = 2000
_K, _V = CandidateKind, Verdict


class TakesBack(Protocol):
    """What a review needs of the history of facts."""

    def version(self, fact_id: str) -> str | None:
        """The hash of a fact as it is now; None if there is none."""
        ...

    def undo_all(self, fact_ids: Iterable[str]) -> Changes:
        """Take back what was last done to some facts together."""
        ...


class Review:
    """What the review pane and the command line ask for.

    An acceptance becomes a fact with its quotes; so does the rejection of a relation, for it must name two things. Whatever else is said
    of names becomes a line of the lexicon: rejecting an alias parts it from the entity, rejecting a main name or an indicator denies it.
    """

    def __init__(self, reader: CandidateReader, decisions: Decisions, history: TakesBack, texts: TextReader) -> None:
        self._reader = reader
        self._decisions = decisions
        self._history = history
        self._texts = texts

    # --- looking ---

    def candidates(self, query: CandidateQuery, cancel: CancelToken) -> tuple[Candidate, ...]:
        """A stretch of what waits."""
        return self._reader.candidates(query, cancel)

    def counts(self, query: CandidateQuery, cancel: CancelToken) -> dict[CandidateKind, int]:
        """How many candidates of each kind are left that meet a query, whatever kind and stretch it asks for."""
        return {kind: self._reader.count_candidates(replace(query, kind=kind), cancel) for kind in CandidateKind}

    def sheet(self, candidate: Candidate, at: int = 0) -> CandidateSheet:
        """A candidate with its places and the text of the document in which the one numbered `at` stands."""
        places = self._reader.places(candidate, PLACES)
        if not places:
            return CandidateSheet(candidate, (), 0, None, "")
        at = max(0, min(at, len(places) - 1))
        stored = self._read(places[at].document_id)
        body = stored.body if stored else ""
        return CandidateSheet(candidate, places, at, stored.document if stored else None, body, tuple(self._grounds(candidate, places[at])))

    # --- judging ---

    def judge(self, context: JobContext, candidates: Sequence[Candidate], verdict: Verdict, other: str = "") -> Judgement:
        """Say the same of some candidates; `other` is who a name is merged with, by id or name.

        What cannot be done is among the problems; UsageError where that is all. When somebody stops it, what was done is told.
        """
        before = next((each.number for each in self._decisions.decided(1)), 0)
        done: list[Candidate] = []
        facts: list[str] = []
        failures: list[CofferError] = []
        for number, each in enumerate(candidates):
            context.report(Progress("review", number, len(candidates), each.statement))
            if context.cancel.cancelled:
                break
            try:
                facts += sorted(self._judge(each, verdict, other).facts)
                done.append(each)
            except CofferError as failure:
                failures.append(failure)
        if failures and not done:
            raise failures[0]
        decisions = [each.number for each in self._decisions.decided(1_000_000) if each.number > before]
        problems = dict.fromkeys(f"{each.message} {each.hint}".strip() for each in failures)
        kept = tuple(dict.fromkeys(facts))
        return Judgement(
            tuple(each.key for each in done), verdict, _said(done, verdict, other), kept, tuple(decisions), tuple(problems),
            tuple(map(self._history.version, kept)),
        )  # fmt: skip

    def judge_all(self, context: JobContext, query: CandidateQuery, verdict: Verdict, but: Collection[str] = ()) -> Judgement:
        """Say the same of all that meet a query, but of those with these keys: until the texts are read again, what was judged waits on."""
        every = self._reader.candidates(replace(query, offset=0, limit=1_000_000), context.cancel)
        return self.judge(context, [each for each in every if each.key not in but], verdict)

    def undo(self, judgement: Judgement) -> Changes:
        """Take back what was said, the last first; UsageError, and nothing taken back, where a fact or a name is not as it was left.

        What was taken back of the lexicon already stays so.
        """
        versions = dict(zip(judgement.facts, judgement.versions, strict=True))
        changed = [each for each, version in versions.items() if self._history.version(each) != version]
        if changed:
            raise UsageError(f"{', '.join(changed)} was changed since.", "Restore the version that you want from its history.")
        self._decisions.undo_all(judgement.decisions)
        return self._history.undo_all(judgement.facts) if judgement.facts else Changes()

    def _judge(self, candidate: Candidate, verdict: Verdict, other: str) -> Changes:
        if verdict is _V.MERGED:
            return self._merge(candidate, other)
        if candidate.object is not None and candidate.relationship is not None:
            return self._judge_relation(candidate, candidate.relationship, candidate.object.id, verdict)
        if verdict is _V.ACCEPTED:
            return self._accept(candidate)
        if verdict is _V.DENIED:
            self._decisions.deny(candidate.subject.value)
        elif candidate.options:
            for each in candidate.options:
                self._decisions.split(candidate.subject.value, each.id)
        else:
            self._reject(candidate)
        return Changes()

    def judge_relation(
        self, source: EntitySummary, relationship: Relationship, target: EntitySummary, verdict: Verdict, note: str = "", *, negated: bool
    ) -> Changes:
        """Accept or reject a relation whether it waits or was judged already.

        UsageError where a text that states it was changed since; what no text states is accepted on the analyst's word alone.
        """
        ends = [NamedEntity(each.id, each.type, each.value) for each in (source, target)]
        stated = Candidate(_K.RELATION, ends[0], 0.0, 0, 0, "", relationship, ends[1], negated)
        return self._judge_relation(stated, relationship, target.id, verdict, note, must_be_stated=False)

    def _judge_relation(
        self,
        candidate: Candidate,
        relationship: Relationship,
        target: str,
        verdict: Verdict,
        note: str = "",
        *,
        must_be_stated: bool = True,
    ) -> Changes:
        if verdict is _V.DENIED:
            raise UsageError(
                "Only names and indicators can be denied for good.", "Reject the relation: it counts no more, whatever states it."
            )
        if verdict is _V.ACCEPTED:
            self._check_stated(candidate, must_be=must_be_stated)
        deciding = self._decisions.accept if verdict is _V.ACCEPTED else self._decisions.reject
        return deciding(candidate.subject.id, relationship, target, note, negated=candidate.negated)

    def _accept(self, candidate: Candidate) -> Changes:
        if not candidate.subject.id:
            raise UsageError(f"{candidate.subject.value} is a name of several.", "Say whose it is: merge it with one of them.")
        self._check_stated(candidate)
        return self._decisions.accept_entity(candidate.subject.id, list(self._sentences(candidate)))

    def _reject(self, candidate: Candidate) -> None:
        """Have an entity go by none of the spellings that it was found by."""
        own = name_key(candidate.subject.value)
        for spelling in dict.fromkeys(" ".join(each.split()) for each in candidate.spellings or (candidate.subject.value,)):
            if candidate.is_known and name_key(spelling) != own:
                self._decisions.split(spelling, candidate.subject.id)
            else:
                self._decisions.deny(candidate.subject.value if candidate.kind is _K.INDICATOR else spelling)

    def _merge(self, candidate: Candidate, other: str) -> Changes:
        known, subject = candidate.is_known, candidate.subject
        if candidate.object is not None:
            if candidate.relationship is not Relationship.ALIAS_OF or candidate.negated:
                raise UsageError("Only names can be merged.", "Accept the relation, or reject it.")
            self._decisions.merge(candidate.object.id, subject.id)
        elif candidate.kind is _K.INDICATOR or not other.strip():
            raise UsageError(f"Nothing was named that {subject.value} could be merged with.", "Choose a name that is the same.")
        else:
            self._decisions.merge(subject.id if known and subject.id else subject.value, other)
        return Changes()

    # --- the source ---

    def _check_stated(self, candidate: Candidate, *, must_be: bool = True) -> None:
        """UsageError where a text does not say any more, or no longer there, what a candidate was found by.

        One that is found nowhere is refused too where it `must_be` stated.
        """
        places = self._reader.places(candidate, _CHECKED)
        stored = {each: self._read(each) for each in {place.document_id for place in places}}
        bodies = {each: found.body for each, found in stored.items() if found is not None}
        if (must_be and not places) or any(bodies.get(each.document_id, "")[each.start : each.end] != each.quote for each in places):
            raise UsageError(
                f"A text that states “{candidate.statement}” was changed since.", "List the candidates anew once it has been read again."
            )

    def _sentences(self, candidate: Candidate) -> Iterator[tuple[str, int, int]]:
        """The sentences in which the surest mentions of an entity stand."""
        for place in self._reader.places(candidate, _QUOTED):
            stored = self._read(place.document_id)
            if stored is not None:
                yield (place.document_id, *_sentence_around(stored.body, place.start, place.end))

    def _grounds(self, candidate: Candidate, place: Evidence) -> Iterator[str]:
        """Why a candidate was found at a place; of a relation, why its ends were."""
        yield place.by
        if candidate.object is not None:
            ends = [candidate.subject.id, candidate.object.id]
            found = self._reader.mentioned_at(place.document_id, place.start, place.end, ends)
            yield from dict.fromkeys(f"“{' '.join(each.quote.split())}”: {each.by}" for each in found)

    def _read(self, document_id: str) -> StoredDocument | None:
        try:
            return self._texts.read(document_id)
        except DocumentNotFound:  # it vanished; the next synchronising notices
            return None


def _sentence_around(body: str, start: int, end: int) -> tuple[int, int]:
    """The sentence that a stretch stands in, or else the stretch itself."""
    first = body.rfind("\n\n", 0, max(0, start - _AROUND)) + 1
    around = body[first : end + _AROUND]
    for sentence in split_sentences(around):
        if sentence.start <= start - first and end - first <= sentence.end:
            return first + sentence.start, first + sentence.end
    return start, end


def _said(done: Iterable[Candidate], verdict: Verdict, other: str) -> str:
    names = [each.statement for each in done]
    what = names[0] if len(names) == 1 else f"{len(names):,} candidates"
    return f"{what}: {verdict} with {other}" if other else f"{what}: {verdict}"
