"""Values that stand in a text as such: dates, numbers, amounts, indicators, names."""

from __future__ import annotations

import re
from enum import StrEnum

from desktop.application.answer.places import other_names
from desktop.application.answer.wording import STOPWORDS, folded

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_YEAR = r"(?:19[89]\d|20[0-4]\d)"
_NO_VERSION = "".join(f"(?<!{product} )" for product in ("server", "office", "exchange", "sharepoint", "studio", "windows", "project"))
_NO_LABEL = "".join(f"(?<!{label} )" for label in ("figure", "fig", "fig.", "table", "page", "section", "chapter", "step", "appendix"))
_HOST = r"(?:[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+"
_FILE_ENDING = (
    r"(?:exe|dll|sys|bat|cmd|ps1|vbs|js|jse|hta|lnk|iso|img|zip|rar|7z|docx?|docm|xlsx?|xlsm|pptx?|rtf|pdf|txt|html?|php|aspx?|jspx?|jar|"
    r"apk|dmg|pkg|app|elf|so|sh|py|pl|msi|scr|cpl|ocx|tmp|dat|bin|log|ini|cfg|xml|json|csv|eml|msg|url|png|jpe?g|gif|ico)"
)


class ValueType(StrEnum):
    """Kinds of value that have a shape of their own."""

    DATE = "date"
    NUMBER = "number"
    AMOUNT = "amount"
    CVE = "CVE"
    ADDRESS = "address"
    DOMAIN = "domain"
    URL = "URL"
    HASH = "hash"
    FILE = "file"
    WALLET = "wallet"
    EMAIL = "e-mail address"
    PHONE = "phone number"
    TECHNIQUE = "technique"


_PATTERNS = {
    ValueType.CVE: r"\bcve-\d{4}-\d{4,7}\b",
    ValueType.TECHNIQUE: r"\bt[01]\d{3}(?:\.\d{3})?\b",
    ValueType.EMAIL: rf"(?<![\w.+-])[\w.+-]{{1,64}}@{_HOST}[a-z]{{2,18}}\b",
    ValueType.PHONE: r"(?<![\w.+-])\+?\(?\d{1,4}\)?[ .-]?(?:\(?\d{2,4}\)?[ .-]){1,4}\d{3,5}(?![\w.-]*\d)",
    ValueType.URL: r"\b(?:https?|ftp)://[^\s\"'<>|)\]]+",
    ValueType.HASH: r"\b(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})\b",
    ValueType.WALLET: r"\b(?:0x[0-9a-f]{40}|bc1[0-9a-z]{25,60}|[13][1-9a-z]{25,34}|[48][0-9a-z]{94})\b",
    ValueType.ADDRESS: r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.]*\d)|\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f:]*[0-9a-f]\b",
    ValueType.FILE: rf"(?<![\w/@.-])[\w$%~+-][\w.$%~+-]{{0,255}}\.{_FILE_ENDING}\b(?![.@]\w)",
    ValueType.DOMAIN: rf"(?<![\w@.-]){_HOST}(?!{_FILE_ENDING}\b)[a-z]{{2,18}}\b(?!\()",
    ValueType.DATE: (
        rf"(?<![\w.-])(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? )?{_MONTH}(?: \d{{1,2}}(?:st|nd|rd|th)?)?(?:,? {_YEAR})\b|"
        rf"\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b|(?<![\w.-])\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}(?!\w)|"
        rf"\b\d{{4}}-\d{{2}}-\d{{2}}\b|(?<![\w.-])\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}\b(?![-.]\w)|{_NO_VERSION}(?<![\w.-]){_YEAR}\b(?![-.]\w)|"
        r"\b\d{1,2}(?:-\d{1,2})? ?[ap]\.?m\b|\b\d{1,2}:\d{2}\b"
    ),
    ValueType.AMOUNT: (
        r"(?:[$€£¥]|us\$|usd|eur|btc)\s?\d[\d.,]{0,40}(?:\s?(?:thousand|million|billion|[kmb]\b))?|"
        r"\b\d[\d.,]{0,40}\s?(?:thousand|million|billion)?\s?(?:us )?"
        r"(?:dollars?|euros?|pounds?|roubles?|rubles?|usd|eur|btc|bitcoins?|xmr|monero)\b|"
        r"\d[\d.,]{0,40}\s?(?:%|percent|per cent)|\b\d[\d.,]{0,40}\s?(?:[kmgt]i?b|bytes|times)\b"
    ),
    ValueType.NUMBER: (
        rf"{_NO_LABEL}(?<![\w.,-])(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?(?: (?:thousand|million|billion)\b)?(?!,?\d|\.?\w|-\w)|"
        r"(?<![\w.,-])\d+(?:\.\d+)?(?=[kmgt%])|"
        r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|thousands?|millions?)\b"
    ),
}
_SHAPES = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _PATTERNS.items()}
_ISO_DAY = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?")
_ANY_YEAR = re.compile(r"\b(?:19|20)\d{2}\b")
_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_INDICATORS = (
    ValueType.CVE, ValueType.EMAIL, ValueType.URL, ValueType.HASH, ValueType.WALLET, ValueType.ADDRESS, ValueType.FILE, ValueType.DOMAIN,
)  # fmt: skip
_NAME_WORD = r"(?:\.?[A-Z][\w&+$]*|[a-z]+[A-Z]\w*|\w{0,64}\d\w{0,64}[A-Za-z]\w*|[A-Za-z]+\d\w*)(?:[-_.][\w&+$]+)*"
_NAME = re.compile(rf"(?<![\w.@/-]){_NAME_WORD}(?:[ -]{_NAME_WORD})*")
_ABBREVIATIONS = """
c2 c2s c&c cve cves ip ips rat rats vpn vpns dns url urls ioc iocs ttp ttps dll dlls sha sha1 sha256 sha-1 sha-256 sha512 md5 id ids ai os
pe ad api pc pcs tv it i ok apt apts http https tls ssl ssh smtp rdp smb ftp tcp udp usb ui pdf html json xml csv vm vms ceo ciso faq utc
gmt aes rsa c soc edr av mft cvss raas maas
"""
_GENERIC = frozenset(_ABBREVIATIONS.split())
_COMPOUND_END = re.compile(r"(?<=[A-Za-z])-[a-z]+$")
_MONTH_OR_DAY = re.compile(rf"{_MONTH}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?", re.IGNORECASE)


