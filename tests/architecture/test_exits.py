"""Everything that leaves passes the gate: whatever writes to the clipboard or to a file outside the vault is known here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "desktop"
LEAVES = re.compile(
    r"clipboard\(\)\.set|\bwrite_tables?\(|\bwrite_out\(|\.write_text\(|\.write_bytes\(|QPrinter|QPdfWriter|_bundles\.write\("
)
KNOWN = {
    "ui/widgets/outlet.py": "the clipboard itself; guarded by exits_controller",
    "ui/controllers/lookup_controller.py": "narrowed by the gate",
    "application/audit_trail.py": "examined by the gate",
    "application/memory/board_exports.py": "examined by the gate, whole",
    "application/library.py": "examined by the gate",
    "application/graph/picture_sources.py": "examined by the gate",
    "application/cases/case_bundles.py": "everything in it was examined by the gate",
    "application/csv_tables.py": "writes what those above let out",
    "application/outgoing_files.py": "writes what the others let out",
    "application/reporting/reports.py": "examined by the gate when it is composed",
    "ui/widgets/report_pdf.py": "renders what reports.py let through",
    "application/exchange/graph_exports.py": "examined by the gate",
    "application/exchange/stix_exchange.py": "limited by the gate where it is called",
    "ui/controllers/graph_fetching.py": "a picture, drawn by graph_controller once the gate let it out",
    "ui/controllers/failures.py": "a report about Coffer itself",
    "ui/dialogs/bug.py": "a report about Coffer itself",
    "ui/dialogs/faults.py": "a report about Coffer itself",
    "ui/controllers/faults_controller.py": "a report about Coffer itself",
    "ui/dialogs/offline.py": "a statement about Coffer itself",
    "ui/controllers/offline_controller.py": "a statement about Coffer itself",
    "ui/dialogs/problems.py": "sentences about files, no content of them",
    "application/doctor.py": "a sample of its own, in a temporary vault",
}


def leaving() -> dict[str, list[str]]:
    found = {}
    for folder in ("application", "ui", "cli"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if lines := [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if LEAVES.search(line)]:
                found[str(path.relative_to(ROOT))] = lines
    return found


@pytest.mark.parametrize("name", sorted(leaving()))
def test_whatever_writes_outside_the_vault_is_known(name: str) -> None:
    assert name in KNOWN, f"{name} lets something out ({leaving()[name]}): let it pass desktop.application.gate, and name it here"


def test_nothing_is_known_that_is_gone() -> None:
    assert sorted(KNOWN) == sorted(leaving())


SELECTABLE = re.compile(r"TextSelectable|TextEditorInteraction|setDragEnabled")
LETS_SELECT = {"ui/widgets/still_text.py"}


def test_words_are_made_selectable_in_one_place_which_keeps_them_from_being_dragged_past_the_gate() -> None:
    found = {str(path.relative_to(ROOT)) for path in ROOT.rglob("*.py") if SELECTABLE.search(path.read_text(encoding="utf-8"))}
    assert found == LETS_SELECT


EDITOR = re.compile(r"QPlainTextEdit\(|QTextEdit\(|QLineEdit\(|QTextBrowser\(|QPlainTextEdit\):|QTextBrowser\):|QLineEdit\):")
WITHIN = {
    "ui/dialogs/history.py": "nothing can be selected in it",
    "ui/dialogs/open_bundle.py": "nothing can be selected in it",
    "ui/widgets/answer_view.py": "copies through the outlet, and gives Qt nothing to copy",
    "ui/widgets/markdown_editor.py": "in a reader or in the memory, which state what they show",
    "ui/widgets/fact_form.py": "in the memory, which states what it shows",
    "ui/widgets/page_view.py": "the number of a page; in a reader, which states what it shows",
}


def test_whoever_shows_text_that_can_be_copied_states_what_it_was_made_of() -> None:
    silent = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "ui").rglob("*.py")
        if EDITOR.search(text := path.read_text(encoding="utf-8")) and "state_sources(" not in text
    }
    assert silent == set(WITHIN)
