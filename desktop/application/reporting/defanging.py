"""Defanging: indicators written so that nobody can click or look them up by mistake. The other way round from refanging."""

from __future__ import annotations

import re
from collections.abc import Iterable

from desktop.application.refanging import refang
from desktop.domain.entity import EntityType, Mention

_SCHEMES = ((re.compile("^http", re.IGNORECASE), "hxxp"), (re.compile("^ftp", re.IGNORECASE), "fxp"))
_HARMFUL = frozenset({EntityType.URL, EntityType.DOMAIN, EntityType.IPV4, EntityType.IPV6, EntityType.EMAIL})


def defanged(text: str, type_: EntityType) -> str:
    """An indicator that is no link any more: `hxxp://evil[.]com/a.php`, `198.51.100[.]7` with every dot of its host in brackets."""
    if type_ not in _HARMFUL:
        return text
    plain = refang(text)
    if type_ is EntityType.IPV6:
        return plain.replace(":", "[:]")
    if type_ is EntityType.EMAIL:
        return plain.replace("@", "[@]").replace(".", "[.]")
    scheme, mark, rest = plain.partition("://") if "://" in plain else ("", "", plain)
    for written, harmless in _SCHEMES:
        scheme = written.sub(harmless, scheme)
    end = min((at for sign in "/?#" if (at := rest.find(sign)) >= 0), default=len(rest))
    return scheme + mark + rest[:end].replace(".", "[.]") + rest[end:]


def defang(text: str, mentions: Iterable[Mention]) -> str:
    """A text in which every address that these mentions name is defanged; of two that overlap, the longer counts."""
    harmful = sorted((each for each in mentions if each.type in _HARMFUL), key=lambda each: (each.start, -each.end))
    parts, at = [], 0
    for each in harmful:
        if each.start >= at:
            parts += [text[at : each.start], defanged(text[each.start : each.end], each.type)]
            at = each.end
    return "".join([*parts, text[at:]])
