"""What lies inside mails and archives, each member with a row of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.application.ingest.allowances import Allowance
from desktop.application.ingest.candidates import given_file
from desktop.application.ingest.members import Unpacking, members_inside
from desktop.application.ports import Conversion, Member
from desktop.application.settings import ImportSettings, Settings
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.marking import Marking
from tests.application.ingest.desk import Desk, named, outcomes
from tests.fakes.converter import archive


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "given")


def test_each_member_is_a_document_of_its_own_with_the_container_as_its_parent(desk: Desk) -> None:
    desk.file("mail.zip", archive(("notes/a.txt", "words of a"), ("b.txt", "# Title of b\n\nwords")))
    rows = named(desk, desk.run(options=ImportOptions(Marking.AMBER, ("case-7",))))
    assert list(rows) == ["mail.zip", "mail.zip!/notes/a.txt", "mail.zip!/b.txt"]
    container, a, b = rows.values()
    assert {row.outcome for row in rows.values()} == {Outcome.IMPORTED}
    assert (container.parent, a.parent, b.parent) == (None, container.document_id, container.document_id)
    document = desk.document(a)
    assert (document.title, document.source_filename, document.parent, document.source_path) == ("a", "a.txt", container.document_id, None)
    assert (document.tlp, document.tags) == (Marking.AMBER, ("case-7",))
    assert desk.document(b).title == "Title of b"
    assert desk.document(container).source_path == str(desk.folder / "mail.zip")
    assert desk.store.originals[document.id] == b"words of a"


def test_archives_in_archives_are_opened_to_the_depth_of_the_settings(desk: Desk) -> None:
    desk.settings = Settings(imports=ImportSettings(max_depth=2))
    desk.file("1.zip", archive(("2.zip", [("3.zip", [("deep.txt", "deep words")]), ("x.txt", "words of x")])))
    rows = named(desk, desk.run())
    assert list(rows) == ["1.zip", "1.zip!/2.zip", "1.zip!/2.zip!/3.zip", "1.zip!/2.zip!/3.zip!/deep.txt", "1.zip!/2.zip!/x.txt"]
    deep = rows["1.zip!/2.zip!/3.zip!/deep.txt"]
    assert deep.outcome is Outcome.SKIPPED
    assert deep.reason == "It lies deeper than 2 levels, the limit in the settings (imports.max_depth)."
    assert deep.parent == rows["1.zip!/2.zip!/3.zip"].document_id
    assert [row.outcome for name, row in rows.items() if row is not deep] == [Outcome.IMPORTED] * 4


def test_what_the_converter_refuses_has_its_row(desk: Desk) -> None:
    desk.file("a.zip", archive(("link", "refused"), ("locked.txt", "sealed"), ("bad.txt", "broken"), ("x.bin", "unknown"), ("empty", "")))
    rows = named(desk, desk.run())
    assert {name.partition("!/")[2]: (row.outcome, row.reason, row.problem) for name, row in rows.items() if "!" in name} == {
        "link": (Outcome.SKIPPED, "It is a link, and links are not followed.", ""),
        "locked.txt": (Outcome.FAILED, "It needs a password.", "password_needed"),
        "bad.txt": (Outcome.FAILED, "The file is damaged. Get it again.", "conversion_failed"),
        "x.bin": (Outcome.SKIPPED, "Files of this kind are not read.", "unsupported_format"),
        "empty": (Outcome.SKIPPED, "It is an empty file.", "empty"),
    }


def test_a_container_that_is_refused_as_a_whole_has_one_row(desk: Desk) -> None:
    desk.file("locked.zip", archive(("a.txt", "words"), lock="infected"))
    (row,) = desk.run().rows
    assert (row.outcome, row.reason, row.problem) == (
        Outcome.FAILED,
        "It needs a password. Import it again with the password.",
        "password_needed",
    )
    rows = desk.run(options=ImportOptions(passwords=("other", "infected"))).rows
    assert [row.outcome for row in rows] == [Outcome.IMPORTED] * 2


def test_what_a_system_or_program_keeps_for_itself_is_skipped(desk: Desk) -> None:
    names = ["__MACOSX/._a.txt", "Thumbs.db", ".DS_Store", "x/.git/config", "~$a.docx", "a.txt"]
    desk.file("a.zip", archive(*((name, f"words of {name}") for name in names)))
    rows = named(desk, desk.run())
    assert [row.outcome for row in rows.values()] == [Outcome.IMPORTED, *[Outcome.SKIPPED] * 5, Outcome.IMPORTED]
    assert "own notes" in rows["a.zip!/.DS_Store"].reason
    assert rows["a.zip!/x/.git/config"].reason == "It is hidden, or lies in a hidden folder; take it out and name it itself to import it."


def test_equal_names_have_distinct_paths(desk: Desk) -> None:
    desk.file("a.zip", archive(("x.txt", "one"), ("x.txt", "two"), ("x (2).txt", "three"), ("x.txt", "four")))
    names = [name.partition("!/")[2] for name in named(desk, desk.run())]
    assert names == ["", "x.txt", "x (2).txt", "x (2) (2).txt", "x (3).txt"]


def test_a_member_with_known_content_points_at_the_first(desk: Desk) -> None:
    desk.settings = Settings(imports=ImportSettings(workers=1))
    desk.file("a.txt", "the same words")
    desk.file("one.zip", archive(("x.txt", "the same words"), ("y.txt", "words of y")))
    desk.file("two.zip", archive(("z.txt", "words of y"), ("own.txt", "own words, many more than the other has, so that it comes later")))
    rows = named(desk, desk.run())
    assert outcomes_of(rows, "one.zip!/x.txt", "two.zip!/z.txt") == [Outcome.DUPLICATE] * 2
    assert rows["one.zip!/x.txt"].document_id == rows["a.txt"].document_id
    assert rows["two.zip!/z.txt"].document_id == rows["one.zip!/y.txt"].document_id
    assert rows["two.zip!/z.txt"].parent == rows["two.zip"].document_id
    assert len(desk.store.files) == 5


def outcomes_of(rows: dict[str, LedgerRow], *names: str) -> list[Outcome]:
    return [rows[name].outcome for name in names]


def test_a_container_that_is_known_is_opened_again_and_other_duplicates_are_not_converted(desk: Desk) -> None:
    desk.file("a.txt", "plain words")
    desk.file("a.zip", archive(("x.txt", "words"), ("in.zip", [("y.txt", "inner words")])))
    desk.run()
    desk.converter.paths.clear()
    ledger = desk.run()
    assert outcomes(desk, ledger) == dict.fromkeys(
        ["a.txt", "a.zip", "a.zip!/x.txt", "a.zip!/in.zip", "a.zip!/in.zip!/y.txt"], Outcome.DUPLICATE
    )
    assert len(desk.converter.paths) == 2
    assert len(desk.store.files) == 5


def test_equal_containers_of_one_import_are_both_accounted_for(desk: Desk) -> None:
    for name in ("a.zip", "b.zip"):
        desk.file(name, archive(("x.txt", "words")))
    assert outcomes(desk, desk.run()) == {
        "a.zip": Outcome.IMPORTED,
        "a.zip!/x.txt": Outcome.IMPORTED,
        "b.zip": Outcome.DUPLICATE,
        "b.zip!/x.txt": Outcome.DUPLICATE,
    }


def test_a_known_container_that_cannot_be_opened_again_says_so(desk: Desk) -> None:
    path = desk.file("a.zip", archive(("x.txt", "words"), lock="infected"))
    desk.run(path, options=ImportOptions(passwords=("infected",)))
    (row,) = desk.run(path).rows
    assert (row.outcome, row.problem) == (Outcome.DUPLICATE, "password_needed")
    assert row.reason.endswith("What lies in it could not be taken out: It needs a password. Import it again with the password.")


@pytest.mark.parametrize(
    ("limits", "read"),
    [({"max_members": 3}, 3), ({"max_unpacked_mb": 2}, 2), ({}, 5)],
)
def test_limits_are_counted_over_everything_inside_one_given_file(desk: Desk, limits: dict[str, int], read: int) -> None:
    """Two members, then an archive with two more; texts of 900 kB, so that an archive of the inner two has 1.8 MB."""
    desk.settings = Settings(imports=ImportSettings(**limits))
    long = [f"words {number} " * 90_000 for number in range(4)]
    desk.file("a.zip", archive(("1.txt", long[0]), ("2.txt", long[1]), ("3.zip", [("4.txt", long[2]), ("5.txt", long[3])])))
    rows = named(desk, desk.run())
    members = [row for name, row in rows.items() if "!" in name]
    assert sum(row.outcome is Outcome.IMPORTED for row in members) == read
    said = [f"{row.reason} {desk.document(row).quality.warnings if row.document_id else ''}" for row in rows.values()]
    assert any("limits in the settings" in each for each in said) == bool(limits)


def test_bytes_that_lie_outside_the_folder_are_not_touched(tmp_path: Path) -> None:
    folder, outside = tmp_path / "staged", tmp_path / "secret"
    folder.mkdir()
    outside.write_text("secret", encoding="utf-8")
    (folder / "link").symlink_to(outside)
    (folder / "good").write_text("words", encoding="utf-8")
    conversion = Conversion(
        "", "zip", "fake 1", members=tuple(Member(path.name, path) for path in (folder / "link", outside, folder / "good"))
    )
    container = given_file(0, tmp_path / "a.zip")
    rows = [row for _, row in members_inside(container, "a-1", conversion, folder, Allowance(9, 999), ImportSettings())]
    assert [row and row.outcome for row in rows] == [Outcome.FAILED, Outcome.FAILED, None]


def test_a_folder_goes_with_its_last_member(tmp_path: Path) -> None:
    unpacking, container = Unpacking(tmp_path), given_file(0, tmp_path / "a.zip")
    folder = unpacking.new_folder()
    conversion = Conversion("", "zip", "fake 1", members=(Member("a", folder / "a"), Member("b", folder / "b")))
    for member in conversion.members:
        assert member.path is not None
        member.path.write_text("words", encoding="utf-8")
    one, two = (each for each, _ in members_inside(container, "a-1", conversion, folder, Allowance(9, 999), ImportSettings()))
    unpacking.hold(container, folder, 2)
    unpacking.settle(one)
    assert [each.name for each in folder.iterdir()] == ["b"]
    unpacking.settle(two)
    assert list(tmp_path.iterdir()) == []


def test_a_password_that_does_not_open_it_is_said(desk: Desk) -> None:
    path = desk.file("a.zip", archive(("x.md", "words"), ("sealed.md", "sealed"), lock="infected"))
    (row,) = desk.run(path).rows
    assert row.reason == "It needs a password. Import it again with the password."
    (row,) = desk.run(path, options=ImportOptions(passwords=("wrong",))).rows
    assert row.reason == "No password that was given opens it. It needs a password. Import it again with the password."
    rows = named(desk, desk.run(path, options=ImportOptions(passwords=("infected",))))
    assert rows["a.zip!/sealed.md"].reason == "No password that was given opens it. It needs a password."
