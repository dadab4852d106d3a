"""Facts as JSON: their front matter, then their text."""

from __future__ import annotations

from dataclasses import asdict

from desktop.application.ports import StoredFact
from desktop.cli.shapes import Json
from desktop.domain.fact import FactEvent
from desktop.domain.fact_sheet import FactRow, FactSheet
from desktop.domain.vault import VaultPaths


def fact_shape(stored: StoredFact, paths: VaultPaths, row: FactRow | None = None) -> Json:
    """A fact; what its front matter leaves open is told as it counts. The file's last line end is not a part of the text."""
    fact = stored.fact
    told = {
        "id": fact.id,
        "name": fact.name,
        "description": fact.description,
        "type": fact.type,
        "tlp": fact.tlp.value,
        "grade": fact.grade,
        "status": fact.status.value,
        "superseded_by": fact.superseded_by,
        "supersedes": fact.supersedes,
        "valid_from": fact.valid_from,
        "valid_until": fact.valid_until,
        "created_at": fact.created_at,
        "updated_at": fact.updated_at,
    }
    known = {"contradicted": row.contradicted, "broken_sources": row.broken_sources} if row else {}
    shape = told | stored.front_matter | {"sources": [asdict(each) for each in fact.sources], "tags": list(fact.tags)}
    shape |= {"fact_id": fact.id, "text": stored.text.removesuffix("\n"), "path": str(paths.fact(fact.id)), **known}
    return shape | ({"warnings": list(stored.warnings)} if stored.warnings else {})


def sheet_shape(stored: StoredFact, sheet: FactSheet, paths: VaultPaths) -> Json:
    """A fact with what is known about it today."""
    return fact_shape(stored, paths) | {
        "anchors": [asdict(each.anchor) for each in sheet.sources],
        "corroboration": {"sources": len(sheet.sources), "independent": sheet.independent},
        "contradicts": [each.id for each in sheet.against],
        "effective_tlp": sheet.effective.value,
        "due": sheet.fact.is_due(sheet.today),
    }


def event_shape(event: FactEvent) -> Json:
    """One line of a history."""
    return asdict(event)
