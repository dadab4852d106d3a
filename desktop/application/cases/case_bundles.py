"""Case bundles: one file that carries a case to another vault, and what came of it there back again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from desktop.application.cases.case_comparing import compare
from desktop.application.cases.case_contents import AUDIT, BundleChoice, CaseContents, CaseSources, Selected
from desktop.application.cases.case_merging import CaseMerging, Choices, declined_states
from desktop.application.cases.case_parts import (
    by_key,
    document_item,
    fact_item,
    golden_item,
    kept_items,
    lexicon_items,
    pin_item,
    search_item,
)
from desktop.application.cases.case_states import states_bytes
from desktop.application.job import JobContext
from desktop.application.ports import (
    AuditLog,
    BundleFiles,
    BundleKeys,
    Content,
    DocumentStore,
    FactStore,
    KeptBundles,
    LexiconStore,
    Opening,
    Sealing,
    SearchStore,
    UnpackedBundle,
)
from desktop.domain.case_bundle import (
    LISTED_IN,
    BundleManifest,
    BundleReport,
    Comparison,
    Item,
    ItemKind,
    OpenedManifest,
    Standing,
    states_of,
    with_states,
)
from desktop.domain.changes import Changes
from desktop.domain.errors import UsageError

SEEN = "seen.json"


@dataclass(frozen=True, slots=True)
class OpenBundle:
    """A bundle that was verified, beside what is here, for as long as it lies open."""

    unpacked: UnpackedBundle
    comparison: Comparison

    @property
    def opened(self) -> OpenedManifest:
        """What it says of itself, and who signed it."""
        return self.unpacked.opened


class CaseBundles:
    """Makes, verifies, opens and merges bundles. `lexicon_at` and `searches_at` write those tables into any folder."""

    def __init__(
        self,
        sources: CaseSources,
        contents: CaseContents,
        bundles: BundleFiles,
        kept: KeptBundles,
        merging: CaseMerging,
        keys: BundleKeys,
        audit: AuditLog,
        *,
        lexicon_at: Callable[[Path], LexiconStore],
        searches_at: Callable[[Path], SearchStore],
        actor: str = "",
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.keys = keys
        self._from = sources
        self._contents = contents
        self._bundles = bundles
        self._kept = kept
        self._merging = merging
        self._audit = audit
        self._lexicon_at = lexicon_at
        self._searches_at = searches_at
        self._actor = actor
        self._clock = clock

    def preview(self, context: JobContext, choice: BundleChoice) -> BundleReport:
        """What a bundle would hold, and what is held back; nothing is written."""
        return self._report(self._contents.select(context, choice), choice)

    def make(self, context: JobContext, target: Path, choice: BundleChoice, sealing: Sealing | None = None) -> BundleReport:
        """Write a bundle; UsageError if nothing may travel."""
        with self._from.documents.staging() as folder:
            selected = self._contents.select(context, choice, folder)
            report = self._report(selected, choice)
            if not selected.items:
                raise UsageError(
                    "There is nothing that may leave in such a bundle.",
                    "Choose another case, or a higher limit; a dry run names what is held back.",
                )
            self._write_tables(selected, folder)
            states = with_states(states_of(selected.items), self._seen_of(selected))
            files = self._from.files
            selected.contents.append(Content(SEEN, files.put_aside(folder, SEEN, states_bytes(states))))
            at = f"{self._clock().astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
            manifest = BundleManifest(at, self._actor, choice.case, report.limit, selected.marking, {}, report.held_back, selected.cut)
            digest = self._bundles.write(target, selected.contents, manifest, sealing or Sealing(), context.cancel)
        self._kept.add_seen(states_of(selected.items))
        self._audit.append("bundle", target.name, sha256=digest, case=choice.case, tlp_max=str(report.limit), **report.counts)
        return report

    def verify(self, context: JobContext, source: Path, opening: Opening | None = None) -> OpenedManifest:
        """What a bundle says of itself, if it is whole; nothing of it stays."""
        with self._bundles.unpack(source, opening or Opening(), context.cancel) as unpacked:
            return unpacked.opened

    @contextmanager
    def open(self, context: JobContext, source: Path, opening: Opening | None = None) -> Iterator[OpenBundle]:
        """Verify a bundle and set it beside what is here, for as long as the block runs; nothing of it is taken in."""
        with self._bundles.unpack(source, opening or Opening(), context.cancel) as unpacked:
            theirs = self._items(unpacked.documents, unpacked.facts, unpacked.lexicon, unpacked.searches, unpacked.kept)
            context.cancel.raise_if_cancelled()
            mine = self._mine(theirs)
            comparison = compare(mine, theirs, self._kept.seen(), unpacked.seen, unpacked.opened.manifest.cut, self._kept.declined())
            yield OpenBundle(unpacked, comparison)

    def merge(self, context: JobContext, bundle: OpenBundle, choices: Choices) -> Changes:
        """Take in what is new and what changed there, and what was chosen in each conflict; nothing that loses is thrown away.

        The audit lines of the other vault are kept apart, as they came, so that both chains can be verified. UsageError where a
        conflict is not decided; where it is stopped, what is done stays, and opening the bundle again goes on.
        """
        changes = self._merging.merge(context, bundle.unpacked, bundle.comparison, choices)
        opened, unpacked = bundle.opened, bundle.unpacked
        lines = unpacked.content(AUDIT)
        kept = {"audit_sha256": self._kept.keep(opened.sha256, AUDIT, lines)} if lines else {}
        theirs = {each.item.key: each.item for each in bundle.comparison.items}
        mine, new = self._mine(theirs), {each.item.key for each in bundle.comparison.of(Standing.NEW)}
        taken = {key: item for key, item in theirs.items() if key in mine or key not in new}  # not what was left out
        there = {key: parts for key, parts in unpacked.seen.items() if key in taken}  # of nothing else may a bundle speak
        self._kept.add_seen(with_states(with_states(states_of(taken), there), states_of(mine)))
        self._kept.add_declined(declined_states(bundle.comparison, choices))
        said = {
            "signer": opened.signer,
            "signature": str(opened.signature),
            "made_at": opened.manifest.made_at,
            "made_by": opened.manifest.made_by,
        }
        self._audit.append("open-bundle", opened.sha256, case=opened.manifest.case, **said, **kept)
        return changes

    def _report(self, selected: Selected, choice: BundleChoice) -> BundleReport:
        return BundleReport(selected.counts(), tuple(selected.withheld), selected.marking, self._contents.limit(choice))

    def _write_tables(self, selected: Selected, folder: Path) -> None:
        """The lexicon, and what is kept of searching, as files of a vault hold them."""
        lexicon, searches = self._lexicon_at(folder / "lexicon"), self._searches_at(folder / "searches")
        for table in dict.fromkeys(table for table, _ in selected.lexicon):
            lexicon.change(table, [row for of, row in selected.lexicon if of is table], ())
            selected.contents.append(Content(f"lexicon/{table}.csv", folder / "lexicon" / f"{table}.csv"))
        if selected.searches:
            searches.keep_saved(selected.searches)
        if selected.golden:
            searches.keep_golden(selected.golden)
        if selected.pins:
            searches.keep_pins(selected.pins)
        for kind, kept in ((ItemKind.SEARCH, selected.searches), (ItemKind.GOLDEN, selected.golden), (ItemKind.PIN, selected.pins)):
            selected.contents += [Content(name, folder / name) for name in LISTED_IN[kind] if kept]

    def _seen_of(self, selected: Selected) -> dict[str, Mapping[str, frozenset[str]]]:
        """What was exchanged of these before, without a word on anything else.

        Of a part of which not all travels, nothing: where all of it stands, that would be taken for older, and the rest for removed.
        """
        seen, narrowed = self._kept.seen(), selected.narrowed
        return {
            key: {part: states for part, states in seen[key].items() if part != narrowed.get(key)} for key in selected.items if key in seen
        }

    def _mine(self, theirs: Mapping[str, Item]) -> dict[str, Item]:
        """What is here of what a bundle holds."""
        ids = {kind: {each.id for each in theirs.values() if each.kind is kind} for kind in ItemKind}
        sources = self._from
        found = self._items(
            sources.documents,
            sources.facts,
            sources.lexicon,
            sources.searches,
            sources.files.kept,
            ids[ItemKind.DOCUMENT],
            ids[ItemKind.FACT],
        )
        return {key: item for key, item in found.items() if key in theirs}

    def _items(
        self,
        documents: DocumentStore,
        facts: FactStore,
        lexicon: LexiconStore,
        searches: SearchStore,
        kept: Callable[[str], Mapping[str, bytes]],
        document_ids: set[str] | None = None,
        fact_ids: set[str] | None = None,
    ) -> dict[str, Item]:
        """The things of a vault, or of a bundle; of documents and facts those of these ids."""
        there, known = documents.stamps().keys(), facts.stamps().keys()
        return by_key(
            [
                *(document_item(documents.read(each)) for each in (there if document_ids is None else there & document_ids)),
                *(fact_item(facts.read(each)) for each in (known if fact_ids is None else known & fact_ids)),
                *(item for item, _, _ in lexicon_items(lexicon).values()),
                *map(search_item, searches.saved()),
                *map(golden_item, searches.golden()),
                *map(pin_item, searches.pins()),
                *kept_items(kept),
            ]
        )
