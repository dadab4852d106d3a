"""Warning lists in the format of MISP."""

from __future__ import annotations

import json

import pytest

from desktop.adapters.warning_lists import MispWarningLists
from desktop.domain.entity import EntityType
from desktop.domain.errors import PackDamaged

LISTS = [
    {"name": "private", "type": "cidr", "matching_attributes": ["ip-src"], "list": ["10.0.0.0/8", "fe80::/10", "192.0.2.7", "a.example"]},
    {"name": "private too", "type": "cidr", "matching_attributes": ["ip-dst"], "list": ["10.1.0.0/16"]},
    {"name": "empty", "type": "string", "matching_attributes": ["md5", "sha1"], "list": ["D41D8CD98F00B204E9800998ECF8427E"]},
    {"name": "shorteners", "type": "hostname", "matching_attributes": ["domain", "url"], "list": ["bit.ly"]},
    {"name": "vendor", "type": "string", "matching_attributes": ["hostname"], "list": [".vendor.com", "exact.com"]},
    {"name": "desks", "type": "regex", "matching_attributes": ["email-src"], "list": ["/^(abuse|soc)@/i"]},
]


def lists(content: object = LISTS) -> MispWarningLists:
    return MispWarningLists(lambda: [json.dumps(content).encode()])


@pytest.mark.parametrize(
    ("kind", "value", "names"),
    [
        (EntityType.IPV4, "10.1.2.3", ("private", "private too")),
        (EntityType.IPV4, "10.2.0.0/16", ("private",)),
        (EntityType.IPV4, "10.0.0.0/7", ()),
        (EntityType.IPV4, "192.0.2.7", ("private",)),
        (EntityType.IPV6, "fe80::1", ("private",)),
        (EntityType.IPV6, "2001:db8::1", ()),
        (EntityType.MD5, "d41d8cd98f00b204e9800998ecf8427e", ("empty",)),
        (EntityType.SHA256, "d41d8cd98f00b204e9800998ecf8427e", ()),
        (EntityType.DOMAIN, "www.bit.ly", ("shorteners",)),
        (EntityType.DOMAIN, "rabbit.ly", ()),
        (EntityType.URL, "https://user@bit.ly:443/x", ("shorteners",)),
        (EntityType.URL, "https://evil.com/bit.ly", ()),
        (EntityType.DOMAIN, "a.vendor.com", ("vendor",)),
        (EntityType.DOMAIN, "a.exact.com", ()),
        (EntityType.EMAIL, "abuse@evil.com", ("desks",)),
    ],
)
def test_who_stands_on_which_list(kind: EntityType, value: str, names: tuple[str, ...]) -> None:
    assert lists().names_of(kind, value) == names


def test_a_list_in_another_format_is_a_damaged_pack() -> None:
    with pytest.raises(PackDamaged, match="not in the format of MISP"):
        lists([{"title": "no list"}]).names_of(EntityType.MD5, "0")
