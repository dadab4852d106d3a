"""Folders of notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.application.job import JobContext
from desktop.application.memory.notes import LARGEST_NOTE, NoteImport
from desktop.domain.errors import UsageError
from desktop.domain.fact import FactStatus
from desktop.domain.marking import Marking
from tests.application.memory.conftest import Desk


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    (folder / "actors").mkdir(parents=True)
    (folder / ".obsidian").mkdir()
    (folder / ".obsidian" / "hidden.md").write_text("no")
    (folder / "actors" / "Velvet Heron.md").write_text("---\naliases: [VH]\ntags: [actor]\nstatus: done\n---\nSee [[Grey Otter]].\n")
    (folder / "broken.md").write_text("---\nname: [\n---\nkept as text\n")
    (folder / "long.md").write_text("x" * (LARGEST_NOTE + 1))
    (folder / "photo.png").write_bytes(b"")
    return folder


def test_notes_become_facts_and_keep_what_they_say(desk: Desk, notes: Path) -> None:
    importing = NoteImport(desk.memory, desk.files, "Ana")
    rows = importing.import_folder(JobContext(), notes, tlp=Marking.GREEN, tags=["case-7"])
    assert [(Path(each.path).name, each.outcome) for each in rows] == [
        ("broken.md", "imported"),
        ("long.md", "failed"),
        ("Velvet Heron.md", "imported"),
    ]
    heron = desk.memory.read(rows[2].fact_id or "")
    assert (heron.fact.name, heron.text, heron.fact.tags) == ("Velvet Heron", "See [[Grey Otter]].\n", ("actor", "case-7"))
    assert (heron.fact.tlp, heron.fact.status, heron.fact.actor, heron.warnings) == (Marking.GREEN, FactStatus.ACCEPTED, "Ana", ())
    assert (heron.front_matter["aliases"], heron.front_matter["note_status"]) == (["VH"], "done")
    assert desk.memory.read(rows[0].fact_id or "").text == "---\nname: [\n---\nkept as text\n"
    assert [each.outcome for each in importing.import_folder(JobContext(), notes)] == ["duplicate", "failed", "duplicate"]


def test_a_folder_that_is_not_there_is_refused(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder"):
        NoteImport(desk.memory, desk.files).import_folder(JobContext(), tmp_path / "nowhere")
