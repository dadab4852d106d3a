"""Words and phrases that give the intent of a query away."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from desktop.domain.intent import Intent

_STRONG, _PLAIN = 2.0, 1.0
_OPENER = re.compile(r"(?:(?:the|an?|any|what(?:'s| is| are|)|give me|list|show)\s+)*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cues:
    """Expressions, any of which as whole words speaks for an intent with `weight`."""

    intent: Intent
    weight: float
    pattern: re.Pattern[str]

    def found(self, text: str) -> tuple[str, ...]:
        """The cues that stand in a text, each once, lower-cased."""
        return tuple(dict.fromkeys(match[0].lower() for match in self.pattern.finditer(text)))

    def opens(self, text: str) -> bool:
        """Whether a text begins with one of the cues that is a word, articles and the like before it apart."""
        opener = _OPENER.match(text)
        begun = self.pattern.match(text, opener.end() if opener else 0)
        return begun is not None and begun[0][0].isalpha()


def _cues(intent: Intent, weight: float, expressions: str) -> Cues:
    """Cues of a list, parted by semicolons or lines."""
    alternatives = "|".join(each.strip() for each in re.split(r"[;\n]", expressions) if each.strip())
    return Cues(intent, weight, re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE))


_LISTS: Mapping[Intent, tuple[str, str]] = {
    Intent.CAUSAL: (
        r"""
        why; because; how come; what for; reasons?; reasoning; root causes?; caus(?:e[sd]?|ing); motiv(?:es?|ation); rationale
        justification; explanation; mechanism; consequences?; led to; leads? to; due to; to blame; (?:effects?|impact) of
        what(?:'s|s| is)? behind the; turn(?:s|ed)? into; how could; what (?:made|makes|led|triggers?|triggered|drove|drives)
        (?:what|which)(?: \w+){0,3} (?:allow|enabl|stop|prevent|permit)\w*
        """,
        r"how (?:did|was|were|do|does); behind the; purpose; (?:ending|resulted|results) in",
    ),
    Intent.TEMPORAL: (
        r"""
        when; since when; until when; how long; how recent(?:ly)?; time ?lines?; chronolog(?:y|ical); history; (?:first|last) seen
        latest; recent(?:ly)?; yesterday(?:'s)?; today; (?:last|past|this|next) (?:few |\d+ )?(?:days?|weeks?|months?|years?|quarter)
        what(?:'s| is) new; what(?: has)? changed; evolv(?:e[sd]?|ing); evolution; order of events
        (?:what|which) (?:happened|came) (?:next|first); dwell time; deadline; (?:which|what) (?:year|month|day|date); the (?:day|date)
        debut(?:ed)?; still active; successive
        """,
        r"""
        (?<![-.])(?:19|20)\d\d(?![-.]\d); january|february|march|april|june|july|august|september|october|november|december
        since; until; before; earlier; earliest; onwards?; changes?; dates?; day; (?:old|new)er
        """,
    ),
    Intent.RELATIONAL: (
        r"""
        who is behind; whose; from whom; link(?:s|ed|age)?; connect(?:s|ed|ions?); connection; relat(?:ed|ions?|ionships?); ties
        associat\w+; attribut\w+; in common; (?:used|deployed|operated|run) by; infrastructure; victims?; affiliates?; partners?
        neighbou?rs?; path from; clusters?; shares?; fit together; same targets?; talking to; communicat\w+ with
        """,
        r"""
        target(?:s|ed|ing)?; sectors?; countries; groups?; actors?; tools?; ttps; c2 domains; campaigns?; compan(?:y|ies); malware
        other; famil(?:y|ies); which (?:ministry|agency|service|government)
        """,
    ),
    Intent.FACTUAL: (
        r"""
        how many; how much; ports?; sha-?(?:1|256|512); md5; hash(?:es)?; mutex(?:es)?; wallets?; user-?agents?; urls?; e-?mail address
        registry; keys?; host ?names?; user ?names?; passwords?; serial numbers?; cvss; cves?(?!-\d); asn; registrar; algorithms?
        file (?:name|extension)s?; extensions?; ransom notes?; subject line; programming language; tlp; markings?; builds?; pool tag
        detection name; \d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}
        """,
        "which; exact; names?; addresses; domains?; samples?; config(?:uration)?; arguments?",
    ),
    Intent.EXPLORATORY: (
        r"""
        tell me about; overview; background; brief(?:ing)?(?: me)?; what do we (?:have|know); summar(?:y|ise|ize); describe
        everything (?:on|about); profile; intro(?:duction)?; anything; landscape; (?:general|big) picture; help me understand; primer
        gist; explain; walk me through; digest; round-?up; dossier; write-?up; state of play; in general; new to; where do i start
        in a paragraph
        """,
        "what(?:'s| is| are); who (?:is|are); about; reporting",
    ),
}

CUES: tuple[Cues, ...] = tuple(
    _cues(intent, weight, expressions)
    for intent, lists in _LISTS.items()
    for weight, expressions in zip((_STRONG, _PLAIN), lists, strict=True)
)
"""In order of precedence: of intents whose cues weigh the same, the first is taken."""
