"""Organisations that a text only names as who says something."""

from __future__ import annotations

import re

from desktop.domain.entity import EntityType, Mention

_SAYS = re.compile(
    r"(?:,? (?:and )?(?:the )?(?-i:[A-Z])[\w&.]*){0,4}(?:['’]s?)?\s(?:(?:\w+\s){0,3}(?:researchers?|team|analysts?|intelligence|"
    r"labs?)\s)?(?:(?:has |have |had )?(?:also |recently |"
    r"first )?"
    r"(?:said|says|reports?|reported|found|warn\w*|revealed|noted|assess\w*|believes?|describes?|calls|\w+ that)\b|"
    r"researchers?|analysts?|incident response|threat hunt\w*)",
    re.IGNORECASE,
)
_SOURCE = re.compile(
    r"\b(?:according to|reports? (?:by|from)|researchers? (?:at|from|with|of)|analysis (?:by|from)|posts? by|part of|division of|arm of|"
    r"owned by|subsidiary of)\s(?:the\s)?$",
    re.IGNORECASE,
)
_FINDS = re.compile(
    r"(?:['’]s?)?\s(?:(?:[\w-]+\s){0,3}(?:researchers?|team|analysts?|consultants|labs?)\s)?(?:(?:has|have|had|also|recently|first|"
    r"previously) )*"
    r"(?:observ|discover|uncover|identif|track|notic|spott|detect|analy[sz]|investigat|came across|disclos)\w*\s(?!that\b)",
    re.IGNORECASE,
)
"""Who finds something has to do with it, though no more than that."""
_REACH = 40


def finds(text: str, mention: Mention) -> bool:
    """Whether a mention is of an organisation that found what the sentence tells of: it neither did that nor suffered it."""
    return mention.type is EntityType.IDENTITY and _FINDS.match(text, mention.end) is not None


def reports(text: str, mention: Mention) -> bool:
    """Whether a mention is of an organisation that only tells, or that only owns who tells."""
    if _FINDS.match(text, mention.end):
        return False
    if mention.type is not EntityType.IDENTITY or mention.identity_class != "organization":
        return False
    return bool(_SAYS.match(text, mention.end) or _SOURCE.search(text[max(0, mention.start - _REACH) : mention.start]))
