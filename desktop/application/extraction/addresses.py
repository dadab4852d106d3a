"""Addresses in networks: IPv4, IPv6, names of hosts, URLs and e-mail addresses; names of files, since the two look alike."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from ipaddress import AddressValueError, IPv4Address, IPv6Address

from desktop.application.extraction.findings import Finding
from desktop.application.extraction.host_names import HostNames, is_file_name
from desktop.application.extraction.urls import continuation, path_end, scheme_before
from desktop.application.refanging import Refanged
from desktop.domain.entity import EntityType

_LABEL_BACKWARDS = re.compile(r"[\w-]{1,64}")
_LABELS = re.compile(r"\.[^\W_][\w-]{0,62}(?:\.[\w-]{1,63})*")
_LATIN_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,62}(?:\.[A-Za-z0-9_-]{1,63})+")
_IDEOGRAPH = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\u3040-\u30ff]")
_IPV4 = re.compile(r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}")
_RANGE = re.compile(rf"({_IPV4.pattern})-({_IPV4.pattern})$")
_CIDR = re.compile(r"\\?/(?P<bits>\d{1,3})(?![\w/:?#-]|\.\w)")
_PORT = re.compile(r":(?P<port>\d{1,5})(?![\w:]|\.\d)")
_VERSION_BEFORE = re.compile(
    r"(?:\b(?:versions?|ver|v|build|release|firmware|fw|driver|engine|patch|updated? to|upgraded? to|prior to|"
    r"kernel|android|ios|macos|windows|java|php|python|apache|nginx|openssl|openssh|"
    r"chrome|firefox|player|reader|office|oid|section|chapter)\b\.?\s*"
    r"(?:number\s*|is\s*|to\s*)?[:=(]?\s*|[A-Za-z]/)$",
    re.IGNORECASE,
)
_VERSION_AFTER = re.compile(r"\s*(?:and|or)\s+(?:earlier|later|below|above|older|newer|prior)\b|\s*\(?build\b", re.IGNORECASE)
_HEADING_BEFORE = re.compile(r"(?:^|\n)[ \t]*(?:#{1,6}[ \t]+)?$")
_HEADING_AFTER = re.compile(r"\.?[ \t]+[A-Z]")
_HIGHEST_SECTION = 30
_IPV6 = re.compile(r"[0-9A-Fa-f:](?<![\w:.].)[0-9A-Fa-f:]{1,44}(?:(?:\.\d{1,3}){3})?(?P<zone>%\w{1,15})?(?P<bits>/\d{1,3}(?!\d))?(?![\w:])")
_LOCAL_PART_BACKWARDS = re.compile(r"[\w.+%=~'-]{1,64}")
_USER = re.compile(r"[^\s/@<>\"'|`]{1,80}@")
_HOST = re.compile(r"[\w-]{1,63}(?:\.[\w-]{1,63})*")
_BRACKETED_HOST = re.compile(r"\[[0-9A-Fa-f:.]{2,45}\]")
_LARGEST_PORT = 65535
_AROUND = 32


class AddressPatterns:
    """Finds addresses and names of files in a refanged text."""

    def __init__(self, names: HostNames) -> None:
        self._names = names

    def find(self, page: Refanged) -> Iterator[Finding]:
        """URLs and e-mail addresses, the hosts in URLs, and what stands alone."""
        whole = [*self._urls(page), *self._emails(page)]
        yield from whole
        yield from self._words(page, _Covered(whole))
        yield from _ipv6(page.text)

    def _urls(self, page: Refanged) -> Iterator[Finding]:
        text, colon, done = page.text, page.text.find("://"), 0
        while colon >= 0:
            scheme = scheme_before(text, colon)
            start = colon - len(scheme)
            if scheme and start >= done:
                for found in self._url(page, scheme, start, colon + 3):
                    done = max(done, found.end)
                    yield found
            colon = text.find("://", max(colon + 3, done))

    def _url(self, page: Refanged, scheme: str, start: int, at: int) -> Iterator[Finding]:
        text = page.text
        user = _USER.match(text, at)
        authority = user.end() if user else at
        host = _BRACKETED_HOST.match(text, authority) or _HOST.match(text, authority)
        if host is None:
            return
        written = host[0].rstrip("-_")
        end_of_host = host.start() + len(written)
        name, kind, confidence, notes = self._host(page, written, host.start(), end_of_host)
        if not name:
            return
        before = text[start - 1 : start]
        end = continuation(text, _end_of_address(text, end_of_host, before))
        rest = "".join(text[end_of_host:end].split())
        value = f"{scheme.lower()}://{text[at:authority]}{name}{rest}"
        yield Finding(EntityType.URL, value, start, end, confidence, f"pattern: URL, {scheme.lower()}", notes)
        if kind:
            bracket = len(name) - len(name.lstrip("["))
            yield Finding(kind, name.strip("[]"), host.start() + bracket, end_of_host - bracket, confidence, "host of a URL", notes)

    def _host(self, page: Refanged, written: str, start: int, end: int) -> tuple[str, EntityType | None, float, tuple[str, ...]]:
        """A URL's host in its canonical form, its kind where it is an indicator of its own, and how sure that makes the URL."""
        if written.startswith("["):
            address = _canonical_ipv6(written.strip("[]"))
            return (f"[{address}]" if address else ""), EntityType.IPV6, 0.95, ()
        if _IPV4.fullmatch(written):
            return written, EntityType.IPV4, 0.97, ()
        name = self._names.judge(written, defanged=True, before="", after="")
        if name:
            return name.value, EntityType.DOMAIN, 0.97 if page.is_defanged(start, end) else 0.9, name.notes
        is_name = any(map(str.isalpha, written)) and len(set(written)) > 2
        return (written.lower() if is_name else ""), None, 0.5, ()

    def _emails(self, page: Refanged) -> Iterator[Finding]:
        text, sign = page.text, page.text.find("@")
        while sign >= 0:
            local = _LOCAL_PART_BACKWARDS.match(text[max(0, sign - 64) : sign][::-1])
            host = _HOST.match(text, sign + 1)
            if local and host:
                user = local[0][::-1].lstrip(".'=%~-")
                written = host[0].rstrip("-_")
                name = self._names.canonical(written)
                end = host.start() + len(written)
                if name and user and user[-1] != "." and not (user == "git" and text.startswith(":", end)):
                    start = sign - len(user)
                    confidence = 0.97 if page.is_defanged(start, end) else 0.95
                    yield Finding(EntityType.EMAIL, f"{user.lower()}@{name}", start, end, confidence, "pattern: e-mail address")
            sign = text.find("@", sign + 1)

    def _words(self, page: Refanged, covered: _Covered) -> Iterator[Finding]:
        for start, word in _dotted_words(page.text):
            if start in covered:
                continue
            if word.replace(".", "").replace("-", "").isdecimal():
                yield from _ipv4s(page, word, start)
            else:
                yield from self._host_or_file(page, word, start)

    def _host_or_file(self, page: Refanged, word: str, start: int) -> Iterator[Finding]:
        text, end = page.text, start + len(word)
        defanged = page.is_defanged(start, end)
        name = self._names.judge(word, defanged=defanged, before=text[max(0, start - 2) : start], after=text[end : end + 1])
        if name:
            by = "pattern: name of a host, defanged" if defanged else "pattern: name of a host with a public suffix"
            yield from _with_address(text, start, end, name.value, name.confidence)
            yield Finding(EntityType.DOMAIN, name.value, start, end, name.confidence, by, name.notes)
        elif is_file_name(word):
            yield Finding(EntityType.FILE_NAME, word, start, end, 0.8, "pattern: name that ends as names of files do")


