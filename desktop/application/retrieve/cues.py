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

    def found(self, text: str) -> tuple[re.Match[str], ...]:
        """Where the cues stand in a text, in order."""
        return tuple(self.pattern.finditer(text))

    def opening(self, text: str) -> re.Match[str] | None:
        """The cue that a text begins with, if that is a word, articles and the like before it apart."""
        opener = _OPENER.match(text)
        begun = self.pattern.match(text, opener.end() if opener else 0)
        return begun if begun and begun[0][0].isalpha() else None


def _cues(intent: Intent, weight: float, expressions: str) -> Cues:
    """Cues of a list, parted by semicolons or lines."""
    alternatives = "|".join(each.strip() for each in re.split(r"[;\n]", expressions) if each.strip())
    return Cues(intent, weight, re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE))


_ENTITIES = (
    r"(?:[\w.-]+ ){0,3}(?:groups?|gangs?|crews?|actors?|operators?|hackers?|famil(?:y|ies)|malware|rats?|trojans?|stealers?|loaders?"
    r"|back ?doors?|ransomware|tools?|kits?|frameworks?|infrastructure|servers|countries|nations"
    r"|sectors?|industr(?:y|ies)|compan(?:y|ies)|vendors|brands"
    r"|organi[sz]ations?|agenc(?:y|ies)|ministr(?:y|ies)|institutions?|banks|hospitals|airlines?|governments?|persons?|people|officers"
    r"|individuals|employees|executives|journalists|campaigns?|operations|intrusions|incidents|techniques|tactics|ttps"
    r"|vulnerabilities|flaws"
    r"|products|services?|targets|victims|affiliates|partners|regions|cities|universities|samples|providers?|networks?|systems|devices)"
)
"""What a question asks for that wants to know who or what is connected with whom."""
_PERIODS = r"(?:hours?|days?|weeks?|months?|quarters?|years?)"

