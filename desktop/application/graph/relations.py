"""Relations that a sentence states between two of its mentions, with the sentence as their evidence.

A word that relates (triggers.py) joins the nearest mentions before and after it, with all that commas and "and" join to them.
What STIX does not know between two kinds, and what merely stands side by side, is `related-to`: faint, and no claim.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from desktop.application.graph.aliases import family_of
from desktop.application.graph.reporters import reports
from desktop.application.graph.stand_ins import stand_ins
from desktop.application.graph.stated_aliases import StatedAliases, stated_aliases
from desktop.application.graph.triggers import Trigger, is_passive, is_weak, triggers_in
from desktop.domain.entity import EntityType, Mention
from desktop.domain.relation import Relation, Relationship, is_legal
from desktop.domain.sentences import sentences_with_several

_R, _T = Relationship, EntityType
_JOINT = re.compile(
    r"[\"'”’`*_)]*(?:\s[a-z-]+){0,4}\s*(?:\([^()]{0,40}\)\s*)?(?:,\s*(?:and|or|as well as)?|and|or|&|/|as well as|"
    r",\s*along with)\s*(?:the\s|its\s|an?\s|an older\s)?[\"'“‘`*_(]*"
)
_BREAK = re.compile(r"[;:]\s|\s[-–—]\s|,?\s(?:but|while|whereas|although|though|unlike|however)\s", re.IGNORECASE)
_OWNED = re.compile(r"(?:['’]s?)\s(?:[\w-]+\s){0,3}$")
_ASIDE = re.compile(
    r"\b(?:(?P<too>in addition to|besides)|apart from|aside from|unlike|other than|instead of|rather than|in contrast to)\s", re.IGNORECASE
)
_SET_ASIDE = re.compile(rf"{_ASIDE.pattern}(?:[\w-]+\s){{0,3}}$", re.IGNORECASE)
_OF_A_LINE = ("c2", "c&c", "command")
"""Words that stand at the end of lines of lists, and say nothing of what the next line begins with."""
_GIVES = frozenset({"linked", "tied", "traced"})
"""Words that say something only with who is linked to whom behind them."""
_LEADS_ON = re.compile(r"\s(?:of |for )?(?:(?:the|a|an|its|their)\s)?(?:[\w-]+\s){0,2}[\"'“‘]*")
_BY_WHOM = re.compile(r"[\"'”’]*\sby\s(?:the\s)?(?:[\w-]+\s){0,2}[\"'“‘]*")
_TO_WHOM = re.compile(r"[\"'”’]*\s(?:[\w-]+\s){0,2}to\s(?:the\s)?(?:[\w-]+\s){0,2}[\"'“‘]*")
_IS = re.compile(r"[\"'”’]*\s(?:is|are|was|were)\s(?:the\s)?[\"'“‘]*")
_FRONTED = re.compile(r"[\"'“‘*_]*(?:(?:by|after|when|while|through) )?", re.IGNORECASE)
_FOR_WHAT = re.compile(r"\s(?:to|for)\s")
_NOT_THIS = re.compile(r",\s(?:and\s|but\s)?not\s(?:[a-z]+\s){0,2}[\"'“‘]*$")
_NEW_CLAUSE = re.compile(r"[\"'”’]*,\s(?:(?:and|while|whereas|but)\s)?(?:the\s)?[\"'“‘]*")
_VARIANT_BEFORE = re.compile(
    r"\b(?:variants?|versions?|forks?|derivatives?|successors?|rewrites?) (?:of|to) (?:the )?[\"'“‘*_]*$", re.IGNORECASE
)
_KIND_BEFORE = re.compile(
    r"\b(?:malware|implants?|backdoors?|tools?|toolkit|loaders?|ransomware|trojans?|framework) of (?:the )?[\"'“‘*_]*$", re.IGNORECASE
)
_CALLED = re.compile(r"[\"'”’*_]*,? (?:called|named|dubbed|known as) [\"'“‘*_]*")
_GROUP = r"(?:group|actor|gang|crew|hackers|spies|collective|adversary|syndicate|operators)s?"
_OF_COUNTRY = re.compile(
    rf"(?:[ -][\w-]+){{0,4}}? {_GROUP},? (?:(?:also |widely |better )?(?:known|tracked) as |called |named |dubbed )?[\"'“‘]*"
)
_FROM_COUNTRY = re.compile(r"(?:\s?\([^()]{1,80}\))?,? (?:is |was )?an? (?:[\w-]+ ){0,3}")
_OF_PRODUCT = re.compile(r"(?:\s[\w-]+){0,3}\s?[(\[](?:\w+ as )?|\s|['’]s\s(?:\w+\s){0,2}")
_PRODUCT_AND_FLAW = {_T.IDENTITY, _T.VULNERABILITY}
_NOT_ENDS = frozenset({_T.TACTIC, _T.USER_AGENT, _T.MUTEX, _T.REGISTRY_KEY, _T.MAC})
_ACTORS = frozenset({_T.INTRUSION_SET, _T.THREAT_ACTOR, _T.CAMPAIGN})
_SOFTWARE = frozenset({_T.MALWARE, _T.TOOL})
_SURE, _HEDGED, _FAINT = 0.8, 0.5, 0.3
_NAMED = 0.5
"""From here on a technique is named; below, words only hint at it."""
_BESIDE = 12
_FARTHEST = 160
_LEAD = 60
"""How far before the first mention a word may stand that relates it to the next."""
_NEIGHBOURLY = 30
_NEAR = {_R.VARIANT_OF: 40, _R.ALIAS_OF: 40}
"""How near what is spoken of must stand before the word."""
_NEAR_AFTER = {_R.RELATED_TO: 80}
"""How near what it is related to must stand after the word."""
_SAY_NOTHING_ELSE = frozenset({_R.USES, _R.ALIAS_OF, _R.VARIANT_OF})
"""What such words say is meant as it is said, or else not at all."""
_WHAT_FLAWS_DO = ("affect", "impact")
_MOST_MENTIONS = 40
"""A sentence that mentions more than this is a list, and states nothing of any two of them."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A sentence with its mentions: `groups` are runs of mentions that commas and "and" join."""

    text: str
    start: int
    end: int
    groups: tuple[tuple[Mention, ...], ...]
    sets_aside: bool


