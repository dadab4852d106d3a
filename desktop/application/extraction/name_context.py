"""What stands around a name, and what it says of the name's kind and of whether it is one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from desktop.domain.entity import EntityType

_T = EntityType
_REACH = 60

_ACTOR = (
    r"(?:threat )?(?:groups?|gangs?|actors?|operators?|crew|collective|hackers?|apt|cluster|adversary|affiliates?|members?|hacking|"
    r"syndicate)"
)
_MALWARE = (
    r"(?:malwares?|ransomware|backdoors?|trojans?|rats?|loaders?|droppers?|downloaders?|(?:info)?stealers?|botnets?|bot|worms?|virus|"
    r"spyware|implants?|payloads?|bankers?|famil(?:y|ies)|infections?|rootkits?|keyloggers?|wipers?|(?:crypto)?miners?|beacons?|stagers?|"
    r"strain|encryptor|locker|raas|web ?shell)"
)
_TOOL = (
    r"(?:tools?|toolkit|utilit(?:y|ies)|framework|commands?|scanner|exploit kit|kit|packer|crypter|program|software|binary|module|"
    r"scripts?|"
    r"proxy)"
)
_CAMPAIGN = r"(?:campaigns?|operations?|intrusions?|activity)"
_TECHNIQUE = r"(?:techniques?|sub-techniques?|attacks?|procedures?)"
_TACTIC = r"(?:tactics?|phase|stage)"
_HEADS = {
    _T.INTRUSION_SET: _ACTOR, _T.MALWARE: _MALWARE, _T.TOOL: _TOOL, _T.CAMPAIGN: _CAMPAIGN, _T.ATTACK_PATTERN: _TECHNIQUE,
    _T.TACTIC: _TACTIC,
}  # fmt: skip
_KINDS_OF_MALWARE = (
    r"(?:banking |mobile |android |remote access |information |credential |crypto(?:currency)? |commodity |fileless |modular |new |"
    r"custom |"
    r"the )?"
)
_MARK = r"[\s\"'“”‘’`(*_]*"

_AFTER = {
    kind: re.compile(rf"(?:['’]s)?[\"'”’`)*_]*[\s-]{{1,2}}{_KINDS_OF_MALWARE}{heads}\b", re.IGNORECASE) for kind, heads in _HEADS.items()
}
_CALLED = (
    r"(?: is| was| were| are)?(?:,? (?:called|named|dubbed|known as|tracked as|referred to as|such as|like|as|including|a\.?k\.?a\.?))?:?"
)
_BEFORE = {kind: re.compile(rf"\b{heads}{_CALLED}{_MARK}$", re.IGNORECASE) for kind, heads in _HEADS.items()}
_ACTS = {
    _T.INTRUSION_SET: re.compile(
        r"\s(?:has |have |had |was |were |is |are )?(?:also |recently |likely |previously )?(?:target(?:s|ed|ing)|attack(?:s|ed)|"
        r"us(?:es|ed|ing)|leverag(?:es|ed)|operates|exploit(?:s|ed)|deploy(?:s|ed)|attributed|conduct(?:s|ed)|compromis(?:es|ed)|"
        r"breached|"
        r"believed|sponsored|launched|claimed|active|motivated|began|started)\b",
        re.IGNORECASE,
    ),
    _T.MALWARE: re.compile(
        r"\s(?:has |can |will |then |also |is |was )*(?:drop(?:s|ped)|download(?:s|ed)?|encrypt(?:s|ed)?|communicat(?:es|ed)|"
        r"exfiltrat(?:es|e)|"
        r"inject(?:s|ed)?|persist|collects|steals?|delivered|distributed|installed|deployed|executed|written in|loads|connects|spread|"
        r"infect(?:s|ed)|capable|configured|packed|obfuscated|"
        r"(?:is |was )?an? [\w -]{0,30}(?:trojan|backdoor|malware|ransomware|rat|loader|stealer|botnet|implant))\b",
        re.IGNORECASE,
    ),
    _T.TOOL: re.compile(r"\s(?:to|/|-)(?:\s|\w)", re.IGNORECASE),
}
_LEADS = {
    _T.INTRUSION_SET: re.compile(
        r"\b(?:by|attributed to|linked to|associated with|affiliated with|tied to|carried out by|work of|tracked as|known as|"
        rf"actors? (?:from|of|in)|against|behind|aka){_MARK}$",
        re.IGNORECASE,
    ),
    _T.MALWARE: re.compile(
        r"\b(?:deploy(?:s|ed|ing)?|install(?:s|ed|ing)?|drop(?:s|ped|ping)?|deliver(?:s|ed|ing)?|distribut(?:es|ed|ing)|"
        r"download(?:s|ed|ing)?|execut(?:es|ed|ing)|ran|runs?|running|infected with|infections? (?:of|with)|load(?:s|ed|ing)?|"
        r"spread(?:s|ing)?|"
        rf"version of|variant of|samples? of|push(?:es|ed|ing)?|payload|using|used|uses){_MARK}(?:the |a |an |its |their )?{_MARK}$",
        re.IGNORECASE,
    ),
    _T.TOOL: re.compile(
        rf"\b(?:us(?:es|ed|ing)|run(?:s|ning)?|ran|execut(?:es|ed|ing)|via|with|leverag(?:es|ed|ing)){_MARK}$", re.IGNORECASE
    ),
    _T.CAMPAIGN: re.compile(rf"\b(?:known as|dubbed|called|campaign|part of|named){_MARK}$", re.IGNORECASE),
}
_RUN = re.compile(r"\b(?:ran|runs?|running|execut(?:es|ed|ing)|invok(?:es|ed|ing)|launch(?:es|ed|ing)) $", re.IGNORECASE)
_NEVER_AFTER = re.compile(r"\.[A-Za-z0-9]|[\\@=]\w|/[\w.-]+[./]")
_NUMBERED_ITEM = re.compile(r"(?:^|\n)\s*\d{1,2}\.$")
_LIST_AFTER = re.compile(r"\s*(?:,|and|or|/|&|\()\s*[\"'“‘]?(?:and |or )?[A-Z0-9]")
_LIST_BEFORE = re.compile(r"[A-Z0-9]\w*[\"'”’]?\s*(?:,|\band|\bor|/|&)\s*[\"'“‘]?$")


class Case(Enum):
    """How a name is written."""

    EXACT = auto()
    CAPITALS = auto()
    CAPITALISED = auto()
    MIXED = auto()
    SMALL = auto()


def case_of(text: str, written: str) -> Case:
    """How the text writes a name that its source writes like `written`."""
    if text.islower() and (text != written or text.replace(" ", "").isalpha()):
        return Case.SMALL
    if text == written:
        return Case.EXACT
    if text.isupper():
        return Case.CAPITALS
    words = [word for word in re.findall(r"\w+", text) if word.lower() not in ("of", "the", "and", "for", "a", "in", "to", "or")]
    return Case.CAPITALISED if all(not word[0].islower() for word in words) else Case.MIXED


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The text before and after a stretch, a little of each."""

    before: str
    after: str

    @classmethod
    def of(cls, text: str, start: int, end: int) -> Surroundings:
        """What stands around `text[start:end]`."""
        return cls(text[max(0, start - _REACH) : start], text[end : end + _REACH])

    @property
    def inside_other(self) -> bool:
        """Whether the stretch is a part of a host, a path, a file's name or an address."""
        last = self.before[-1:]
        if _NEVER_AFTER.match(self.after):
            return True
        if last == ".":
            return self.before[-2:-1] != "." and not _NUMBERED_ITEM.search(self.before)
        return last in ("\\", "@", "$", "=", "%") or (last == "/" and not self.before[-2:-1].isspace() and not self._slashed(last))

    def _slashed(self, last: str) -> bool:
        """Whether a slash before only parts two names: no dot, no second slash stands in the same word."""
        if last != "/":
            return False
        word = self.before.rsplit(maxsplit=1)[-1] if self.before.strip() else ""
        return word.count("/") == 1 and "." not in word and ":" not in word and len(word) > 1

    @property
    def begins_sentence(self) -> bool:
        """Whether nothing of the same sentence stands before."""
        before = self.before.rstrip("\"'“‘([*_`> \t")
        return not before or before[-1] in ".!?:\n|•#-–" or before.endswith(("\r", "”"))

    def says(self, kind: EntityType) -> int:
        """How clearly the surroundings call it a thing of this kind: 0 not, 1 by what it does, 2 by name."""
        family = _T.INTRUSION_SET if kind is _T.THREAT_ACTOR else kind
        if family not in _HEADS:
            return 0
        if _AFTER[family].match(self.after) or _BEFORE[family].search(self.before):
            return 2
        acts, leads = _ACTS.get(family), _LEADS.get(family)
        return int(bool((acts and acts.match(self.after)) or (leads and leads.search(self.before))))

    @property
    def is_run(self) -> bool:
        """Whether the words before say that a program is run."""
        return bool(_RUN.search(self.before))

    @property
    def in_list(self) -> bool:
        """Whether a comma or an "and" joins it to another capitalised word."""
        return bool(_LIST_AFTER.match(self.after)) or bool(_LIST_BEFORE.search(self.before))
