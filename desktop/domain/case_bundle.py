"""A case bundle: what of a vault travels in one file to another, part by part, and what two vaults made of the same things."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from desktop.domain.leaving import Withheld
from desktop.domain.marking import Marking

States = Mapping[str, Mapping[str, frozenset[str]]]
"""By key of an item and by part, the digests of what stood there whenever it was exchanged."""

SETS = frozenset({"tags", "sources", "kept_with", "expected"})
"""Parts that are sets of lines: where nobody can know which of two is newer, both count together."""
MARKING = "tlp"
ALL_OF_IT = ""
"""Stands for the whole item where the question is whether it shall be there at all."""


class ItemKind(StrEnum):
    """What a bundle carries, in the order in which it is taken in: what is named stands before what names it."""

    DOCUMENT = "document"
    FACT = "fact"
    LEXICON = "lexicon"
    SEARCH = "search"
    GOLDEN = "golden"
    PIN = "pin"
    GRAPH = "graph"
    THREAD = "thread"
    BOARD = "board"


KEPT_IN = {ItemKind.GRAPH: "graphs", ItemKind.THREAD: "threads", ItemKind.BOARD: "boards"}
"""The folders of what travels as the file that it is: its id is the name of the file."""


LISTED_IN = {
    ItemKind.LEXICON: ("lexicon/allow.csv", "lexicon/deny.csv", "lexicon/aliases.csv"),
    ItemKind.SEARCH: ("searches/saved.toml",),
    ItemKind.GOLDEN: ("searches/golden.toml",),
    ItemKind.PIN: ("searches/pins.toml",),
}
"""The files in which many of a kind stand together."""


class Standing(StrEnum):
    """How what a bundle says stands to what is here.

    `changed_here` needs nothing: whoever made the bundle had not seen what was made of it here.
    """

    NEW = "new"
    SAME = "same"
    CHANGED_THERE = "changed_there"
    CHANGED_HERE = "changed_here"
    GONE_HERE = "gone_here"
    CONFLICT = "conflict"


class Choice(StrEnum):
    """Whose word counts in a conflict."""

    MINE = "mine"
    THEIRS = "theirs"


class SignatureState(StrEnum):
    """What is known of who signed a bundle: nobody did, a key that is not trusted here, or one that is."""

    NOT_SIGNED = "not_signed"
    UNKNOWN = "unknown"
    TRUSTED = "trusted"


@dataclass(frozen=True, slots=True)
class Item:
    """A thing of a vault with its parts, each as a text that two vaults can compare."""

    kind: ItemKind
    id: str
    title: str
    parts: Mapping[str, str]

    @property
    def key(self) -> str:
        """Tells it from every other item."""
        return f"{self.kind}:{self.id}"

    def digests(self) -> dict[str, str]:
        """Each part's digest, which says nothing of a part whose text is not known."""
        return {part: digest_of(self.key, part, text) for part, text in self.parts.items()}


@dataclass(frozen=True, slots=True)
class PartDifference:
    """A part of an item here and in the bundle; `merged` is what it becomes unless somebody chooses otherwise."""

    part: str
    mine: str
    theirs: str
    standing: Standing
    merged: str


@dataclass(frozen=True, slots=True)
class ItemDifference:
    """An item of a bundle: how it stands to what is here, and the parts that differ; none where it is new or the same."""

    item: Item
    standing: Standing
    parts: tuple[PartDifference, ...] = ()

    @property
    def conflicts(self) -> tuple[PartDifference, ...]:
        """The parts on which somebody must decide."""
        return tuple(each for each in self.parts if each.standing is Standing.CONFLICT)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that a bundle holds, beside what is here; `problems` are sentences about what cannot be taken in."""

    items: tuple[ItemDifference, ...]
    problems: tuple[str, ...] = ()

    def of(self, standing: Standing) -> tuple[ItemDifference, ...]:
        """The items that stand so."""
        return tuple(each for each in self.items if each.standing is standing)

    @property
    def questions(self) -> tuple[tuple[ItemDifference, PartDifference], ...]:
        """Every conflict, in the order of the items."""
        return tuple((item, part) for item in self.items for part in item.conflicts)

    @property
    def offers(self) -> tuple[tuple[ItemDifference, PartDifference], ...]:
        """Every change of the other side that is taken over unless somebody says otherwise."""
        return tuple((item, part) for item in self.items for part in item.parts if part.standing is Standing.CHANGED_THERE)


@dataclass(frozen=True, slots=True)
class BundleManifest:
    """What a bundle says of itself: `case` is empty where it holds all of a vault, `withheld` counts by kind what was held back.

    `files` gives each file's SHA-256 by its name in the bundle; `cut` names, by key of an item, the parts that were taken out because
    they name what may not leave.
    """

    made_at: str
    made_by: str
    case: str
    limit: Marking
    marking: Marking
    files: Mapping[str, str]
    withheld: Mapping[str, int] = field(default_factory=dict)
    cut: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OpenedManifest:
    """The manifest of a bundle that was verified: `sha256` is its own, and names the bundle; `signer` is whose key signed it."""

    manifest: BundleManifest
    sha256: str
    signature: SignatureState = SignatureState.NOT_SIGNED
    signer: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class BundleReport:
    """What a bundle holds, or would hold: how many of each kind, what is held back, and the highest marking of what leaves."""

    counts: Mapping[str, int]
    withheld: tuple[tuple[str, Withheld], ...]
    marking: Marking
    limit: Marking

    @property
    def held_back(self) -> dict[str, int]:
        """How many of each kind are held back: all that a manifest may tell of them."""
        found: dict[str, int] = {}
        for kind, _ in self.withheld:
            found[kind] = found.get(kind, 0) + 1
        return found


@dataclass(frozen=True, slots=True)
class BundleWish:
    """What a person wants of a bundle: what travels, up to which marking, how what carries none is marked, and how it is closed.

    `key_passphrase` opens the person's own keys where they lie in a file.
    """

    case: str = ""
    tlp_max: Marking = Marking.RED
    unmarked: Marking = Marking.RED
    passphrase: str = ""
    recipients: tuple[str, ...] = ()
    sign: bool = False
    key_passphrase: str = ""


@dataclass(frozen=True, slots=True)
class PublicKeys:
    """What others need: `signing` to tell this person's bundles from forged ones, `recipient` to encrypt to them.

    `in_keychain`: the secret halves lie in the system's keychain; else in a file that needs a passphrase.
    """

    signing: str
    recipient: str
    in_keychain: bool


def digest_of(key: str, part: str, text: str) -> str:
    """What tells one state of a part from another."""
    return hashlib.sha256(f"{key}\n{part}\n{text}".encode("utf-8", "replace")).hexdigest()[:16]


def with_states(known: States, further: States) -> dict[str, dict[str, frozenset[str]]]:
    """Both together."""
    merged = {key: dict(parts) for key, parts in known.items()}
    for key, parts in further.items():
        mine = merged.setdefault(key, {})
        for part, digests in parts.items():
            mine[part] = mine.get(part, frozenset()) | digests
    return merged


def states_of(items: Mapping[str, Item]) -> dict[str, dict[str, frozenset[str]]]:
    """The states that items are in now."""
    return {key: {part: frozenset({digest}) for part, digest in item.digests().items()} for key, item in items.items()}