class SentenceRelations:
    """Finds what sentences state."""

    def relate(self, text: str, mentions: Sequence[Mention]) -> list[Relation]:
        """The relations that a text states between mentions of it, which are given by place; the surest of each sentence."""
        named = [each for each in mentions if each.entity_id is not None and each.type not in _NOT_ENDS and not reports(text, each)]
        usable = sorted((*named, *stand_ins(text, named)), key=lambda each: each.start)
        places = [each.start for each in usable]
        relations: list[Relation] = []
        for start, end in sentences_with_several(text, places):
            first, last = bisect_left(places, start), bisect_left(places, end)
            if last - first <= _MOST_MENTIONS:
                relations += _in_sentence(text, start, end, usable[first:last])
        return relations


def _in_sentence(text: str, start: int, end: int, mentions: Sequence[Mention]) -> list[Relation]:
    aliases = list(stated_aliases(text, mentions))
    said_otherwise = {id(other) for each in aliases for other in each.others}
    groups = _grouped(text, [each for each in mentions if id(each) not in said_otherwise])
    sets_aside = _ASIDE.search(text, start, end) is not None
    clause = _Clause(text, start, end, tuple(_without_contrast(text, groups) if sets_aside else groups), sets_aside)
    between = triggers_in(text, start, mentions[-1].start, max(start, mentions[0].start - _LEAD))
    triggers = [each for each in between if not any(m.start <= each.start < m.end for m in mentions)]
    best: dict[tuple[str, str], Relation] = {}
    for relation in (*_aliases(clause, aliases), *_stated(clause, triggers), *_adjacent(clause)):
        ends = sorted((relation.source, relation.target))
        known = best.get((ends[0], ends[1]))
        of_two = relation.source != relation.target or relation.relationship is _R.ALIAS_OF
        if of_two and (known is None or relation.confidence > known.confidence):
            best[ends[0], ends[1]] = relation
    return list(best.values())


def _grouped(text: str, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, ...]]:
    """Runs of mentions of one kind that commas and "and" join, or that one word stands for."""
    group: list[Mention] = []
    for each in mentions:
        if group and not (_alike(group[-1], each) and _joined(text, group[-1], each)):
            yield tuple(group)
            group = []
        group.append(each)
    if group:
        yield tuple(group)


def _without_contrast(text: str, groups: Iterable[tuple[Mention, ...]]) -> Iterator[tuple[Mention, ...]]:
    """The groups; of `unlike X, Y …` two, for a comma alone joins no two to a list."""
    for group in groups:
        if (
            len(group) == 2
            and text[group[0].end : group[1].start] == ", "
            and _SET_ASIDE.search(text, max(0, group[0].start - _LEAD), group[0].start)
        ):
            yield group[:1]
            yield group[1:]
        else:
            yield group


def _joined(text: str, one: Mention, other: Mention) -> bool:
    return one.start == other.start or _JOINT.fullmatch(text, one.end, other.start) is not None


def _alike(one: Mention, other: Mention) -> bool:
    return family_of(one.type) == family_of(other.type) or (
        one.type in (_T.LOCATION, _T.IDENTITY) and other.type in (_T.LOCATION, _T.IDENTITY)
    )


def _aliases(clause: _Clause, aliases: Sequence[StatedAliases]) -> Iterator[Relation]:
    """That names are one; a name that packs know as the same is one more that the text says so of, and so has itself as the other end.

    Two that packs tell apart are one only if the text says so in words: "Emotet/Ryuk" merely puts them together.
    """
    for each in aliases:
        of_variant = each.in_words and _VARIANT_BEFORE.search(clause.text, clause.start, each.name.start) is not None
        for other in each.others:
            if of_variant and is_legal(other.type, _R.VARIANT_OF, each.name.type):
                yield _relation(clause, other, _R.VARIANT_OF, each.name, _SURE, "a variant that is named")
                continue
            apart = each.name.entity_id != other.entity_id and not (_is_coined(each.name) or _is_coined(other))
            if each.in_words or not apart:
                yield _relation(clause, each.name, _R.ALIAS_OF, other, _SURE, "names in brackets")
            else:
                yield _relation(clause, each.name, _R.RELATED_TO, other, 0.4, "side by side")


def _is_coined(mention: Mention) -> bool:
    """Whether no pack knows the name."""
    return mention.by.startswith("pattern")


def _stated(clause: _Clause, triggers: Sequence[Trigger]) -> Iterator[Relation]:
    for at, trigger in enumerate(triggers):
        if (turned := _other_order(clause, trigger)) is not None:
            yield from turned
            continue
        until = _reach_right(clause, triggers, at)
        since = clause.text.rfind("; ", clause.start, trigger.start)
        before = [
            group for group in clause.groups if since < group[0].start < group[-1].end <= trigger.start and not _is_set_aside(clause, group)
        ]
        if trigger.word.startswith(_OF_A_LINE) and (line_end := clause.text.find("\n", trigger.end, until)) >= 0:
            until = line_end
        until = min(until, trigger.end + _NEAR_AFTER.get(trigger.relationship, _FARTHEST))
        after = [
            group for group in clause.groups if trigger.end <= group[0].start < until and not _is_set_aside(clause, group, as_thing=True)
        ]
        after = _until_new_subject(clause, before, after)
        near = _NEAR.get(trigger.relationship, 3 if is_weak(trigger) else _FARTHEST)
        if not before or trigger.start - before[-1][-1].end > near:
            continue
        if trigger.relationship in _NEAR:
            before = before[-1:]
        for group in (each for at, each in enumerate(after) if at < 2 or _alike(after[0][0], each[0])):
            trigger = replace(trigger, negated=trigger.negated or _NOT_THIS.search(clause.text, trigger.end, group[0].start) is not None)
            subjects = _subjects(clause, trigger, before, group)
            yield from (relation for subject in subjects for thing in group for relation in _read(clause, trigger, subject, thing))


