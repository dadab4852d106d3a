"""Warning lists in the format of MISP."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from desktop.domain.entity import EntityType
from desktop.domain.errors import PackDamaged

_ATTRIBUTES = {
    "md5": EntityType.MD5,
    "sha1": EntityType.SHA1,
    "sha256": EntityType.SHA256,
    "sha512": EntityType.SHA512,
    "ssdeep": EntityType.SSDEEP,
    "domain": EntityType.DOMAIN,
    "hostname": EntityType.DOMAIN,
    "url": EntityType.URL,
    "uri": EntityType.URL,
    "email-src": EntityType.EMAIL,
    "email-dst": EntityType.EMAIL,
    "AS": EntityType.AUTONOMOUS_SYSTEM,
    "filename": EntityType.FILE_NAME,
}
_ADDRESSES = frozenset({"ip-src", "ip-dst"})
_HOST = re.compile(r"(?:[a-z0-9+.-]+://)?(?:[^/@]*@)?(?P<host>[^/:?#]+)")
_REGEX = re.compile(r"/(?P<pattern>.*)/(?P<flags>[a-z]*)", re.DOTALL)
_REMEMBERED = 20_000
_LONGEST = 512
"""Nothing longer is held against a list's regular expressions."""


class MispWarningLists:
    """Lists that are read when they are first asked; `read` gives the content of files, each an array of lists."""

    def __init__(self, read: Callable[[], Iterable[bytes]]) -> None:
        self._read = read
        self._remembered = lru_cache(_REMEMBERED)(self._look_up)

    def names_of(self, kind: EntityType, value: str) -> tuple[str, ...]:
        """The names of the lists on which an indicator (in its canonical form) stands, in alphabetical order."""
        return self._remembered(kind, value)

    def _look_up(self, kind: EntityType, value: str) -> tuple[str, ...]:
        lists = self._lists
        found: set[str] = set()
        if kind in (EntityType.IPV4, EntityType.IPV6):
            found.update(lists.of_address(value))
        else:
            found.update(lists.exact[kind].get(value.lower(), ()))
            found.update(name for pattern, name in lists.patterns[kind] if pattern.search(value[:_LONGEST]))
        if kind in (EntityType.DOMAIN, EntityType.URL):
            found.update(lists.of_host(kind, value))
        return tuple(sorted(found))

    @cached_property
    def _lists(self) -> _Lists:
        lists = _Lists()
        for content in self._read():
            try:
                for each in json.loads(content):
                    lists.add(each)
            except (KeyError, TypeError, ValueError, re.error) as error:
                raise PackDamaged(f"A warning list is not in the format of MISP: {error}.", "Get the pack again.") from error
        return lists


class _Lists:
    """What stands on the lists, by how it is looked for."""

    def __init__(self) -> None:
        self.exact: dict[EntityType, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        self.hosts: dict[EntityType, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        self.patterns: dict[EntityType, list[tuple[re.Pattern[str], str]]] = defaultdict(list)
        self.blocks: dict[int, dict[int, dict[int, list[str]]]] = {4: {}, 6: {}}  # by version, then by how many bits are left free

    def add(self, one: dict[str, Any]) -> None:
        """Take in a list in the format of MISP."""
        name, kinds = one["name"], {_ATTRIBUTES[each] for each in one["matching_attributes"] if each in _ATTRIBUTES}
        if _ADDRESSES & set(one["matching_attributes"]):
            self._add_blocks(name, one["list"])
        for kind in kinds:
            if one["type"] == "regex":
                self.patterns[kind] += [(_compiled(each), name) for each in one["list"]]
            elif one["type"] == "hostname":
                self._add_hosts(kind, name, one["list"])
            elif one["type"] == "string":
                self._add_hosts(kind, name, (each for each in one["list"] if each.startswith(".")))
                for each in one["list"]:
                    self.exact[kind][each.lower().rstrip("/")].append(name)

    def _add_hosts(self, kind: EntityType, name: str, hosts: Iterable[str]) -> None:
        for host in hosts:
            self.hosts[kind][host.strip(".").lower()].append(name)

    def _add_blocks(self, name: str, blocks: Iterable[str]) -> None:
        for written in blocks:
            try:
                block = ip_network(written, strict=False)
            except ValueError:  # a list of addresses may hold names of hosts too
                continue
            shift = block.max_prefixlen - block.prefixlen
            self.blocks[block.version].setdefault(shift, {}).setdefault(int(block.network_address) >> shift, []).append(name)

    def of_address(self, value: str) -> Iterator[str]:
        """The lists on which an address stands, or a block as a whole."""
        written, _, bits = value.partition("/")
        address: IPv4Address | IPv6Address = ip_address(written)
        spare = address.max_prefixlen - int(bits) if bits else 0
        number = int(address)
        for shift, blocks in self.blocks[address.version].items():
            if shift >= spare:
                yield from blocks.get(number >> shift, ())

    def of_host(self, kind: EntityType, value: str) -> Iterator[str]:
        """The lists on which a host stands, or a domain that it belongs to."""
        host = _HOST.match(value.lower())
        labels = host["host"].split(".") if host else []
        for at in range(len(labels)):
            yield from self.hosts[kind].get(".".join(labels[at:]), ())


def _compiled(written: str) -> re.Pattern[str]:
    parts = _REGEX.fullmatch(written)
    return re.compile(parts["pattern"], re.IGNORECASE if "i" in parts["flags"] else 0) if parts else re.compile(written)
