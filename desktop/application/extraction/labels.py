"""Indicators with a form of their own: CVE ids, autonomous systems, hardware addresses, user agents, mutexes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from desktop.application.extraction.findings import Finding
from desktop.application.refanging import Refanged
from desktop.domain.entity import EntityType

_DASH = r"[-\u2010-\u2015\u2212_]"
_CVE = re.compile(rf"[Cc](?<![A-Za-z0-9].)[Vv][Ee](?:\s?{_DASH}\s?|[ ])(?P<year>\d{{4}})\s?{_DASH}\s?(?P<number>\d{{4,9}})(?![0-9])")
_YEARS = range(1999, 2050)
_ASN = re.compile(r"A(?<![A-Za-z0-9_.-].)(?:S|SN[ :#-]{0,2}(?:AS)?)(?:(?P<number>\d{3,10})|[ ](?P<spaced>\d{4,10}))(?![\w-]|\.\d)")
_LARGEST_ASN = 2**32 - 1
_MAC = re.compile(
    r"[0-9A-Fa-f](?<![\w:.-].)(?:[0-9A-Fa-f](?P<mark>[:-])(?:[0-9A-Fa-f]{2}(?P=mark)){4}[0-9A-Fa-f]{2}|[0-9A-Fa-f]{3}(?:\.[0-9A-Fa-f]{4}){2})(?![\w:-]|\.\w)"
)
_AGENT_PRODUCT = r"[A-Za-z][\w.+-]{0,40}/[\w.+-]{1,60}"
_AGENT_NOTE = r"\([^()\n`\"|]{1,300}\)"
_BROWSER = re.compile(rf"M(?<![\w/].)ozilla/\d\.\d{{1,2}} {_AGENT_NOTE}(?: (?:{_AGENT_PRODUCT}|{_AGENT_NOTE})){{0,12}}")
_TOOLS = (
    "curl", "Wget", "python-requests", "python-urllib", "Python-urllib", "Go-http-client", "okhttp", "libwww-perl", "Dalvik", "Java",
    "PostmanRuntime", "axios", "aiohttp", "Microsoft-CryptoAPI", "node-fetch", "Opera", "fasthttp", "Scrapy", "WinHTTP", "WinHttp",
)  # fmt: skip
_TOOL = re.compile(rf"(?:{'|'.join(_TOOLS)})/\d[\w.]{{0,20}}(?: {_AGENT_NOTE})?")
_GOES_ON = re.compile(r"[\w/.-]")
_AGENT_HEADER = re.compile(
    r"[Uu](?i:ser[-_ ]?agent)(?i:[ ]string)?[`\"*]{0,3}\s?(?:[:=|]|(?i:is|of))\s?[`\"'“‘*]{0,3}(?P<agent>[A-Za-z][^\n`\"”’|]{3,300})"
)
_MUTEX = re.compile(
    r"[Mm](?i:utex(?:es)?|utant)\b(?:\s+(?:object|name|named|called|with|the|is|of|value|string)\b)*\s*[:=|]?\s*"
    r"(?:[`\"“‘'*|]{1,3}(?P<quoted>[^`\"”’'*|\n]{2,120})[`\"”’'*|]|(?P<bare>[\w{][\w\\{}!@#$%&.+-]{3,100}))"
)
_GLOBAL = re.compile(r"[GLS](?<![\w\\].)(?:lobal|ocal|ession\\\d{1,3})\\\\?(?P<name>[\w{][\w{}.!@#$%&+-]{2,100})")
_COINED = re.compile(r"\d|_|\\|\{|[a-z][A-Z]|^[A-Z]{4,}$")


def find_labels(page: Refanged) -> Iterator[Finding]:
    """CVE ids, autonomous systems and hardware addresses."""
    for match in _CVE.finditer(page.text):
        if int(match["year"]) in _YEARS:
            value = f"CVE-{match['year']}-{match['number']}"
            yield Finding(EntityType.VULNERABILITY, value, match.start(), match.end(), 0.99, "pattern: CVE id")
    for match in _ASN.finditer(page.text):
        number = int(match["number"] or match["spaced"])
        if number <= _LARGEST_ASN:
            confidence = 0.9 if match["number"] else 0.7
            yield Finding(EntityType.AUTONOMOUS_SYSTEM, f"AS{number}", match.start(), match.end(), confidence, "pattern: AS and a number")
    for match in _MAC.finditer(page.text):
        digits = re.sub(r"[^0-9a-f]", "", match[0].lower())
        if len(set(digits)) > 1:
            value = ":".join(digits[at : at + 2] for at in range(0, len(digits), 2))
            yield Finding(EntityType.MAC, value, match.start(), match.end(), 0.9, "pattern: six pairs of hexadecimal digits")


def find_user_agents(text: str) -> Iterator[Finding]:
    """What browsers and tools call themselves, by its form or because the text calls it a user agent."""
    for match in _BROWSER.finditer(text):
        yield _agent(match, 0.95, "pattern: user agent of a browser")
    if any(f"{tool}/" in text for tool in _TOOLS):
        for match in _TOOL.finditer(text):
            if not _GOES_ON.match(text[max(0, match.start() - 1) : match.start()]):
                yield _agent(match, 0.7, "pattern: user agent of a tool")
    for match in _AGENT_HEADER.finditer(text):
        value = match["agent"].rstrip(".,;'*) \t\r") if "(" not in match["agent"] else match["agent"].rstrip(".,;'* \t\r")
        if "/" in value:
            start = match.start("agent")
            yield Finding(EntityType.USER_AGENT, value, start, start + len(value), 0.85, "pattern: called a user agent")


def _agent(match: re.Match[str], confidence: float, by: str) -> Finding:
    value = match[0].rstrip(".,; ")
    return Finding(EntityType.USER_AGENT, value, match.start(), match.start() + len(value), confidence, by)


def find_mutexes(text: str) -> Iterator[Finding]:
    """What the text calls a mutex, and names in the global namespace of kernel objects."""
    for match in _MUTEX.finditer(text):
        group = "quoted" if match["quoted"] else "bare"
        value = match[group].strip().rstrip(".,;:")
        start = match.start(group) + len(match[group]) - len(match[group].lstrip())
        if value and (_COINED.search(value) or (group == "quoted" and " " not in value)):
            confidence = 0.85 if group == "quoted" else 0.7
            yield Finding(EntityType.MUTEX, value, start, start + len(value), confidence, "pattern: called a mutex")
    for match in _GLOBAL.finditer(text):
        value = match[0].rstrip(".").replace("\\\\", "\\")
        end = match.start() + len(match[0].rstrip("."))
        yield Finding(EntityType.MUTEX, value, match.start(), end, 0.6, "pattern: name of a kernel object")
