"""Names of known things in a text: found by one automaton, judged by how they are written and by what stands beside them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from desktop.application.extraction.aliases import AliasBook, Sense
from desktop.application.extraction.folding import FoldedText, fold_text
from desktop.application.extraction.name_context import Case, Surroundings, case_of
from desktop.application.extraction.name_index import Phrase, Wordiness, compile_phrases, wordiness
from desktop.application.ports import PhraseMatcherMaker
from desktop.domain.entity import EntityType, Mention
from desktop.domain.lexicon import NOTHING_DECIDED, Lexicon

_T = EntityType
_WEAK = 0.3
"""A word that may be a name if its neighbours in a list are names."""
_CROWDED = frozenset({"MISP Ransomware"})
"""Sources that name so much that their words are names only where the text says so."""
SUGGESTS = frozenset({"Coffer"})
"""Sources of words that only describe a technique, and so merely suggest it."""
_LIST = 3
"""So many sectors in a row are a list of sectors, though each is an ordinary word."""
_SURE = 0.85
"""From here on, a name is a name in the whole text, wherever it is capitalised."""
_CLEARLY = 3
"""How much more a place counts at which the text says what kind of thing the name is."""
_NUMBER = re.compile(r"TA?\d{4}(?:\.\d{3})?")
_W = Wordiness
_NAMED = frozenset({_T.INTRUSION_SET, _T.THREAT_ACTOR, _T.MALWARE, _T.TOOL, _T.CAMPAIGN})


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A stretch that is written like a known name."""

    start: int
    end: int
    phrase: Phrase
    case: Case
    around: Surroundings


class NameFinder:
    """Finds what packs and the analyst name."""

    def __init__(self, book: AliasBook, words: Sequence[str], make_matcher: PhraseMatcherMaker, lexicon: Lexicon = NOTHING_DECIDED) -> None:
        self._book = book
        self._ranks: Mapping[str, int] = {word: rank for rank, word in reversed(list(enumerate(words)))}
        self._phrases = [each for each in compile_phrases(book, lexicon) if not self._says_nobody(each)]
        self._matcher = make_matcher([each.folded for each in self._phrases])
        self._wordiness: dict[str, Wordiness] = {}

    def _says_nobody(self, phrase: Phrase) -> bool:
        """Whether it is but a kind of people: "Hacking Group" may be any, though there is a Hacking Team."""
        return phrase.has_other_head and wordiness(phrase.folded.rpartition(" ")[0], self._ranks) is not _W.DISTINCT

    def find(self, text: str) -> list[Mention]:
        """The mentions in a text by place; none overlaps another."""
        candidates = list(self._candidates(text))
        judged = [(each, *self._judge(each)) for each in candidates]
        kinds: dict[str, Counter[EntityType]] = {}
        for candidate, sense, confidence in judged:
            if confidence >= _SURE:
                votes = kinds.setdefault(candidate.phrase.senses[0].alias.entity_id, Counter())
                if len(candidate.phrase.senses) > 1:
                    votes[sense.type] += 1 + _CLEARLY * candidate.around.says(sense.type)
        again = ((candidate, *self._again(candidate, sense, sure, kinds)) for candidate, sense, sure in judged)
        return _vouched(text, _longest(_mention(text, *each) for each in again if each[2] > 0))

    def _candidates(self, text: str) -> Iterator[_Candidate]:
        folded = fold_text(text)
        plain = folded.text
        for number, start, end in self._matcher.matches(plain):
            parts = (start and plain[start - 1].isalnum() and plain[start].isascii()) or (
                end < len(plain) and plain[end].isalnum() and plain[end - 1].isascii()
            )
            if not parts:
                begin, finish = _original_span(folded, start, end)
                phrase, said = self._phrases[number], text[begin:finish]
                if "\n\n" in said or "|" in said:
                    continue
                around = Surroundings.of(text, begin, finish)
                if not around.inside_other and not self._is_product(phrase, around):
                    yield _without_head(_Candidate(begin, finish, phrase, case_of(said, phrase.written), around), said)

    def _is_product(self, phrase: Phrase, around: Surroundings) -> bool:
        """Whether an ordinary word stands behind its maker's name ("Google Play"), and so names a product."""
        if phrase.is_allowed or " " in phrase.folded or self._wordiness_of(phrase) is Wordiness.DISTINCT:
            return False
        before = around.before.split(" ")
        if len(before) < 2 or before[-1] or not before[-2][:1].isupper() or not _NAMED.issuperset(each.type for each in phrase.senses):
            return False
        return any(each.type is _T.IDENTITY for each in self._book.meanings(before[-2]))

    def _judge(self, candidate: _Candidate) -> tuple[Sense, float]:
        """What a candidate most likely stands for, and how sure that is; 0 if it is no name here."""
        clear, sense = self._likeliest(candidate)
        if candidate.phrase.is_allowed:
            return sense, 1.0
        if candidate.phrase.is_short:
            begins = candidate.around.begins_sentence and self._wordiness_of(candidate.phrase) is not _W.DISTINCT
            return sense, 0.7 if clear == 2 and candidate.case is not Case.SMALL and not begins else 0.0
        if sense.type not in _NAMED:
            return sense, _plain_confidence(candidate, sense, clear, self._wordiness_of(candidate.phrase))
        return sense, _name_confidence(candidate, clear, self._wordiness_of(candidate.phrase))

    def _likeliest(self, candidate: _Candidate) -> tuple[int, Sense]:
        """What a candidate stands for, going by its surroundings, and how clearly they say so: 0 where nothing depends on it."""
        senses = candidate.phrase.senses
        plain = next((sense for sense in senses if _is_plain(sense, candidate.phrase)), None)
        if plain is not None:
            return 0, plain
        if len(senses) == 1 and not candidate.phrase.is_short and self._wordiness_of(candidate.phrase) is _W.DISTINCT:
            return 0, senses[0]
        clear, _, sense = max(((candidate.around.says(each.type), -rank, each) for rank, each in enumerate(senses)), key=itemgetter(0, 1))
        return clear, sense

    def _wordiness_of(self, phrase: Phrase) -> Wordiness:
        known = self._wordiness.get(phrase.written)
        if known is None:
            known = self._wordiness[phrase.written] = wordiness(phrase.written, self._ranks)
        return known

    def _again(
        self, candidate: _Candidate, sense: Sense, confidence: float, kinds: Mapping[str, Counter[EntityType]]
    ) -> tuple[Sense, float]:
        """The judgement, seen in the light of the whole text: what is surely a name once is one again where it is capitalised."""
        known = kinds.get(candidate.phrase.senses[0].alias.entity_id)
        if known is not None and candidate.case is not Case.SMALL:
            confidence = max(confidence, 0.7)
            if len(candidate.phrase.senses) > 1 and candidate.around.says(sense.type) < 2:
                sense = max(candidate.phrase.senses, key=lambda each: known[each.type])
        return sense, confidence