_LISTS: Mapping[Intent, tuple[str, str]] = {
    Intent.CAUSAL: (
        r"""
        why; because; how come; what for; reasons?; reasoning; root causes?; caus(?:e[sd]?|ing); motiv(?:es?|ation); rationale
        justification; explanation; explains; mechanism; consequences?; led to; leads? to; due to; thanks to; to blame
        (?:effects?|impact|results?) of; what(?:'s|s| is)? behind the; turn(?:s|ed)? into; how (?:could|can); went wrong
        what (?:made|makes|led|triggers?|triggered|drove|drives|pushe[sd]|convinced?|convinces|lets?|keeps|kept|helped|provoked|explains)
        (?:what|which)(?: \w+){0,3} (?:allow|enabl|stop|prevent|permit)\w*
        (?:goals?|aims?|intent|intentions?|objectives?|purpose) (?:of|behind)
        what (?:was|is|were) the (?:goal|aim|point|intention|purpose|objective); factors?; triggers?; how they (?:got|get|did|managed)
        """,
        r"""
        how (?:did|was|were|do|does|the); behind the; purpose; (?:ending|resulted|results) in; enabl(?:e[sd]?|ing); initial access
        root of; mistakes?; motivated; as a result; so that; in order to
        """,
    ),
    Intent.TEMPORAL: (
        rf"""
        (?:^|and |or |, ?)when; since when; until when; how long; how recent(?:ly)?; time ?lines?; chronolog(?:y|ical); history
        (?:first|last) (?:seen|known); latest; newest; recent(?:ly)?; yesterday(?:'s)?; today(?:'s)?
        (?:last|past|this|next|previous) (?:few |\d+ )?{_PERIODS}; what(?:'s| is) new; what(?: has| have|'s)? changed; evolv(?:e[sd]?|ing)
        evolution; order of events; sequence of; (?:what|which) (?:happened|came|comes) (?:next|first|before|after)
        what(?: has|'s)? happened (?:to|after|before|since); dwell time; deadline; (?:which|what) (?:year|month|day|date|season)
        the (?:day|date); debut(?:ed)?; still active; successive; how (?:many|few) {_PERIODS}; how (?:soon|quickly|fast)
        over (?:the )?(?:years|time|months|weeks); life ?span; still (?:being )?\w+ed; (?:19|20)\d\d ?(?:-|–|to|until|and) ?(?:19|20)\d\d
        since (?:mon|tues|wednes|thurs|fri|satur|sun)day; oldest; (?:last|past) {_PERIODS}; expir(?:y|es|ed|ation)
        (?:first|last) (?:sighting|appearance|appeared|version); earliest; end of (?:life|support); period of
        """,
        r"""
        when; (?<![-.])(?:19|20)\d\d(?![-.]\d); january|february|march|april|june|july|august|september|october|november|december
        (?:in|since|until|of|by|last) may; since; until; before; earlier; onwards?; changes?; dates?; day; older; newer; previous(?:ly)?
        again; still; (?:spring|summer|autumn|winter); times?; first; versions; weekly|monthly|daily
        """,
    ),
    Intent.RELATIONAL: (
        rf"""
        who is behind; whose; (?:from )?whom; link(?:s|ed|age)?; connect(?:s|ed|ions?); connection; relat(?:ed|ions?|ionships?); ties
        tied to; associat\w+; attribut\w+; in common; (?:used|deployed|operated|run|sold|shared|owned|controlled|hosted) by
        infrastructure; victims?; affiliates?; partners?; neighbou?rs?; path from; clusters?; shares?; fit together; same targets?
        talking to; communicat\w+ with; overlaps?; (?:which|what) (?:other )?{_ENTITIES}; pivot\w*; successors?; rebrand\w*; subsidiar\w+
        who (?:else|uses?|used|sells?|sold|buys|bought|works?|runs?|ran|operates?|wrote|makes?|made|controls?|attacked|targets?|did)
        who (?:has|have|got|was|were) (?:\w+ )?\w+(?:ed|en|it|s)
        same (?:\w+ )?(?:actors?|crew|group|operators?|ip|host|server|certificate|lure)
        what does [\w-]+(?: [\w-]+)? (?:use|exploit|drop|target|deliver|download|install|contact|abuse|steal); suppliers?; sponsors?
        """,
        r"""
        target(?:s|ed|ing)?; sectors?; countries; groups; actors?; tools?; ttps; c2 domains; campaigns?; compan(?:y|ies); malware; other
        others; famil(?:y|ies); which (?:ministry|agency|service|government); shared; same; drops?; delivers?; parent; members?
        techniques; reus(?:e[sd]?|ing); accomplices; together
        """,
    ),
    Intent.FACTUAL: (
        r"""
        how many; how much; how (?:big|large|high|often|far); ports?; sha-?(?:1|256|512); md5; hash(?:es)?; imphash; mutex(?:es)?
        wallets?; user-?agents?; urls?; e-?mail address(?:es)?; registry; (?:rc4|aes|xor|rsa|run|private|public|encryption|registry) keys?
        host ?names?; user ?names?; passwords?; serial numbers?; cvss; cves?(?!-\d); asn; registrar; name ?servers?; algorithms?
        file ?(?:name|extension)s?; extensions?; ransom notes?; subject lines?; programming language; tlp; markings?; builds?; pool tag
        detection names?; finger ?prints?; thumbprints?; jarm; ja3s?; pdb; prices?; costs?; number of; count of; amount; percentage
        command lines?; phone numbers?; file ?size; (?:bitcoin|btc|monero|crypto|wallet|ip|mac|contact|sender) address(?:es)?
        (?:affected|vulnerable|patched|fixed) versions?; what (?:versions?|ip|hash|file|command|ports?|price)
        which (?:versions?|file|command|cve|protocol|key|folder|patch|build|vulnerability); \d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}
        """,
        r"""
        which; exact; names?; addresses; domains?; samples?; config(?:uration)?; arguments?; keys?; versions?; version number; folder
        path; directory; commands?; does it; does the; is it; size; value; give me the; appl(?:y|ies)
        """,
    ),
    Intent.EXPLORATORY: (
        r"""
        tell me (?:about|more); overview; background; brief(?:ing)?(?: me)?; what do we (?:have|know); summar(?:y|ise|ize); describe
        everything (?:on|about); profile; intro(?:duction)?; anything; landscape; (?:general|big) picture; help me understand; primer
        gist; explain; explained; walk me through; digest; round-?up; dossier; write-?up; state of play; in general; new to
        where do i start; in a paragraph; trends?; key (?:findings|points|facts|takeaways); main points; highlights; basics
        general info(?:rmation)?; info(?:rmation)? (?:on|about); tl\W?dr; what is known; should i know; facts about
        for (?:a )?(?:beginners?|dummies|newcomers?)
        """,
        "what(?:'s| is| are); who (?:is|are); about; reporting; report on; reports; more on; trends; threats; situation; current",
    ),
}

CUES: tuple[Cues, ...] = tuple(
    _cues(intent, weight, expressions)
    for intent, lists in _LISTS.items()
    for weight, expressions in zip((_STRONG, _PLAIN), lists, strict=True)
)
"""In order of precedence: of intents whose cues weigh the same, the first is taken."""
