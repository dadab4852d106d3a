"""Case bundles without files: what one would hold, and one that stands open with whatever a test puts into it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from desktop.application.cases.case_contents import BundleChoice
from desktop.application.job import JobContext
from desktop.application.ports import Opening, Sealing
from desktop.domain.case_bundle import (
    BundleManifest,
    BundleReport,
    Choice,
    Comparison,
    Item,
    ItemDifference,
    ItemKind,
    OpenedManifest,
    PartDifference,
    PublicKeys,
    SignatureState,
    Standing,
)
from desktop.domain.changes import Changes
from desktop.domain.errors import CofferError
from desktop.domain.leaving import Withheld
from desktop.domain.marking import Marking

HELD = Withheld("What nobody may see", Marking.AMBER_STRICT, ("memory/secret",))


def conflict(part: str, mine: str, theirs: str) -> PartDifference:
    """A part on which somebody must decide."""
    return PartDifference(part, mine, theirs, Standing.CONFLICT, mine)


def difference(fact_id: str, title: str, standing: Standing, *parts: PartDifference) -> ItemDifference:
    """A fact that stands so to what is here."""
    return ItemDifference(Item(ItemKind.FACT, fact_id, title, {}), standing, parts)


class FakeKeys:
    """Keys that are made at once; `failure` is raised where no passphrase is given."""

    def __init__(self) -> None:
        self.own: PublicKeys | None = None
        self.failure: CofferError | None = None
        self.known: dict[str, str] = {}

    def public(self) -> PublicKeys | None:
        return self.own

    def make(self, passphrase: str = "") -> PublicKeys:
        if self.failure is not None and not passphrase:
            raise self.failure
        self.own = PublicKeys("c2lnbmluZw==", "age1recipient", in_keychain=not passphrase)
        return self.own

    def trusted(self) -> Mapping[str, str]:
        return self.known

    def trust(self, whose: str, key: str) -> None:
        self.known[whose] = key


class FakeBundles:
    """What the window asks of case bundles; `failure` is raised by whatever is tried next."""

    def __init__(self) -> None:
        self.keys = FakeKeys()
        self.previewed: list[BundleChoice] = []
        self.made: list[tuple[Path, BundleChoice, Sealing]] = []
        self.openings: list[tuple[Path, Opening]] = []
        self.merged: list[dict[tuple[str, str], Choice]] = []
        self.open_now = 0
        self.failure: CofferError | None = None
        self.signature = SignatureState.NOT_SIGNED
        self.comparison = Comparison(
            (
                difference("heron", "Velvet Heron", Standing.CONFLICT, conflict("text", "It left.", "It stayed.")),
                difference("otter", "Grey Otter", Standing.NEW),
            )
        )

    def preview(self, _: JobContext, choice: BundleChoice) -> BundleReport:
        self.previewed.append(choice)
        return self._report(choice)

    def make(self, _: JobContext, target: Path, choice: BundleChoice, sealing: Sealing) -> BundleReport:
        self._fail()
        self.made.append((target, choice, sealing))
        return self._report(choice)

    @contextmanager
    def open(self, _: JobContext, source: Path, opening: Opening) -> Iterator[Any]:
        self.openings.append((source, opening))
        self._fail()
        self.open_now += 1
        try:
            manifest = BundleManifest("2026-01-01T00:00:00Z", "alice", "alpha", Marking.GREEN, Marking.CLEAR, {}, {"fact": 2})
            yield SimpleNamespace(opened=OpenedManifest(manifest, "ab12", self.signature), comparison=self.comparison)
        finally:
            self.open_now -= 1

    def merge(self, _: JobContext, _bundle: Any, choices: Mapping[tuple[str, str], Choice]) -> Changes:
        self._fail()
        self.merged.append(dict(choices))
        return Changes(frozenset(), (), frozenset({"otter"}))

    def _report(self, choice: BundleChoice) -> BundleReport:
        return BundleReport({"document": 3, "fact": 2}, (("fact", HELD),), Marking.GREEN, choice.tlp_max or Marking.RED)

    def _fail(self) -> None:
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure
