"""Names that no pack knows yet, taken from what the text itself calls something: "a backdoor dubbed X", "X ransomware", UNC4841.

They are less sure than known names, and say by which words they were found. What the text once introduces is a name in the whole text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop.application.graph.aliases import AliasBook
from desktop.application.graph.folding import name_key
from desktop.domain.entity import EntityType, Mention
from desktop.domain.pack import named_id

_T = EntityType
_NUMBERED = re.compile(
    r"\b(?:APT(?:-C)?[ -]?\d{1,3}|APT-Q-\d{1,3}|FIN\d{1,2}|TA\d{3,4}|UNC\d{3,5}|DEV-\d{4}|Storm-\d{4}|UAC-\d{4}|UAT-\d{4}|TAG-\d{2,3}|ITG\d{2}|"
    r"UTA\d{4}|ATK\d{1,3}|Hive0\d{3}|CL-(?:STA|CRI|UNK)-\d{4}|TG-\d{4}|TEMP\.[A-Z]\w+|REF\d{4}|Void [A-Z][a-z]{3,}|Earth [A-Z][a-z]{3,})\b"
)
_TACTIC_NUMBER = re.compile(r"TA00\d\d")
_ANIMAL = re.compile(
    r"\b(?!(?:The|This|That|A|An|And|But|For|With|From|New|In|On|Of) )[A-Z][A-Za-z]{2,} "
    r"(?:P(?:anda|ANDA)|B(?:ear|EAR)|K(?:itten|ITTEN)|C(?:hollima|HOLLIMA)|S(?:pider|PIDER)|J(?:ackal|ACKAL)|L(?:eopard|EOPARD)|B(?:uffalo|UFFALO)|"
    r"Typhoon|Blizzard|Sandstorm|Sleet|Tempest|Tsunami|Dust|Hail|Cyclone|Flood|Taurus|Pisces|Ursa|Serpens|Libra|Scorpius|Draco)\b"
)
_OPERATION = re.compile(r"\bOperation (?:[A-Z][\w']+|“[^”\n]{2,30}”|\"[^\"\n]{2,30}\")(?: (?:[A-Z][\w']+|of|the))*(?<! of)(?<! the)")

_GROUPS = "group groups gang gangs crew actor actors collective syndicate apt"
_MALWARE = (
    "malware ransomware backdoor backdoors trojan trojans rat loader dropper downloader stealer infostealer botnet worm virus spyware implant "
    "implants banker rootkit bootkit keylogger wiper miner cryptominer family surveillanceware adware stalkerware webshell payload variant sample samples"
)
_TOOLS = "tool toolkit framework packer crypter builder scanner utility"
_KIND_OF_HEAD = (
    dict.fromkeys(_GROUPS.split(), _T.INTRUSION_SET) | dict.fromkeys(_MALWARE.split(), _T.MALWARE) | dict.fromkeys(_TOOLS.split(), _T.TOOL)
)
_HEAD = re.compile(rf"\b(?:{'|'.join(sorted(_KIND_OF_HEAD, key=len, reverse=True))})\b", re.IGNORECASE)
_STRONG = frozenset(_MALWARE.split()) - {"payload", "variant", "sample", "samples", "family", "loader"}
_WEAK_HEADS = frozenset({"family", "loader", "actor", "actors", "group", "groups", "tool", "framework", "payload", "variant", "sample", "samples", "utility"})
_NAME = r"(?:[A-Z]|\d{1,3}[A-Za-z])[\w.]*[A-Za-z0-9](?:[- ][A-Z][\w.]*[A-Za-z0-9]|[- ]\d(?:\.\d)?){0,2}"
_QUOTES = r"[\"'“‘`*_]*\s?[\"'“‘`*_]*"
_BEFORE_HEAD = re.compile(rf"(?:^|[\s(\[|*_“\"'/])({_NAME})[\"'”’`*_]*\s?[ -]$")
_MODIFIERS = re.compile(
    r"(?:\s|^)(?:banking|mobile|remote access|information|credential|backdoor|modular|crypto|cyber|espionage|hacking|threat|android|exploit)\s$", re.IGNORECASE
)
_CALLED = re.compile(
    rf"\b(?:dubbed(?: as)?|called|calls?|calling|named|nam(?:es|ing)|call(?:ed)? (?:it|this [a-z]+)|known (?:\w+ )?as|tracked as|track as|referred to as|aka|"
    rf"(?:calling|named|dubbed|call) (?:this|the|it)(?: \w+){{0,3}}?)(?: by [A-Z]\w+(?: as)?)?,?\s{_QUOTES}({_NAME})"
)
_APPOSED = re.compile(r"^[\"'”’`*_]*,? (?:is |was )?(?:a|an|the|another) (?:[\w-]+ ){0,5}?$", re.IGNORECASE)
_SHAPED = re.compile(
    r"\b(?!Boot|Class|Dll|Down|Up|Shell|Auto|Google|Chat|Re|Un|File|Image|Data)[A-Z][a-z0-9]*[A-Za-z0-9]*[a-z0-9]?(?:RAT|Rat|Bot|Loader|Stealer|Locker|Crypter?|"
    r"Miner|Dropper|Spy|Wiper|Worm|Logger|Pack|Grabber|Clipper|Backdoor|Door|Shell)\b"
)
_PLATFORMS = frozenset(
    (
        "android ios windows linux macos mac unix java python powershell javascript vbscript vba golang go rust delphi net excel word office pdf email web "
        "microsoft google apple github telegram discord sms mobile new the this a an these those other another such most many several some all any"
        " both each every no first second final main one two open source custom advanced persistent remote access banking iot ics pos atm usb dns http https tcp"
        " smb rdp ssh ftp c2 apt red blue black hat zero day trojan malware ransomware rat virus worm backdoor botnet spyware rootkit keylogger stealer loader"
        " command control proof pe dll exe x86 x64 32 64 bit commodity crypto cryptocurrency bitcoin facebook twitter whatsapp chrome firefox security threat "
        "cyber intelligence research team raas maas analysis campaign technical figure table appendix january february march april may june july august september "
        "october november december monday tuesday wednesday thursday friday saturday sunday https:// native espionage social media info information if when while"
        " however according although since after before during its their his her our your my we they he she it in on at by of for from to with as and or but not"
    ).split()
)
_CLAIM = {_T.INTRUSION_SET: 0.6, _T.MALWARE: 0.65, _T.TOOL: 0.55}
_CONTEXT = 70


@dataclass(frozen=True, slots=True)
class _Coined:
    """A name that the text introduces, where it does so first."""

    name: str
    type: EntityType
    confidence: float
    by: str
    start: int


class CoinedNameFinder:
    """Finds names by what the text says about them. `words` are ordinary words, the commonest first."""

    def __init__(self, book: AliasBook, words: Sequence[str]) -> None:
        self._book = book
        self._words = frozenset(words)

    def find(self, text: str) -> list[Mention]:
        """The mentions of such names; those that a pack knows too are left to the finder of known names."""
        mentions = [
            _mention(match.start(), match[0], _T.INTRUSION_SET, 0.8, "pattern: a numbered group")
            for match in _NUMBERED.finditer(text)
            if not _TACTIC_NUMBER.fullmatch(match[0])
        ]
        mentions += [_mention(each.start(), each[0], _T.INTRUSION_SET, 0.7, "pattern: a vendor's naming scheme") for each in _ANIMAL.finditer(text)]
        mentions += [_mention(each.start(), each[0], _T.CAMPAIGN, 0.7, "pattern: Operation …") for each in _OPERATION.finditer(text)]
        coined: dict[str, _Coined] = {}
        for each in self._introduced(text):
            known = coined.get(each.name)
            if known is None or each.confidence > known.confidence:
                coined[each.name] = each
        return mentions + list(_everywhere(text, coined))

    def _introduced(self, text: str) -> Iterator[_Coined]:
        for head in _HEAD.finditer(text):
            kind, word = _KIND_OF_HEAD[head[0].lower()], head[0].lower()
            if head[0].isupper() and word not in ("rat", "apt"):
                continue
            if named := self._before(text, head.start()):
                if word not in _WEAK_HEADS or (self._is_odd(named[0]) and not named[0].isupper()):
                    name = f"{named[0]} RAT" if head[0] == "RAT" and text[head.start() - 1] == " " else named[0]
                    yield _Coined(name, kind, _CLAIM[kind], f"pattern: … {word}", named[1])
            elif word in _STRONG and (apposed := self._apposed(text, head.start())):
                yield _Coined(apposed[0], kind, _CLAIM[kind], f"pattern: …, a {word}", apposed[1])
        for called in _CALLED.finditer(text):
            kind = _kind_said(text, called.start(), called.end())
            name = self._clean(called[1])
            if kind and name:
                yield _Coined(name, kind, 0.7, f"pattern: {called[0].split()[0]} …", called.start(1))
        for shaped in _SHAPED.finditer(text):
            if name_key(shaped[0]) not in self._words:
                yield _Coined(shaped[0], _T.MALWARE, 0.55, "pattern: a name in the shape of malware", shaped.start())

    def _before(self, text: str, head: int) -> tuple[str, int] | None:
        """The name right before a word such as "ransomware"."""
        around = text[max(0, head - _CONTEXT) : head]
        stripped = _MODIFIERS.sub(" ", around)
        match = _BEFORE_HEAD.search(stripped)
        if match is None or not (name := self._clean(match[1])):
            return None
        return name, head - len(around) + around.rfind(name)

    def _apposed(self, text: str, head: int) -> tuple[str, int] | None:
        """The name before ", a new banking" and the like."""
        around = text[max(0, head - _CONTEXT) : head]
        for match in re.finditer(rf"(?:^|[\s(|*_“\"'])({_NAME})", around):
            if _APPOSED.match(around[match.end(1) :]) and (name := self._clean(match[1])) and self._is_odd(name):
                return name, head - len(around) + match.start(1)
        return None

    def _clean(self, name: str) -> str | None:
        """The name without words that only stand before names; None if nothing is left, or another kind of thing is."""
        parts = name.split(" ")
        while parts and (parts[0].lower().rstrip(".,") in _PLATFORMS or self._is_place_or_maker(parts[0])):
            parts.pop(0)
        while len(parts) > 1 and not self._is_odd(parts[0]) and any(self._is_odd(part) for part in parts[1:]):
            parts.pop(0)
        while len(parts) > 1 and (self._book.meanings(parts[0]) or _NUMBERED.fullmatch(parts[0])):
            parts.pop(0)
        cleaned = " ".join(parts).rstrip(".")
        if len(name_key(cleaned)) < 3 or cleaned.isdigit() or self._is_place_or_maker(cleaned):
            return None
        if any(part.lower() in _PLATFORMS for part in parts) or "." in cleaned[1:-1].strip("0123456789."):
            return None
        if len(parts) == 1 and not self._is_odd(cleaned) and len(cleaned) < 4:
            return None
        return cleaned if len(parts) > 1 or self._is_odd(cleaned) else None

    def _is_odd(self, name: str) -> bool:
        """Whether a name is no ordinary word: unknown, or with capitals or digits inside."""
        key = name_key(name)
        return key not in self._words and key.removesuffix("s") not in self._words or any(each.isupper() for each in name[1:] if not name.isupper())

    def _is_place_or_maker(self, name: str) -> bool:
        return any(each.type in (_T.LOCATION, _T.IDENTITY) for each in self._book.meanings(name))


def _kind_said(text: str, start: int, end: int) -> EntityType | None:
    """The kind of thing that the words before or after a naming speak of, the nearest."""
    before = list(_HEAD.finditer(text, max(0, start - _CONTEXT), start))
    if before and "\n\n" not in text[before[-1].end() : start]:
        return _KIND_OF_HEAD[before[-1][0].lower()]
    inside = _HEAD.search(text, start, end + 40)
    return _KIND_OF_HEAD[inside[0].lower()] if inside else None


def _everywhere(text: str, coined: dict[str, _Coined]) -> Iterator[Mention]:
    """Every place at which one of the names stands as it was introduced."""
    if not coined:
        return
    names = sorted(coined, key=len, reverse=True)
    for match in re.finditer(rf"(?<![\w@\\/.])(?:{'|'.join(map(re.escape, names))})(?![\w@\\]|\.\w|/\w+[./])", text):
        each = coined[match[0]]
        yield _mention(match.start(), match[0], each.type, each.confidence, each.by)


def _mention(start: int, text: str, kind: EntityType, confidence: float, by: str) -> Mention:
    return Mention(kind, text, text, start, start + len(text), confidence, by, named_id(kind, text))