def _other_order(clause: _Clause, trigger: Trigger) -> Iterator[Relation] | None:
    """What a trigger states of two groups behind it.

    `Exploitation of X by Y`, `by using X, Y …`, `attribute X to Y`, `the payload of X is Y`. None where it stands between
    what it relates, as most do; nothing where it is a form of "be used" and says for what.
    """
    text = clause.text
    if trigger.relationship is _R.USES and _FOR_WHAT.match(text, trigger.end) and is_passive(text, trigger):
        return iter(())
    before, after = [each for each in clause.groups if each[-1].end <= trigger.start], _behind(clause, trigger)
    if len(after) < 2:
        return iter(()) if trigger.word in _GIVES else None
    one, other = after[:2]
    leads, between = text[trigger.end : one[0].start], text[one[-1].end : other[0].start]
    if _LEADS_ON.fullmatch(leads) is None:
        return iter(()) if trigger.word in _GIVES else None
    if _names_the_thing_first(clause, trigger, between):
        subjects, things = other, one
    elif _names_the_subject_first(trigger, leads, between, alone=not before):
        subjects, things = one, other
    elif trigger.word in _GIVES:
        return iter(())
    else:
        return None
    return (relation for subject in subjects for thing in things for relation in _read(clause, trigger, subject, thing))


def _names_the_thing_first(clause: _Clause, trigger: Trigger, between: str) -> bool:
    if trigger.word.endswith(" of"):
        return _BY_WHOM.fullmatch(between) is not None
    fronted = trigger.word.endswith("ing") and between == ", "
    return fronted and _FRONTED.fullmatch(clause.text, clause.start, trigger.start) is not None


def _names_the_subject_first(trigger: Trigger, leads: str, between: str, *, alone: bool) -> bool:
    """Whether it reads `attribute X to Y`, or with nothing before it `traffic from X to Y` or `the payload of X is Y`."""
    if trigger.word in _GIVES or trigger.word.startswith("attribut") or (alone and trigger.word.endswith(" from")):
        return _TO_WHOM.fullmatch(between) is not None
    return alone and leads.startswith(" of") and _IS.fullmatch(between) is not None


def _behind(clause: _Clause, trigger: Trigger) -> list[tuple[Mention, ...]]:
    return [group for group in clause.groups if trigger.end <= group[0].start < trigger.end + _FARTHEST]


def _until_new_subject(
    clause: _Clause, before: Sequence[tuple[Mention, ...]], after: list[tuple[Mention, ...]]
) -> list[tuple[Mention, ...]]:
    """The groups after a trigger without those after a comma that begins to speak of somebody else: `A uses X, B prefers Y`."""
    for at, group in enumerate(after):
        is_other = at and before and not _alike(after[0][0], group[0]) and _alike(before[-1][0], group[0])
        if is_other and _NEW_CLAUSE.fullmatch(clause.text, after[at - 1][-1].end, group[0].start):
            return after[:at]
    return after


def _is_set_aside(clause: _Clause, group: tuple[Mention, ...], *, as_thing: bool = False) -> bool:
    """Whether others are spoken of: `in addition to TrickBot, actors use …` states nothing of TrickBot as who does it."""
    found = _SET_ASIDE.search(clause.text, clause.start, group[0].start) if clause.sets_aside else None
    return found is not None and not (as_thing and found["too"])


