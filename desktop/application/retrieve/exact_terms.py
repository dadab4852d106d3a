"""Exact terms: an indicator as one term of the index, the same however it is written, and what lies under it.

A host is written from its top (`www.evil.com` as `com.evil.www`), so that what lies under a domain begins as the
domain does, just as with paths, URLs and addresses. What has no exact term of its own here, a hash, a CVE or an
ATT&CK number, is exact by its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Network, IPv6Address, IPv6Network

_LETTERS = r"a-z\u00c0-\u058f"
_HOST = rf"(?:[0-9{_LETTERS}_-]+\.)+(?:xn--[0-9a-z-]+|[{_LETTERS}]{{2,}})(?!\w)"
_IPV4 = r"(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d)"
_IN_URL = r"""[^\s<>"'`|\\^{}\[\]\u2e80-\uffff]"""
_IN_PATH = r"""[^\s<>"'`|\\/*?:;,\u2e80-\uffff]"""
_SPACED = rf"""(?:\ (?:and\ )?(?!HK)[A-Z(]{_IN_PATH}*){{0,3}}"""  # as in Program Files (x86), if a folder follows
_FOLDERS = rf"(?:{_IN_PATH}+(?-i:{_SPACED})[\\/]+)*{_IN_PATH}*"
_INDICATOR = re.compile(
    rf"""
    (?P<url> (?<![a-z0-9+]) [a-z][a-z0-9+-]* :// (?:[^\s/@]*@)? (?: \[[0-9a-f:.]+\] | [0-9{_LETTERS}_.-]+ ) {_IN_URL}* )
    | (?P<registry> (?<!\w) (?: HKEY_[A-Z_]+ | HK(?:LM|CU|CR|U|CC) ) :? [\\/]+ {_FOLDERS} )
    | (?P<path> (?: (?<!\w) [a-z]: [\\/] (?!/) | %\w+% \\ | (?<![\w:\\]) \\\\ (?=\w) ) {_FOLDERS} )
    | (?P<unix> (?<![\w.:/)\]>-]) ~?/ (?:[\w.+@-]+/)+ [\w.+@-]* )
    | (?P<ipv6> (?<![\w:.]) (?:[0-9a-f]{{0,4}}:){{2,7}} (?:{_IPV4}|[0-9a-f]{{0,4}}) (?:/\d{{1,3}})? (?![\w:]) )
    | (?P<email> (?<![\w.+-]) [\w.+%-]+ @ {_HOST} )
    | (?<![\w@.-]) (?P<ipv4>{_IPV4}) (?: (?P<bits>/\d{{1,2}}) (?![\w/.-]) | (?P<ip_rest>(?::\d+)?(?:/{_IN_URL}*)?) )
    | (?<![\w@.-]) (?P<host>{_HOST}) (?P<rest>(?::\d+)?(?:/{_IN_URL}*)?)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_CANDIDATE = re.compile(r"(?<!\S)[^\s./\\:@]*+(?:[./\\:@]\S|[/\\])\S*")  # a full stop or a colon at the end makes none
_AUTHORITY = re.compile(rf"([a-z][a-z0-9+-]*)://(?:[^\s/@]*@)?(\[[0-9a-f:.]+\]|[0-9{_LETTERS}_.-]+)(:\d*)?(.*)", re.IGNORECASE)
_HIVES = {"hkey_local_machine": "hklm", "hkey_current_user": "hkcu", "hkey_classes_root": "hkcr", "hkey_users": "hku"}
_DEFAULT_PORTS = {"http": ":80", "https": ":443", "ftp": ":21"}
_TRAILING = ".,;:!?'*_~&="
_UNDER_URL = ("/", "?", "#")
_EXACT_BY_ITS_WORDS = re.compile(r"(?:cve|cwe)-\d[\d-]*|(?:[tgsm]\d{4}|ta\d{4})(?:\.\d{3})?|[0-9a-f]{32,128}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Exact:
    """An indicator in a refanged text: its own term first, then those of its parts, and what the terms under it begin with."""

    start: int
    end: int
    terms: tuple[str, ...]
    under: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """What an indicator is found by: any of these terms, or any term that begins so."""

    terms: tuple[str, ...]
    beginnings: tuple[str, ...] = ()


def exact_terms(refanged: str) -> list[str]:
    """The terms of all indicators in a refanged text, one after the other."""
    return [term for found in find_exact(refanged) for term in found.terms]


def find_exact(refanged: str) -> Iterator[Exact]:
    """The indicators in a refanged text, in order."""
    done = 0
    for candidate in _CANDIDATE.finditer(refanged):
        at, end = max(done, candidate.start()), candidate.end()
        while at < end and (match := _INDICATOR.search(refanged, at, end)):
            if match.lastgroup in ("registry", "path"):  # may go on behind a space
                match = _INDICATOR.match(refanged, match.start()) or match
            found = _exact(match)
            if found:
                yield found
            at = done = max(found.end if found else match.end(), match.start() + 1)


def ask_exact(refanged: str) -> Asked | None:
    """What finds the indicator that a text is as a whole, and what lies under it; None if it is none, or more than that."""
    if beginning := beginning_of(refanged):
        return beginning
    found = next(find_exact(refanged), None)
    if found is None or found.start or refanged[found.end :].strip("/\\" + _TRAILING):
        return None
    return Asked(found.terms[:1], found.under)


def exact_share(refanged: str) -> float:
    """The share of a text's words that are indicators, or the numbers of catalogues: what no likeness of meaning can find."""
    words = refanged.split()
    return sum(bool(_EXACT_BY_ITS_WORDS.fullmatch(word) or ask_exact(word)) for word in words) / len(words) if words else 0.0


def beginning_of(refanged: str) -> Asked | None:
    """What a text asks for that means all that begins so; None if it means words, or an indicator alone.

    `*.evil.com` and `10.0.0.0/8` mean what lies under them, `evil.com/a*` and `10.0.*` what goes on after the text.
    """
    if refanged.startswith("*."):
        host = ask_exact(refanged[2:])
        return Asked((), host.beginnings) if host and host.beginnings else None
    if "/" in refanged and (network := _network(refanged)):
        return network
    begun = refanged.removesuffix("*").lower()
    if begun == refanged.lower():
        return None
    if re.fullmatch(r"(?:\d{1,3}\.){1,3}", begun):
        return Asked((), (begun,))
    if not set("/\\") & set(begun) or not (whole := ask_exact(begun.rstrip("/\\"))):
        return None
    under = tuple(each for each in whole.beginnings if each[-1] == begun[-1]) if begun[-1] in "/\\" else whole.terms
    return Asked((), under or whole.beginnings)


def _exact(match: re.Match[str]) -> Exact | None:
    start, end, kind = match.start(), match.end(), str(match.lastgroup)
    if kind == "url":
        return _url(match[0], start)
    if kind in ("registry", "path", "unix"):
        return _path(match[0], start, kind)
    if kind == "email":
        address = match[0].lower()
        return Exact(start, end, (address, *_host_terms(address.rpartition("@")[2])))
    if kind == "ipv6":
        return _ipv6(match[0], start)
    if match["ipv4"]:
        return _ipv4(match, start)
    host, rest = match["host"].lower(), _trimmed(match["rest"])
    own = _host_terms(host)
    if rest.strip("/"):
        return Exact(start, match.end("host") + len(rest), (_punctuated(host + rest), *own), _under(_punctuated(host + rest)))
    return Exact(start, match.end("host") + len(rest), own, (f"{own[0]}.",))


def _url(text: str, start: int) -> Exact | None:
    text = _trimmed(text)
    match = _AUTHORITY.fullmatch(text)
    if match is None:
        return None
    scheme, host, port, path = match[1].lower(), match[2].lower().strip("."), match[3] or "", match[4]
    port = "" if port in (":", _DEFAULT_PORTS.get(scheme)) else port
    rest = _punctuated(host + port + path)
    parts = (*(() if rest == host else (rest,)), *_host_terms(host))
    return Exact(start, start + len(text), (f"{scheme}://{rest}", *parts), _under(f"{scheme}://{rest}"))


def _ipv4(match: re.Match[str], start: int) -> Exact | None:
    address = match["ipv4"]
    if any(int(number) > 255 for number in address.split(".")):
        return None
    if match["bits"]:
        return Exact(start, match.end(), (address + match["bits"], address))
    rest = _trimmed(match["ip_rest"] or "")
    end = match.end("ipv4") + len(rest)
    if rest.strip("/"):
        return Exact(start, end, (_punctuated(address + rest), address), _under(_punctuated(address + rest)))
    return Exact(start, end, (address,))


def _ipv6(text: str, start: int) -> Exact | None:
    address, slash, bits = text.partition("/")
    try:
        whole = IPv6Address(address).exploded
    except AddressValueError:
        return None
    own = (f"{whole}/{bits}", whole) if slash else (whole,)
    return Exact(start, start + len(text), own) if len(address) > 3 else None


def _path(text: str, start: int, kind: str) -> Exact | None:
    text = text.rstrip(_TRAILING + ")]}")
    mark = "/" if kind == "unix" else "\\"
    if kind != "unix":
        named = re.sub(r"[\\/]+", r"\\", text.lower())
        named = f"\\{named}" if named.startswith("\\") else named
    else:
        named = text.lower()
    if kind == "registry":
        hive, _, key = named.partition("\\")
        named = f"{_HIVES.get(hive.rstrip(':'), hive.rstrip(':'))}\\{key}"
    named = named.rstrip(mark)
    name = named.rpartition(mark)[2]
    file = _host_terms(name) if kind != "registry" and re.fullmatch(_HOST, name, re.IGNORECASE) else ()
    return Exact(start, start + len(text), (_without_spaces(named), *file), (_without_spaces(named) + mark,)) if name else None


def _host_terms(host: str) -> tuple[str, ...]:
    """A host from its top down; an address as it is."""
    if host[:1] == "[":
        found = _ipv6(host.strip("[]"), 0)
        return found.terms if found else ()
    if re.fullmatch(r"[\d.]+", host):
        return (host,)
    if "xn--" in host:
        host = _unicode_host(host)
    return (".".join(reversed(host.split("."))),)


def _unicode_host(host: str) -> str:
    try:
        return host.encode("ascii").decode("idna").lower()
    except UnicodeError:
        return host


def _network(text: str) -> Asked | None:
    """A network, and what the addresses in it begin with; where it parts an octet or digit, that is several beginnings."""
    try:
        terms, under = _network_v6(IPv6Network(text, strict=False)) if ":" in text else _network_v4(IPv4Network(text, strict=False))
    except ValueError:
        return None
    own = next(find_exact(text), None)
    return Asked((*(own.terms[:1] if own else ()), *terms), under)


def _network_v4(network: IPv4Network) -> tuple[tuple[str, ...], tuple[str, ...]]:
    octets = max(1, -(-network.prefixlen // 8))
    base = int(network.network_address) >> (32 - 8 * octets)
    numbers = (base + at for at in range(2 ** (8 * octets - network.prefixlen)))
    named = tuple(".".join(str(number >> 8 * at & 255) for at in reversed(range(octets))) for number in numbers)
    return (named, ()) if octets == 4 else ((), tuple(f"{each}." for each in named))


def _network_v6(network: IPv6Network) -> tuple[tuple[str, ...], tuple[str, ...]]:
    digits = max(1, -(-network.prefixlen // 4))
    base = int(network.network_address) >> (128 - 4 * digits)
    return (), tuple(_grouped(f"{base + at:0{digits}x}") for at in range(2 ** (4 * digits - network.prefixlen)))


def _grouped(digits: str) -> str:
    return ":".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def _trimmed(text: str) -> str:
    """Without the punctuation of the sentence around it; a closing bracket stays if its opening one is inside."""
    while text and (text[-1] in _TRAILING or (text[-1] == ")" and text.count("(") < text.count(")"))):
        text = text[:-1]
    return text


def _punctuated(text: str) -> str:
    return _without_spaces(text.lower()).rstrip("/")


def _without_spaces(text: str) -> str:
    """A term may hold none: a space parts terms."""
    return "_".join(text.split())


def _under(term: str) -> tuple[str, ...]:
    return tuple(term + mark for mark in _UNDER_URL)