def _dotted_words(text: str) -> Iterator[tuple[int, str]]:
    """Words with dots in them and where they begin, looked for from their first dot, which is rare in prose."""
    for match in _LABELS.finditer(text):
        before = _LABEL_BACKWARDS.match(text[max(0, match.start() - 64) : match.start()][::-1])
        if before and before.end() > 63:
            continue
        first = before[0][::-1].lstrip("_-") if before else ""
        word = (first + match[0]).strip("._-")
        start = match.start() - len(first) + (0 if first else 1)
        if not word.isascii() and _IDEOGRAPH.search(word):
            inner = _LATIN_WORD.search(word)
            if inner is None:
                continue
            word, start = inner[0].rstrip("_-"), start + inner.start()
        if "." in word:
            yield start, word


class _Covered:
    """Stretches that are taken already."""

    def __init__(self, findings: list[Finding]) -> None:
        spans = sorted((each.start, each.end) for each in findings)
        self._starts = [start for start, _ in spans]
        self._reach: list[int] = []
        for _, end in spans:
            self._reach.append(max(end, self._reach[-1] if self._reach else 0))

    def __contains__(self, offset: int) -> bool:
        at = bisect_right(self._starts, offset) - 1
        return at >= 0 and offset < self._reach[at]


def _ipv4s(page: Refanged, word: str, start: int) -> Iterator[Finding]:
    """An address, a block, a range of two, or nothing: a version, a date, a number of a section."""
    text, both = page.text, _RANGE.match(word)
    if both:
        for group in (1, 2):
            yield Finding(
                EntityType.IPV4, both[group], start + both.start(group), start + both.end(group), 0.85, "pattern: range of IPv4 addresses"
            )
    if not _IPV4.fullmatch(word):
        return
    end = start + len(word)
    defanged = page.is_defanged(start, end)
    if not defanged and _is_version(text, word, start, end):
        return
    confidence = 0.97 if defanged else 0.9
    block = _CIDR.match(text, end)
    if block and int(block["bits"]) <= IPv4Address(0).max_prefixlen:
        yield Finding(EntityType.IPV4, f"{word}/{block['bits']}", start, block.end(), confidence, "pattern: block of IPv4 addresses")
        return
    yield from _with_address(text, start, end, word, confidence)
    yield Finding(EntityType.IPV4, word, start, end, confidence, "pattern: IPv4 address")


