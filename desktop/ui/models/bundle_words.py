"""How case bundles are spoken of: what they hold, who signed them, what differs."""

from __future__ import annotations

from desktop.domain.bundle_words import counted
from desktop.domain.case_bundle import ALL_OF_IT, BundleReport, Comparison, OpenedManifest, PartDifference, SignatureState, Standing

PARTS = {
    "tlp": "marking",
    "body": "text",
    "relation": "relation",
    "valid_from": "valid from",
    "valid_until": "valid until",
    "superseded_by": "superseded by",
    "kept_with": "holds beside",
    "decision": "decision",
    "expected": "what it should find",
    ALL_OF_IT: "whether it is there",
}
STANDINGS = {
    Standing.CONFLICT: "For you to decide",
    Standing.NEW: "New",
    Standing.CHANGED_THERE: "Changed there",
    Standing.CHANGED_HERE: "Changed here",
    Standing.GONE_HERE: "Deleted here, unchanged there",
    Standing.SAME: "The same",
}
_DONE = {
    Standing.CONFLICT: "changed here and there",
    Standing.NEW: "taken in",
    Standing.CHANGED_THERE: "taken over",
    Standing.CHANGED_HERE: "stays as it is here",
    Standing.GONE_HERE: "stays deleted",
    Standing.SAME: "nothing to do",
}


def report_words(report: BundleReport) -> str:
    """What a bundle would hold, and what is held back."""
    held = len(report.withheld)
    kept = f"{held:,} {'is' if held == 1 else 'are'} held back by the limit TLP:{report.limit}" if held else "Nothing is held back"
    return f"{counted(report.counts).capitalize()}, marked TLP:{report.marking} at most. {kept}."


def origin_words(opened: OpenedManifest) -> str:
    """Who made a bundle, when, of what, and what was held back."""
    manifest = opened.manifest
    what = f"The case “{manifest.case}”" if manifest.case else "All of a vault"
    made = f"{what}, made by {manifest.made_by or 'nobody named'} on {manifest.made_at[:10]} at {manifest.made_at[11:16]} UTC"
    held = sum(manifest.withheld.values())
    told = f" {held:,} {'thing was' if held == 1 else 'things were'} held back by the limit TLP:{manifest.limit}." if held else ""
    return f"{made}, marked TLP:{manifest.marking} at most.{told}"


def signature_words(opened: OpenedManifest) -> str:
    """Who signed a bundle, as far as that is known."""
    return {
        SignatureState.NOT_SIGNED: "Whole, but not signed: anybody may have made it.",
        SignatureState.UNKNOWN: f"Whole, and signed with a key that is not trusted here: {opened.key}",
        SignatureState.TRUSTED: f"Whole, and signed by {opened.signer}.",
    }[opened.signature]


def standing_words(standing: Standing, count: int) -> str:
    """`New  ·  3, taken in`."""
    return f"{STANDINGS[standing]}  ·  {count:,}, {_DONE[standing]}"


def part_words(part: PartDifference) -> str:
    """What of an item differs."""
    return PARTS.get(part.part, part.part)


def merge_words(comparison: Comparison, undecided: int) -> str:
    """What merging will do, or what is still to be decided."""
    if undecided:
        return f"{undecided:,} of {len(comparison.questions):,} conflicts {'is' if undecided == 1 else 'are'} not decided yet."
    taken = len(comparison.of(Standing.NEW)) + len(comparison.of(Standing.CHANGED_THERE)) + len(comparison.of(Standing.CONFLICT))
    return "Every conflict is decided. What loses is kept beside." if comparison.questions else f"{taken:,} to take in, nothing to decide."
