"""What a word that relates says of two mentions: the relationship that STIX knows between them, and its direction."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from desktop.application.extraction.clauses import ACTORS, SOFTWARE, Clause, evidenced
from desktop.application.extraction.reporters import finds
from desktop.application.extraction.triggers import Trigger, is_passive
from desktop.domain.entity import EntityType, Mention
from desktop.domain.relation import Relation, Relationship, is_legal
from desktop.domain.sentences import LONGEST

_R, _T = Relationship, EntityType
_SURE, _HEDGED, _UNTYPED = 0.8, 0.5, 0.4
_NAMED = 0.5
"""From here on a technique is named; below, words only hint at it."""
_BESIDE = 12
_SAY_NOTHING_ELSE = frozenset({_R.USES, _R.ALIAS_OF, _R.VARIANT_OF})
"""What such words say is meant as it is said, or else not at all."""
_ATTACK_ON = re.compile(r"(?:['’]s?)?\s(?:[\w-]+\s){0,2}?(?:incident|attack|hack|breach|intrusion|compromise|heist|outage)s?\b")
_ADVICE = re.compile(
    r"\b(?:recommend\w*|advis(?:es|ed)|should|urge[sd]?|encourag\w+|ensure|mitigations? (?:include|for|against)|"
    r"(?:protect|defend|secure|guard) (?:\w+ ){0,3}against)\b"
)
"""Words of advice to those who defend themselves: what they are to use, nobody used against them."""
_AIM = re.compile(r"(?:in order )?to [^,]*, ", re.IGNORECASE)
"""How advice begins that says what for: `To defend against X, use Y`."""
_CLAIM = re.compile(
    r"\b(?:claims?|claimed|reports?|reported|theor(?:y|ies)|rumou?rs?|allegations?|assertions?|beliefs?|ideas?|hypothes[ei]s|suggestions?|"
    r"assumptions?|notion|statements?)\b[^,;]{0,60}\bthat\s[^;]{0,80}$",
    re.IGNORECASE,
)
_REFUTES = re.compile(
    r"\b(?:is|are|was|were|been|be|proved|proven)\s(?:\w+\s)?(?:wrong|false|untrue|incorrect|unfounded|mistaken|retracted|debunked|"
    r"disproved|disproven|refuted|withdrawn|denied|ruled out)\b"
)
"""What a sentence ends with that takes back the claim it begins with."""
_LOOK_AROUND = 160


def read_trigger(clause: Clause, trigger: Trigger, before: Mention, after: Mention) -> Iterator[Relation]:
    """What a trigger says of the mention before it and the one after it."""
    turned = trigger.reverse or is_passive(clause.text, trigger)
    subject, thing = (after, before) if turned else (before, after)
    if subject.type is _T.VULNERABILITY and not trigger.reverse and trigger.relationship in (_R.DELIVERS, _R.DROPS):
        return  # a flaw is a way, and delivers nothing by itself
    relationship, subject, thing = _fitting(trigger.relationship, subject, thing)
    if trigger.word.endswith(("behind", "responsible for")) and thing.type is _T.IDENTITY:
        if _ATTACK_ON.match(clause.text, thing.end) is None:
            return
        relationship = _R.TARGETS
    if relationship is not _R.RELATED_TO and (finds(clause.text, subject) or finds(clause.text, thing)):
        return
    if relationship is _R.LOCATED_AT and subject.identity_class == "class":
        return  # a sector lies nowhere
    if thing.type is _T.ATTACK_PATTERN and _ADVICE.search(clause.text, max(clause.start, trigger.start - LONGEST), trigger.start):
        return
    if relationship is _R.USES and trigger.word == "use" and _AIM.fullmatch(clause.text, clause.start, trigger.start):
        return
    if subject.type is _T.ATTACK_PATTERN and not _does_it_itself(trigger, subject):
        return
    if relationship is _R.RELATED_TO and not _may_be_related(trigger, subject, thing):
        return
    confidence = _HEDGED if trigger.hedged or _asks(clause) else _SURE
    if relationship is _R.RELATED_TO:
        confidence = min(confidence, _UNTYPED)
    by = f"“{trigger.word}”"
    yield replace(evidenced(clause, subject, relationship, thing, confidence, by), negated=trigger.negated or _is_refuted(clause, trigger))


def _asks(clause: Clause) -> bool:
    return clause.quote.rstrip(" \"'”’)*_").endswith("?")


def _is_refuted(clause: Clause, trigger: Trigger) -> bool:
    """Whether what a trigger states is a claim that the same sentence takes back: `Claims that X used Y were wrong`."""
    if not _REFUTES.search(clause.text, trigger.end, min(clause.end, trigger.end + _LOOK_AROUND)):
        return False
    return _CLAIM.search(clause.text, max(clause.start, trigger.start - _LOOK_AROUND), trigger.start) is not None


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
    if relationship in (_R.DELIVERS, _R.DROPS, _R.HOSTS, _R.CONTROLS) and subject.type in ACTORS:
        tried.append((_R.USES, subject, thing))
    if relationship in (_R.DELIVERS, _R.DROPS):
        tried += [(_R.DROPS, subject, thing), (_R.DELIVERS, subject, thing)]
        tried += [(_R.EXPLOITS, thing, subject)] if subject.type is _T.VULNERABILITY else []
    if thing.type is _T.CAMPAIGN and subject.type in ACTORS and relationship in (_R.USES, _R.TARGETS):
        tried.append((_R.ATTRIBUTED_TO, thing, subject))
    if relationship is _R.USES and thing.type.is_indicator:
        tried.append((_R.COMMUNICATES_WITH, subject, thing))
    if relationship in (_R.EXPLOITS, _R.USES):
        tried += [(_R.EXPLOITS, subject, thing), (_R.TARGETS, subject, thing)] if thing.type is _T.VULNERABILITY else []
        tried += [(_R.USES, subject, thing)]
    if relationship in (_R.ATTRIBUTED_TO, _R.USES) and subject.type in SOFTWARE and thing.type in ACTORS:
        tried.append((_R.USES, thing, subject))
    for each in tried:
        if each[0] is not _R.RELATED_TO and is_legal(each[1].type, each[0], each[2].type):
            return each
    return _R.RELATED_TO, subject, thing
