"""What the words that relate (triggers.py) state of the mentions around them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from desktop.application.extraction.clauses import ACTORS, BREAK, Clause, alike, is_set_aside
from desktop.application.extraction.trigger_readings import read_trigger
from desktop.application.extraction.triggers import Trigger, is_passive, is_weak
from desktop.domain.entity import EntityType, Mention
from desktop.domain.relation import Relation, Relationship

_R, _T = Relationship, EntityType
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
_NOT_THIS = re.compile(r"(?:,\s(?:(?:and|but)\s)?|\s(?:and|but)\s)not\s(?:[a-z]+\s){0,2}[\"'“‘]*$|\sneither\s(?:[a-z]+\s){0,2}[\"'“‘]*$")
_NEW_CLAUSE = re.compile(r"[\"'”’]*,\s(?:(?:and|while|whereas|but)\s)?(?:the\s)?[\"'“‘]*")
_FARTHEST = 160
_LONGEST_BREAK = 16
_NEAR = {_R.VARIANT_OF: 40, _R.ALIAS_OF: 40}
"""How near what is spoken of must stand before the word."""
_NEAR_AFTER = {_R.RELATED_TO: 80}
"""How near what it is related to must stand after the word."""
_WHAT_FLAWS_DO = ("affect", "impact")


def stated_relations(clause: Clause, triggers: Sequence[Trigger]) -> Iterator[Relation]:
    """The relations that these words of a sentence state, in the order of the words."""
    since, looked = -1, clause.start
    for at, trigger in enumerate(triggers):
        since, looked = max(since, clause.text.rfind("; ", max(clause.start, looked - 1), trigger.start)), trigger.start
        if (turned := _other_order(clause, trigger)) is not None:
            yield from turned
            continue
        until = _reach_right(clause, triggers, at)
        before = [
            group for group in clause.groups if since < group[0].start < group[-1].end <= trigger.start and not is_set_aside(clause, group)
        ]
        if trigger.word.startswith(_OF_A_LINE) and (line_end := clause.text.find("\n", trigger.end, until)) >= 0:
            until = line_end
        if trigger.relationship is _R.ALIAS_OF and (closed := clause.text.find(")", trigger.end, until)) >= 0:
            until = closed
        until = min(until, trigger.end + _NEAR_AFTER.get(trigger.relationship, _FARTHEST))
        after = [
            group for group in clause.groups if trigger.end <= group[0].start < until and not is_set_aside(clause, group, as_thing=True)
        ]
        after = _until_new_subject(clause, before, after)
        near = _NEAR.get(trigger.relationship, 3 if is_weak(trigger) else _FARTHEST)
        if not before or trigger.start - before[-1][-1].end > near:
            continue
        if trigger.relationship in _NEAR:
            before = before[-1:]
        for group in (each for at, each in enumerate(after) if at < 2 or alike(after[0][0], each[0])):
            not_this = _NOT_THIS.search(clause.text, trigger.end, group[0].start) is not None
            of_this = replace(trigger, negated=trigger.negated or not_this)
            subjects = _subjects(clause, of_this, before, group)
            yield from (relation for subject in subjects for thing in group for relation in read_trigger(clause, of_this, subject, thing))


def _other_order(clause: Clause, trigger: Trigger) -> Iterator[Relation] | None:
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
    return (relation for subject in subjects for thing in things for relation in read_trigger(clause, trigger, subject, thing))


def _names_the_thing_first(clause: Clause, trigger: Trigger, between: str) -> bool:
    if trigger.word.endswith(" of"):
        return _BY_WHOM.fullmatch(between) is not None
    fronted = trigger.word.endswith("ing") and between == ", "
    return fronted and _FRONTED.fullmatch(clause.text, clause.start, trigger.start) is not None


def _names_the_subject_first(trigger: Trigger, leads: str, between: str, *, alone: bool) -> bool:
    """Whether it reads `attribute X to Y`, or with nothing before it `traffic from X to Y` or `the payload of X is Y`."""
    if trigger.word in _GIVES or trigger.word.startswith("attribut") or (alone and trigger.word.endswith(" from")):
        return _TO_WHOM.fullmatch(between) is not None
    return alone and leads.startswith(" of") and _IS.fullmatch(between) is not None


def _behind(clause: Clause, trigger: Trigger) -> list[tuple[Mention, ...]]:
    return [group for group in clause.groups if trigger.end <= group[0].start < trigger.end + _FARTHEST]


def _until_new_subject(
    clause: Clause, before: Sequence[tuple[Mention, ...]], after: list[tuple[Mention, ...]]
) -> list[tuple[Mention, ...]]:
    """The groups after a trigger without those after a comma that begins to speak of somebody else: `A uses X, B prefers Y`."""
    for at, group in enumerate(after):
        is_other = at and before and not alike(after[0][0], group[0]) and alike(before[-1][0], group[0])
        if is_other and _NEW_CLAUSE.fullmatch(clause.text, after[at - 1][-1].end, group[0].start):
            return after[:at]
    return after


def _reach_right(clause: Clause, triggers: Sequence[Trigger], at: int) -> int:
    """How far to the right a trigger reaches: to the next one that has a mention of its own, or to a break."""
    trigger = triggers[at]
    first = next((group for group in clause.groups if group[0].start >= trigger.end), None)
    if first is None:
        return trigger.end
    farthest = min(clause.end, trigger.end + _FARTHEST)
    stop = BREAK.search(clause.text, first[0].end, min(clause.end, farthest + _LONGEST_BREAK))
    next_one = bisect_left(triggers, first[0].end, at + 1, key=_place)
    later = triggers[next_one].start if next_one < len(triggers) else clause.end
    return min(later, stop.start() if stop else clause.end, farthest)


def _place(trigger: Trigger) -> int:
    return trigger.start


def _subjects(clause: Clause, trigger: Trigger, before: Sequence[tuple[Mention, ...]], things: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """Who a trigger speaks of: the nearest group before it with which it makes a typed relation, else the nearest.

    A technique does nothing by itself: it is spoken of only where nobody else is.
    """
    if before[-1][0].type is _T.VULNERABILITY and trigger.word.startswith(_WHAT_FLAWS_DO):
        return before[-1]
    typed = [
        group
        for group in reversed(before)
        if any(each.relationship is not _R.RELATED_TO for each in read_trigger(clause, trigger, group[0], things[0]))
    ]
    if trigger.relationship in (_R.TARGETS, _R.EXPLOITS) and clause.text.endswith("to ", clause.start, trigger.start):
        typed = [*(group for group in typed if group[0].type in ACTORS), *typed]  # whoever uses something to do so does it
    return next((group for group in typed if group[0].type is not _T.ATTACK_PATTERN), typed[0] if typed else before[-1])