def _reach_right(clause: _Clause, triggers: Sequence[Trigger], at: int) -> int:
    """How far to the right a trigger reaches: to the next one that has a mention of its own, or to a break."""
    trigger = triggers[at]
    first = next((group for group in clause.groups if group[0].start >= trigger.end), None)
    if first is None:
        return trigger.end
    stop = _BREAK.search(clause.text, first[0].end, clause.end)
    later = next((each.start for each in triggers[at + 1 :] if each.start >= first[0].end), clause.end)
    return min(later, stop.start() if stop else clause.end, trigger.end + _FARTHEST)


def _subjects(clause: _Clause, trigger: Trigger, before: Sequence[tuple[Mention, ...]], things: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """Who a trigger speaks of: the nearest group before it with which it makes a typed relation, else the nearest.

    A technique does nothing by itself: it is spoken of only where nobody else is.
    """
    if before[-1][0].type is _T.VULNERABILITY and trigger.word.startswith(_WHAT_FLAWS_DO):
        return before[-1]
    typed = [
        group
        for group in reversed(before)
        if any(each.relationship is not _R.RELATED_TO for each in _read(clause, trigger, group[0], things[0]))
    ]
    if trigger.relationship in (_R.TARGETS, _R.EXPLOITS) and clause.text.endswith("to ", clause.start, trigger.start):
        typed = [*(group for group in typed if group[0].type in _ACTORS), *typed]  # whoever uses something to do so does it
    return next((group for group in typed if group[0].type is not _T.ATTACK_PATTERN), typed[0] if typed else before[-1])


def _read(clause: _Clause, trigger: Trigger, before: Mention, after: Mention) -> Iterator[Relation]:
    """What a trigger says of the mention before it and the one after it."""
    turned = trigger.reverse or is_passive(clause.text, trigger)
    subject, thing = (after, before) if turned else (before, after)
    if subject.type is _T.VULNERABILITY and not trigger.reverse and trigger.relationship in (_R.DELIVERS, _R.DROPS):
        return  # a flaw is a way, and delivers nothing by itself
    relationship, subject, thing = _fitting(trigger.relationship, subject, thing)
    if subject.type is _T.ATTACK_PATTERN and not _does_it_itself(trigger, subject):
        return
    if relationship is _R.RELATED_TO and not _may_be_related(trigger, subject, thing):
        return
    confidence = _HEDGED if trigger.hedged else _SURE
    if relationship is _R.RELATED_TO:
        confidence = min(confidence, 0.4)
    by = f"“{trigger.word}”"
    yield replace(_relation(clause, subject, relationship, thing, confidence, by), negated=trigger.negated)


def _does_it_itself(trigger: Trigger, technique: Mention) -> bool:
    """Whether a technique is named and not only hinted at, or stands right beside what it does."""
    between = trigger.start - technique.end if technique.end <= trigger.start else technique.start - trigger.end
    return trigger.relationship is not _R.ALIAS_OF and (technique.confidence >= _NAMED or between <= _BESIDE)


def _may_be_related(trigger: Trigger, subject: Mention, thing: Mention) -> bool:
    """Whether a word that states nothing which STIX knows of these two still says that they belong together."""
    kinds = {subject.type, thing.type}
    if trigger.relationship in _SAY_NOTHING_ELSE or kinds == {_T.IDENTITY} or _T.ATTACK_PATTERN in kinds:
        return False
    if subject.type.is_indicator and thing.type.is_indicator:
        return False
    if trigger.relationship is _R.TARGETS:
        return _T.VULNERABILITY in kinds
    if _T.LOCATION in kinds:
        return trigger.relationship in (_R.LOCATED_AT, _R.ATTRIBUTED_TO)
    return not (_T.IDENTITY in kinds and trigger.relationship in (_R.DELIVERS, _R.DROPS))


def _fitting(relationship: Relationship, subject: Mention, thing: Mention) -> tuple[Relationship, Mention, Mention]:
    """The relationship that STIX knows between the two for what was said, and its direction."""
    tried = [(relationship, subject, thing)]
    if relationship in (_R.DELIVERS, _R.DROPS, _R.HOSTS, _R.CONTROLS) and subject.type in _ACTORS:
        tried.append((_R.USES, subject, thing))
    if relationship in (_R.DELIVERS, _R.DROPS):
        tried += [(_R.DROPS, subject, thing), (_R.DELIVERS, subject, thing)]
        tried += [(_R.EXPLOITS, thing, subject)] if subject.type is _T.VULNERABILITY else []
    if thing.type is _T.CAMPAIGN and subject.type in _ACTORS and relationship in (_R.USES, _R.TARGETS):
        tried.append((_R.ATTRIBUTED_TO, thing, subject))
    if relationship is _R.USES and thing.type.is_indicator:
        tried.append((_R.COMMUNICATES_WITH, subject, thing))
    if relationship in (_R.EXPLOITS, _R.USES):
        tried += [(_R.EXPLOITS, subject, thing), (_R.TARGETS, subject, thing)] if thing.type is _T.VULNERABILITY else []
        tried += [(_R.USES, subject, thing)]
    if relationship in (_R.ATTRIBUTED_TO, _R.USES) and subject.type in _SOFTWARE and thing.type in _ACTORS:
        tried.append((_R.USES, thing, subject))
    for each in tried:
        if each[0] is not _R.RELATED_TO and is_legal(each[1].type, each[0], each[2].type):
            return each
    return _R.RELATED_TO, subject, thing


def _adjacent(clause: _Clause) -> Iterator[Relation]:
    """What stands side by side: an actor's tool ("Turla's Snake"), and kinds that reports name together because they belong together."""
    for one, other in pairwise(clause.groups):
        before, after = one[-1], other[0]
        between = clause.text[before.end : after.start]
        if before.type in _ACTORS and after.type in _SOFTWARE and _OWNED.fullmatch(between):
            yield from (_relation(clause, before, _R.USES, each, 0.7, "possessive") for each in other)
        elif before.type in _ACTORS and after.type in _SOFTWARE and _CALLED.fullmatch(between) and _has_kind_before(clause, before):
            yield from (_relation(clause, before, _R.USES, each, 0.7, "a kind of thing of an actor") for each in other)
        elif before.type is _T.LOCATION and after.type in _ACTORS and _OF_COUNTRY.fullmatch(between):
            yield from (_relation(clause, each, _R.RELATED_TO, before, 0.4, "an actor of a country") for each in other)
        elif before.type in _ACTORS and after.type is _T.LOCATION and _FROM_COUNTRY.fullmatch(between):
            yield from (_relation(clause, before, _R.RELATED_TO, each, 0.4, "an actor of a country") for each in other)
        elif {before.type, after.type} == _PRODUCT_AND_FLAW and _OF_PRODUCT.fullmatch(between):
            yield from (_relation(clause, before, _R.RELATED_TO, each, 0.4, "a product and its flaw") for each in other)
        elif len(between) <= _NEIGHBOURLY and (before.type, after.type) in _NEIGHBOURS and not _BREAK.search(between):
            yield from (_relation(clause, each, _R.RELATED_TO, thing, _FAINT, "same sentence") for each in one for thing in other)


def _has_kind_before(clause: _Clause, actor: Mention) -> bool:
    return _KIND_BEFORE.search(clause.text, clause.start, actor.start) is not None


_NEIGHBOURS = frozenset(
    pair
    for one, other in (
        (_T.INTRUSION_SET, _T.LOCATION), (_T.INTRUSION_SET, _T.MALWARE), (_T.MALWARE, _T.VULNERABILITY),
        (_T.INTRUSION_SET, _T.VULNERABILITY),
    )
    for pair in ((one, other), (other, one))
)  # fmt: skip


def _relation(clause: _Clause, source: Mention, relationship: Relationship, target: Mention, confidence: float, by: str) -> Relation:
    sure = round(confidence * min(source.confidence, target.confidence), 2)
    quote = clause.text[clause.start : clause.end]
    return Relation(source.entity_id or "", relationship, target.entity_id or "", clause.start, clause.end, quote, sure, by)
