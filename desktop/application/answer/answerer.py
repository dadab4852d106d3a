"""From a question to a cited answer."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace

from desktop.application.answer.choosing import Choice, Chooser, MentionReader
from desktop.application.answer.composing import Composer
from desktop.application.answer.extract import write_extract
from desktop.application.answer.finding import Finder, Found, PassageSearch
from desktop.application.answer.grounds import Contradiction, agreeing, contradictions, explain
from desktop.application.answer.holdings import Holdings, read_topics
from desktop.application.answer.listing import Lister, read_listing
from desktop.application.answer.remote import RemoteModel
from desktop.application.job import JobContext
from desktop.application.ports import Embedder, Generator, TextReader
from desktop.application.settings import AnswerSettings
from desktop.domain.answer import Answer, AnswerKind, AnswerSentence, Timing
from desktop.domain.passage import Filters

NEAR = 2
NEAR_NAMED = 0.5
NEAR_MEANING = 0.5
SURE = 0.95
LISTED = 0.8
"""A list is as sure as the sentences that were extracted for it, and extraction misses some."""


class Answerer:
    """Answers questions from the documents of a vault, each sentence with the place it stands."""

    def __init__(
        self,
        searcher: PassageSearch,
        texts: TextReader,
        embedder: Embedder | None,
        generator: Generator | None,
        settings: AnswerSettings,
        lister: Lister | None = None,
        remote: RemoteModel | None = None,
        mentions: MentionReader | None = None,
    ) -> None:
        self._finder = Finder(searcher, texts)
        self._holdings = Holdings(searcher, texts)
        self._lister = lister
        self._chooser = Chooser(embedder, mentions)
        self._composer = Composer(generator, settings, remote)
        self._settings = settings

    def ask(
        self,
        context: JobContext,
        question: str,
        *,
        use_model: bool = True,
        filters: Filters = Filters(),  # noqa: B008 - a frozen value
        about: Sequence[str] = (),
    ) -> Answer:
        """Answer a question; emits the extract as soon as it stands, then each version the model's sentences make of it.

        `about` is what the question before was about: one that names nothing and points back goes on with it.
        Raises Cancelled only while there is nothing to show yet; once the extract stands, stopping keeps it.
        """
        started = time.monotonic()
        found = self._finder.find(context, question, filters, about)
        context.cancel.raise_if_cancelled()
        listed = self._list(context, found, filters)
        answer = _finished(listed or self._extract(found), started)
        context.emit(answer)
        if listed or not (answer.sentences and use_model and self._settings.use_model):
            return answer
        return self._composer.compose(context, found.question, answer, started)

    # --- lists ---

    def _list(self, context: JobContext, found: Found, filters: Filters) -> Answer | None:
        """An answer out of everything that is indexed, where the question asks for a list that can be gone through whole."""
        question, blank = found.question, _blank(found)
        if topics := read_topics(question):
            held = self._holdings.find(context, question, topics, filters)
            if held.sentences:
                return replace(
                    blank, kind=AnswerKind.EXTRACT, sentences=held.sentences, passages=held.passages, confidence=SURE, grounds=held.covered
                )
        if self._lister and (asked := read_listing(question)) and (listing := self._lister.find(asked, filters)):
            blank = replace(blank, titles=listing.titles)
            return replace(blank, kind=AnswerKind.EXTRACT, sentences=listing.sentences, confidence=LISTED, grounds=listing.covered)
        return None

    # --- extract ---

    def _extract(self, found: Found) -> Answer:
        """The best evidence, or why it does not answer the question and what comes near."""
        question, choice = found.question, self._chooser.choose(found)
        blank = _blank(found, choice.reason, choice.notice)
        if choice.reason or not choice.chosen:
            return replace(blank, near=_coming_near(choice, found))
        conflicts = contradictions(question, choice.chosen)
        sources = (found.documents[each.candidate.document_id] for each in choice.chosen)
        return replace(
            blank,
            kind=AnswerKind.EXTRACT,
            sentences=write_extract(choice.chosen, found.bodies, question),
            confidence=round(choice.support.likelihood, 3),
            grounds=explain(sources, agreeing(question, choice.chosen), bool(conflicts)),
            conflicts=tuple(_worded(each, found) for each in conflicts),
        )


def _blank(found: Found, *notices: str) -> Answer:
    """An answer that says nothing yet."""
    notice = " ".join(filter(None, (*notices, *found.notices)))
    timing = Timing(found.seconds, None, 0.0)
    answer = Answer(found.asked, AnswerKind.NOT_FOUND, (), 0.0, None, (), tuple(found.passages), timing, notice)
    return replace(answer, subjects=tuple(each.name for each in found.question.subjects), about=found.about)


def _finished(answer: Answer, started: float) -> Answer:
    return replace(answer, timing=replace(answer.timing, total=time.monotonic() - started))


def _coming_near(choice: Choice, found: Found) -> tuple[AnswerSentence, ...]:
    """What may be shown beside a refusal: sentences on what the question is about, or near to it in meaning."""
    named = NEAR_NAMED if found.question.subjects else math.inf
    near = [each for each in choice.chosen if each.bearing.named >= named or each.bearing.meaning >= NEAR_MEANING]
    if choice.contrary:
        near = [choice.contrary, *(each for each in near if each.candidate != choice.contrary.candidate)]
    return write_extract(near[:NEAR], found.bodies, found.question)


def _worded(conflict: Contradiction, found: Found) -> str:
    one, other = (found.documents[each.candidate.document_id].title for each in (conflict.one, conflict.other))
    return f"The sources differ: “{conflict.values[0]}” in “{one}”, “{conflict.values[1]}” in “{other}”."