def find_values(kind: ValueType, text: str) -> list[str]:
    """The values of one kind that stand in a text, in the form in which texts are compared."""
    return [match[0].rstrip(".,;:") for match in _SHAPES[kind].finditer(folded(text))]


def sortable_date(date: str) -> str:
    """A date of any wording (as `find_values` gives it) as year-month-day, as far as it says them; empty without a year."""
    if match := _ISO_DAY.fullmatch(date):
        return "-".join(part for part in match.groups() if part)
    year = _ANY_YEAR.search(date)
    if year is None:
        return ""
    month, day = _month_and_day(date.replace(year[0], ""))
    return f"{year[0]}{f'-{month:02}' if month else ''}{f'-{day:02}' if month and day else ''}"


def day_of(date: str) -> tuple[int, int] | None:
    """Month and day of a date of any wording, with a year or without; None if it does not say both in words or as ISO 8601."""
    match = _ISO_DAY.fullmatch(date)
    if match:
        return (int(match[2]), int(match[3])) if match[2] and match[3] else None
    year = _ANY_YEAR.search(date)
    month, day = _month_and_day(date.replace(year[0], "") if year else date)
    return (month, day) if month and day else None


def _month_and_day(date: str) -> tuple[int, int]:
    """The month that is named, and the day beside it; 0 for what is not."""
    month = next((at for at, name in enumerate(_MONTH_NAMES, 1) if name in date), 0)
    day = re.search(r"\b\d{1,2}(?=\b|st|nd|rd|th)", date)
    return month, int(day[0]) if day else 0


def find_indicators(text: str) -> list[str]:
    """CVEs, addresses, domains, hashes and the like, each once, a URL's host not apart from it."""
    rest, found = folded(text), []
    for kind in _INDICATORS:
        found += [match[0].rstrip(".,;:") for match in _SHAPES[kind].finditer(rest)]
        rest = _SHAPES[kind].sub(" ", rest)
    return list(dict.fromkeys(found))


def find_names(text: str) -> list[str]:
    """Capitalised or coined names as they are written, each once; indicators, dates and generic abbreviations are none."""
    indicators = set(find_indicators(text))
    found: list[str] = []
    for match in _NAME.finditer(text):
        if folded(match[0]) in indicators or any(folded(match[0]) in each for each in indicators):
            continue
        owns = text.startswith(("'s", "’s"), match.end())
        found += _names_of_run(match[0], opens=_opens_sentence(text, match.start()) and not owns)
    return list(dict.fromkeys(found))


def _opens_sentence(text: str, at: int) -> bool:
    before = text[:at].rstrip(" \t\n\"'“‘(*_`")
    return not before or before[-1] in ".!?:\n"


def _names_of_run(run: str, *, opens: bool) -> list[str]:
    """The names in a run of capitalised words: generic words part it, its opening word may be capitalised for that alone."""
    words = run.split(" ")
    if opens and (folded(words[0]) in STOPWORDS or (len(words) == 1 and words[0][:1].isupper() and words[0][1:].islower())):
        words = words[1:]
    names: list[list[str]] = [[]]
    for word in words:
        word = _COMPOUND_END.sub("", word)
        plain = folded(word)
        if plain in _GENERIC or plain in STOPWORDS or _MONTH_OR_DAY.fullmatch(plain):
            names.append([])
        else:
            names[-1].append(word)
    return [" ".join(name) for name in names if name]


def name_pattern(name: str) -> re.Pattern[str]:
    """Finds a name in a folded text, in any of its spellings, or under a country's other names."""
    return spelling_pattern(*other_names(folded(name)))


def spelling_pattern(*names: str) -> re.Pattern[str]:
    """Finds any of the (folded) names in a folded text, with or without spaces and dashes in it, or in the plural."""
    wordings = []
    for each in names:
        words = [re.escape(word) for word in re.split(r"[ _-]+", each) if word]
        wordings.append(r"[ _-]?".join(words) + r"(?:'s|s|es)?")
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(wordings)})(?![^\W_])")