_SMALL_HEAD = re.compile(r"[\s-]+(?:ransomware|malware|trojan|backdoor|botnet|worm|spyware|group)$")


def _without_head(candidate: _Candidate, said: str) -> _Candidate:
    """The name alone of "Ryuk ransomware": in small letters, the word for what it is does not belong to it."""
    if said.isalnum() or said.islower() or candidate.phrase.senses[0].type not in _NAMED or (head := _SMALL_HEAD.search(said)) is None:
        return candidate
    around = Surroundings(candidate.around.before, head[0] + candidate.around.after)
    return replace(candidate, end=candidate.start + head.start(), case=Case.CAPITALISED, around=around)


def _is_plain(sense: Sense, phrase: Phrase) -> bool:
    """Whether a name is a country's, or a company's that no weighty source gives to something else."""
    return sense.type is _T.LOCATION or (sense.type is _T.IDENTITY and phrase.senses[0].alias.source != "ATT&CK")


def _original_span(folded: FoldedText, start: int, end: int) -> tuple[int, int]:
    return folded.original(start), folded.original(end - 1) + 1


def _name_confidence(candidate: _Candidate, clear: int, word: Wordiness) -> float:
    """How surely this is the name of an actor, of malware, of a tool or of a campaign."""
    case, around = candidate.case, candidate.around
    if case is Case.SMALL and candidate.phrase.written.islower() and len(candidate.phrase.written) > 2 and around.is_run:
        return 0.6
    if word is _W.DISTINCT:
        small = case is Case.SMALL and not candidate.phrase.written.islower() and " " not in candidate.phrase.folded
        return 0.95 if case is Case.EXACT else 0.75 if small else 0.9
    crowded = candidate.phrase.senses[0].alias.source in _CROWDED
    if crowded and clear < 2:
        return 0.0
    odd = case is Case.EXACT and not candidate.phrase.written.istitle()
    if word is _W.WORDS:
        return 0.9 if case in (Case.EXACT, Case.CAPITALISED, Case.CAPITALS) else 0.7 if clear == 2 or case is Case.MIXED else 0.0
    if word is _W.SHORT:
        return (0.85, 0.6, 0.0)[2 - clear] if case is Case.EXACT else 0.0
    if case is Case.SMALL:
        return 0.6 if clear == 2 and word is _W.RARE_WORD else 0.0
    if clear == 2:
        return 0.9
    if odd or word is _W.RARE_WORD:
        return 0.8
    if around.begins_sentence:
        return 0.6 if clear else 0.0
    return 0.6 if clear else _WEAK if around.in_list else 0.0