def _is_version(text: str, word: str, start: int, end: int) -> bool:
    before = text[max(0, start - _AROUND) : start]
    if _VERSION_BEFORE.search(before) or _VERSION_AFTER.match(text, end):
        return True
    low = all(int(octet) <= _HIGHEST_SECTION for octet in word.split("."))
    return low and bool(_HEADING_BEFORE.search(before) and _HEADING_AFTER.match(text, end))


def _with_address(text: str, start: int, end: int, host: str, confidence: float) -> Iterator[Finding]:
    """A host with a port or path behind it, which together are an address though they lack a scheme."""
    whole = _end_of_address(text, end, text[start - 1 : start])
    if whole > end and text[end:whole] != "/":
        whole = continuation(text, whole)
        value = host + "".join(text[end:whole].split())
        yield Finding(EntityType.URL, value, start, whole, min(confidence, 0.8), "pattern: host with a port or path")


def _end_of_address(text: str, end_of_host: int, before: str) -> int:
    port = _PORT.match(text, end_of_host)
    end = port.end() if port and 0 < int(port["port"]) <= _LARGEST_PORT else end_of_host
    return path_end(text, end, before) if text[end : end + 1] in ("/", "?", "#") else end


def _ipv6(text: str) -> Iterator[Finding]:
    for match in _IPV6.finditer(text):
        written = match[0][: len(match[0]) - len(match["zone"] or "") - len(match["bits"] or "")]
        if written.count(":") < 2 or not any(map(str.isdigit, written)):
            continue
        if written.startswith(":") and not written.startswith("::"):
            continue
        address = _canonical_ipv6(written)
        if address is None or address == "::":
            continue
        bits = match["bits"] or ""
        end = match.end() if bits and int(bits[1:]) <= 128 else match.start() + len(written)
        value = address + (bits if end == match.end() else "")
        public = IPv6Address(address).is_global
        notes = () if public else ("not an address of the public internet",)
        yield Finding(EntityType.IPV6, value, match.start(), end, 0.9 if public else 0.4, "pattern: IPv6 address", notes)


def _canonical_ipv6(written: str) -> str | None:
    try:
        return str(IPv6Address(written))
    except AddressValueError:
        return None
