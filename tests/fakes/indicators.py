"""Stand-ins for what tells indicators from look-alikes."""

from __future__ import annotations

from collections.abc import Mapping

from desktop.domain.entity import EntityType

_SUFFIXES = """
com net org info de uk co.uk ru su in is me md ai app zip sh py pl xyz io at one google xn--p1ai
"""
SUFFIXES = frozenset(_SUFFIXES.split())


class FewSuffixes:
    """A public suffix list of a few suffixes."""

    def registrable(self, host: str) -> str | None:
        labels = host.split(".")
        for at in range(len(labels)):
            if ".".join(labels[at:]) in SUFFIXES:
                return ".".join(labels[at - 1 :]) if at else None
        return None


class ListedValues:
    """Warning lists that hold given values."""

    def __init__(self, listed: Mapping[str, str] | None = None) -> None:
        self._listed = dict(listed or {})

    def names_of(self, _kind: EntityType, value: str) -> tuple[str, ...]:
        return (self._listed[value],) if value in self._listed else ()
