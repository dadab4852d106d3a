"""What lies on a stick that Coffer can take: each thing with what must be known before it is taken."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class StickKind(StrEnum):
    """What a thing is, in the words of the interface."""

    KNOWLEDGE = "Knowledge pack"
    LANGUAGE_MODEL = "Language model"
    EMBEDDER = "Embedding model"
    RECOGNISER = "OCR languages"
    UPDATE = "Coffer itself"


@dataclass(frozen=True, slots=True)
class Checked:
    """The bytes of a thing, the SHA-256 of its main file, and whether SHA256SUMS beside it lists all of it (`listed`)."""

    bytes: int
    sha256: str
    listed: bool


@dataclass(frozen=True, slots=True)
class StickItem:
    """One thing: `signer` says whose signature it carries, `changes` what it would change, `problem` why it is refused, if it is."""

    kind: StickKind
    path: Path
    name: str
    version: str = ""
    licence: str = ""
    signer: str = ""
    checked: Checked | None = None
    changes: tuple[str, ...] = ()
    problem: str = ""

    @property
    def takeable(self) -> bool:
        """Whether it may be taken from within Coffer; Coffer itself is installed from outside."""
        return not self.problem and self.kind is not StickKind.UPDATE
