"""The port of bundles that come from elsewhere, which are read in a process of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from desktop.application.job import CancelToken
from desktop.application.ports.extract import Extracted
from desktop.domain.marking import Marking


@dataclass(frozen=True, slots=True)
class BundleReading:
    """A bundle as a document: `body` is Markdown that says all of it, `extracted` what it states, with places in the body.

    `given` objects stood in the file, `kept` can be given out again; `changed` and `dropped` are sentences, each naming what it speaks of.
    `marking` is the strictest of its objects; None where none is marked.
    """

    format: str
    title: str
    published: str | None
    marking: Marking | None
    body: str
    extracted: Extracted
    given: int
    kept: int
    changed: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BundleSource:
    """An original bundle of the vault, and the marking of its document, which counts for what has none of its own."""

    path: Path
    marking: Marking


@dataclass(frozen=True, slots=True)
class MergedBundle:
    """A STIX 2.1 bundle as the bytes of its file; `changed` and `dropped` say what was altered or held back."""

    content: bytes
    given: int
    objects: int
    changed: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


class BundleReader(Protocol):
    """Reads STIX 2.0 and 2.1 and MISP events, and writes STIX 2.1."""

    def read_bundle(self, path: Path, name: str, cancel: CancelToken) -> BundleReading:
        """Read a file, which is called `name` by people; InvalidBundle with the reason and the place if it is no bundle."""
        ...

    def merge_bundles(
        self, sources: Sequence[BundleSource], further: Sequence[Mapping[str, Any]], tlp_max: Marking | None, cancel: CancelToken
    ) -> MergedBundle:
        """The objects of some originals and further ones as one bundle, without what is marked above `tlp_max`, or would show it."""
        ...
