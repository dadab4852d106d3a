"""The public suffix list, as the package publicsuffixlist carries it."""

from __future__ import annotations

from functools import cached_property
from importlib import metadata

from publicsuffixlist import PublicSuffixList


class PublicSuffixes:
    """The suffixes that registries sell names under; the list is read when it is first asked for."""

    def registrable(self, host: str) -> str | None:
        """The part of a host's name that somebody registered, None where its suffix is not public."""
        found: str | None = self._list.privatesuffix(host)
        return found

    @cached_property
    def _list(self) -> PublicSuffixList:
        return PublicSuffixList(accept_unknown=False, only_icann=True)


def version() -> str:
    """Which edition of the list this is, which decides what is a domain."""
    return f"publicsuffixlist {metadata.version('publicsuffixlist')}"