def _plain_confidence(candidate: _Candidate, sense: Sense, clear: int, word: Wordiness) -> float:
    """How surely this is a place, an organisation, a sector, a technique, a tactic or a vulnerability."""
    case, kind = candidate.case, sense.type
    if kind in (_T.ATTACK_PATTERN, _T.TACTIC):
        if _NUMBER.fullmatch(candidate.phrase.written):
            return 0.95 if case is not Case.SMALL else 0.0
        if sense.alias.source in SUGGESTS:
            return 0.4 if word is not _W.SHORT or case is Case.EXACT else 0.0
        if word is _W.SHORT:
            return 0.0
        if " " in candidate.phrase.folded:
            return 0.8 if case is not Case.SMALL else 0.6
        if len(candidate.phrase.written) <= 4:
            return 0.0
        return 0.7 if case is not Case.SMALL and not candidate.around.begins_sentence else 0.5 if clear == 2 else 0.0
    if sense.entities[0].identity_class == "class":
        return 0.7 if " " in candidate.phrase.folded else _WEAK
    if case is Case.SMALL:
        return 0.0
    if kind is _T.LOCATION:
        return 0.9 if case is not Case.MIXED and (word is not _W.SHORT or case is Case.EXACT) else 0.0
    if word in (_W.DISTINCT, _W.WORDS):
        return 0.9 if case is not Case.MIXED else 0.6
    if word is _W.SHORT or len(candidate.phrase.written) <= 4:
        return 0.8 if case is Case.EXACT and candidate.phrase.written.isupper() else 0.0
    return 0.0 if candidate.around.begins_sentence and word is _W.WORD else 0.75


def _mention(text: str, candidate: _Candidate, sense: Sense, confidence: float) -> Mention:
    entity, alias = sense.entity, sense.alias
    return Mention(
        type=sense.type,
        value=entity.name if entity else alias.name,
        text=text[candidate.start : candidate.end],
        start=candidate.start,
        end=candidate.end,
        confidence=confidence,
        by=f"{alias.source}: {alias.name}",
        entity_id=entity.id if entity else None,
        candidates=() if entity else tuple(each.id for each in sense.entities),
        identity_class=sense.entities[0].identity_class,
    )


def _longest(mentions: Iterable[Mention]) -> list[Mention]:
    """Of overlapping ones the longest, by place."""
    kept: list[Mention] = []
    for each in sorted(mentions, key=lambda each: (each.start, -each.end)):
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
        elif each.end - each.start > kept[-1].end - kept[-1].start:
            kept[-1] = each
    return kept


_BETWEEN = re.compile(r"[\"'”’`*_]*\s*(?:,\s*(?:and|or)?|;|\band|\bor|/|&)\s*[\"'“‘`*_]*")


def _vouched(text: str, mentions: list[Mention]) -> list[Mention]:
    """Without the weak ones, unless a comma or an "and" joins them to one of their kind that is not weak, or to enough that are."""
    kept = list(mentions)
    for ordered in (range(1, len(kept)), range(len(kept) - 2, -1, -1)):
        step = -1 if ordered.step == 1 else 1
        for at in ordered:
            each, other = kept[at], kept[at + step]
            if each.confidence <= _WEAK < other.confidence and _are_listed(text, *sorted((each, other), key=lambda each: each.start)):
                kept[at] = replace(each, confidence=0.6)
    return [each for run in _runs(text, kept) for each in _sure_enough(run)]


def _runs(text: str, mentions: Sequence[Mention]) -> Iterator[list[Mention]]:
    """Mentions that a list joins."""
    run: list[Mention] = []
    for each in mentions:
        if run and not _are_listed(text, run[-1], each):
            yield run
            run = []
        run.append(each)
    if run:
        yield run


def _sure_enough(run: list[Mention]) -> Iterator[Mention]:
    """The mentions of a list that are not weak, or all if it names several sectors one after another."""
    is_of_sectors = len(run) >= _LIST and all(each.identity_class == "class" for each in run)
    for each in run:
        if each.confidence > _WEAK:
            yield each
        elif is_of_sectors:
            yield replace(each, confidence=0.5)


def _are_listed(text: str, one: Mention, other: Mention) -> bool:
    return _alike(one, other) and _BETWEEN.fullmatch(text, one.end, other.start) is not None


def _alike(one: Mention, other: Mention) -> bool:
    return one.identity_class == other.identity_class and (one.type in _NAMED) == (other.type in _NAMED)
