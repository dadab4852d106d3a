"""A vault's files on a real disk."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from desktop.adapters import durable_files, trash
from desktop.adapters.vault_files import FOLDERS, VaultFiles, create_vault, is_vault
from desktop.application.ports import NewDocument
from desktop.domain.document import Document
from desktop.domain.errors import DocumentNotFound, StorageProblem, UsageError, VaultNotFound
from desktop.domain.marking import Marking
from desktop.domain.vault import VaultPaths


@pytest.fixture
def paths(tmp_path: Path) -> VaultPaths:
    return create_vault(tmp_path / "vault", "# settings\n")


@pytest.fixture
def files(paths: VaultPaths) -> VaultFiles:
    return VaultFiles(paths)


@pytest.fixture
def original(tmp_path: Path) -> Path:
    path = tmp_path / "Report.PDF"
    path.write_bytes(b"%PDF-1.7 bytes")
    return path


def document(name: str, original: Path) -> Document:
    digest = hashlib.sha256(original.read_bytes()).hexdigest()
    return Document(name, name, original.name, "pdf", digest, "fake 1", "2026-11-30T12:00:00Z")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_vault_has_its_folders_and_settings(paths: VaultPaths) -> None:
    assert names(paths.root) == sorted([*FOLDERS, "coffer.toml"])
    assert paths.settings.read_text(encoding="utf-8") == "# settings\n"
    assert is_vault(paths.root)


def test_a_vault_is_made_in_an_empty_folder_only(tmp_path: Path, paths: VaultPaths) -> None:
    (tmp_path / "empty").mkdir()
    create_vault(tmp_path / "empty", "")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(UsageError, match="not an empty folder"):
        create_vault(tmp_path / "mine", "")
    assert names(tmp_path / "mine") == ["letter.txt"]
    with pytest.raises(UsageError, match="vault already"):
        create_vault(paths.root, "")
    with pytest.raises(UsageError, match="not an empty folder"):
        create_vault(tmp_path / "mine" / "letter.txt", "")


def test_a_folder_that_is_no_vault_is_not_opened(tmp_path: Path) -> None:
    with pytest.raises(VaultNotFound, match=r"coffer init|no vault"):
        VaultFiles(VaultPaths(tmp_path))


def test_a_document_is_two_files_and_its_original_read_only(files: VaultFiles, paths: VaultPaths, original: Path) -> None:
    files.write(document("one", original), "Body.\n", original)
    raw = paths.raw / "one.pdf"
    assert names(paths.docs) == ["one.md"]
    assert names(paths.raw) == ["one.pdf"]
    assert raw.read_bytes() == original.read_bytes()
    assert stat.S_IMODE(raw.stat().st_mode) == 0o400
    assert paths.document("one").read_text(encoding="utf-8").endswith("---\nBody.\n")
    assert files.read("one").raw_path == raw


@pytest.mark.parametrize(
    ("filename", "kind", "expected"),
    [("a.tar.GZ", "archive", "one.gz"), ("README", "txt", "one.txt"), ("odd.p/f", "??", "one.bin"), ("x.", "pdf", "one.pdf")],
)
def test_an_originals_suffix_is_plain(
    files: VaultFiles, paths: VaultPaths, original: Path, filename: str, kind: str, expected: str
) -> None:
    files.write(replace(document("one", original), source_filename=filename, source_format=kind), "", original)
    assert names(paths.raw) == [expected]


def test_an_original_is_found_whatever_the_front_matter_calls_it(files: VaultFiles, paths: VaultPaths, original: Path) -> None:
    files.write(document("one", original), "", original)
    files.update(replace(document("one", original), source_filename="renamed.docx"))
    assert files.read("one").raw_path == paths.raw / "one.pdf"


def test_offsets_are_of_the_file_as_text(files: VaultFiles, paths: VaultPaths, original: Path) -> None:
    files.write(replace(document("one", original), title="Ünd 😀"), "Body é.\n", original)
    text = paths.document("one").read_text(encoding="utf-8")
    stored = files.read("one")
    assert text[stored.body_offset :] == stored.body == "Body é.\n"


def test_line_ends_of_an_edited_file_are_kept(files: VaultFiles, paths: VaultPaths) -> None:
    paths.document("notes").write_bytes(b"one\r\ntwo\x0bthree\xe2\x80\xa8four")
    assert files.read("notes").body == "one\r\ntwo\x0bthree\u2028four"


def test_a_file_by_hand_is_read_as_what_it_is(files: VaultFiles, paths: VaultPaths) -> None:
    paths.document("My notes").write_text("# Heron\n", encoding="utf-8")
    stored = files.read("My notes")
    assert (stored.document.title, stored.document.source_filename, stored.document.converter) == ("My notes", "My notes.md", "none")
    assert (stored.body, stored.raw_path, stored.warnings, stored.front_matter) == ("# Heron\n", None, (), {})


def test_a_broken_front_matter_warns_and_counts_as_red(files: VaultFiles, paths: VaultPaths) -> None:
    content = b"---\ntlp: [\n---\nwords"
    paths.document("one").write_bytes(content)
    stored = files.read("one")
    assert (stored.body, stored.body_offset, stored.document.tlp) == (content.decode(), 0, Marking.RED)
    assert "one.md: Its front matter is not valid YAML" in stored.warnings[0]
    assert files.update(stored.document) is None
    assert paths.document("one").read_bytes() == content


def test_a_file_that_is_not_utf8_is_read_and_not_written(files: VaultFiles, paths: VaultPaths) -> None:
    paths.document("one").write_bytes(b"---\nid: one\n---\ncaf\xe9")
    stored = files.read("one")
    assert stored.body == "caf\ufffd"
    assert "not valid UTF-8" in stored.warnings[0]
    assert files.update(stored.document) is None
    paths.document("two").write_text("a \ufffd that was there", encoding="utf-8")
    assert files.read("two").warnings == ()


@pytest.mark.parametrize("name", ["", ".", "..", "../coffer", "a/b", "a\\b", ".hidden", "a\nb", "a\0b", "x" * 300, "a\ud800"])
def test_ids_are_names_and_nothing_more(files: VaultFiles, paths: VaultPaths, name: str) -> None:
    for use in (files.read, files.trash, files.restore):
        with pytest.raises(UsageError, match="cannot be a document's id"):
            use(name)


def test_only_documents_have_stamps(files: VaultFiles, paths: VaultPaths, original: Path) -> None:
    stamp = files.write(document("one", original), "", original)
    (paths.docs / "image.png").write_bytes(b"")
    (paths.docs / ".one.md.swp").write_bytes(b"")
    (paths.docs / "folder.md").mkdir()
    (paths.docs / "link.md").symlink_to(original)
    (paths.raw / "lost-00000000.pdf").write_bytes(b"")
    assert files.stamps() == {"one": stamp}
    problems = files.problems()
    assert [each.split(" ")[0] for each in problems] == ["docs/folder.md", "docs/image.png", "docs/link.md", "raw/lost-00000000.pdf"]


def test_an_edit_of_the_body_shows_and_one_of_the_front_matter_does_not(files: VaultFiles, paths: VaultPaths, original: Path) -> None:
    files.write(document("one", original), "Body.\n", original)
    path = paths.document("one")
    path.write_text(path.read_text(encoding="utf-8").replace("title: one", "title: Two\nmine: yes"), encoding="utf-8")
    assert (files.read("one").document.title, files.read("one").document.source_mode) == ("Two", "converted")
    path.write_text(path.read_text(encoding="utf-8").replace("Body.", "Another body."), encoding="utf-8")
    assert files.read("one").document.source_mode == "edited"


def test_a_stamp_tells_an_edit(files: VaultFiles, paths: VaultPaths, original: Path) -> None:
    stamp = files.write(document("one", original), "body", original)
    with paths.document("one").open("a", encoding="utf-8") as file:
        file.write("more")
    assert files.stamps()["one"] != stamp


def test_the_trash_keeps_what_has_the_same_name(files: VaultFiles, paths: VaultPaths, original: Path) -> None:
    for _ in range(2):
        files.write(document("one", original), "", original)
        files.trash("one")
    assert [name.split("~")[1] for name in names(paths.trash / "docs")] == ["one.md", "one.md"]
    assert [name.split("~")[1] for name in names(paths.trash / "raw")] == ["one.pdf", "one.pdf"]
    assert names(paths.docs) == names(paths.raw) == []


@pytest.mark.parametrize("missing", ["docs", "raw"])
def test_half_a_document_goes_to_the_trash_and_back(files: VaultFiles, paths: VaultPaths, original: Path, missing: str) -> None:
    files.write(document("one", original), "", original)
    (paths.document("one") if missing == "docs" else paths.raw / "one.pdf").unlink()
    files.trash("one")
    assert names(paths.docs) == names(paths.raw) == []
    files.restore("one")
    assert len(names(paths.docs)) + len(names(paths.raw)) == 1


def test_a_restore_needs_no_original_and_overwrites_none(files: VaultFiles, paths: VaultPaths, original: Path) -> None:
    files.write(document("one", original), "", original)
    files.trash("one")
    (paths.raw / "one.pdf").write_bytes(b"another")
    files.restore("one")
    assert (paths.raw / "one.pdf").read_bytes() == b"another"
    assert [name.split("~")[1] for name in names(paths.trash / "raw")] == ["one.pdf"]


def test_leftovers_of_a_crash_are_swept(files: VaultFiles, paths: VaultPaths, original: Path) -> None:
    files.write(document("one", original), "", original)
    for folder in (paths.docs, paths.raw, paths.root):
        (folder / "two.md.0123abcd.tmp").write_bytes(b"half")
    (paths.docs / "mine.tmp").write_bytes(b"whole")
    paths.trash.rmdir()
    (paths.root / ".staging" / "import").mkdir(parents=True)
    (paths.root / ".staging" / "import" / "member").write_bytes(b"x")
    assert files.prepare() == 3
    assert not (paths.root / ".staging").exists()
    assert names(paths.docs) == ["mine.tmp", "one.md"]
    assert paths.trash.is_dir()


@pytest.mark.parametrize(
    ("code", "word"), [(errno.ENOSPC, "full"), (errno.EROFS, "only be read"), (errno.EACCES, "permissions"), (errno.EIO, "connect")]
)
def test_a_failing_disk_is_explained_and_leaves_nothing_behind(
    files: VaultFiles, paths: VaultPaths, original: Path, monkeypatch: pytest.MonkeyPatch, code: int, word: str
) -> None:
    files.write(document("one", original), "before", original)

    def fail(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(durable_files, "flush_descriptors", fail)
    with pytest.raises(StorageProblem) as caught:
        files.write_all([NewDocument(document(name, original), "after", original) for name in ("one", "two")])
    assert word in caught.value.hint
    assert (names(paths.docs), names(paths.raw)) == (["one.md"], ["one.pdf"])
    assert files.read("one").body == "before"
    with pytest.raises(StorageProblem):
        files.update(document("one", original))
    assert files.read("one").body == "before"


@pytest.mark.parametrize("failing", range(4))
def test_a_name_that_cannot_be_given_takes_the_others_back(
    files: VaultFiles, paths: VaultPaths, original: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    renamed: list[Path] = []
    replaced = Path.replace

    def replace_path(self: Path, target: Path) -> Path:
        renamed.append(Path(target))
        if len(renamed) == failing + 1:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return replaced(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", replace_path)
        with pytest.raises(StorageProblem):
            files.write_all([NewDocument(document(name, original), "body", original) for name in ("one", "two")])
    assert (names(paths.docs), names(paths.raw)) == ([], [])
    files.write_all([NewDocument(document(name, original), "body", original) for name in ("one", "two")])
    assert (names(paths.docs), files.problems()) == (["one.md", "two.md"], [])


def test_what_took_an_older_files_place_is_whole_when_a_later_one_fails(
    files: VaultFiles, paths: VaultPaths, original: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = [document(name, original) for name in ("one", "two")]
    files.write_all([NewDocument(each, "body", original) for each in documents])
    flushes: list[Path] = []
    monkeypatch.setattr(durable_files, "flush_folder", lambda folder: (flushes.append(folder), 1 / 0))
    with pytest.raises(ZeroDivisionError):
        files.update_all([replace(each, title="New") for each in documents])
    assert flushes == [paths.docs]
    assert [files.read(name).document.title for name in ("one", "two")] == ["New", "New"]
    assert names(paths.docs) == ["one.md", "two.md"]


def test_a_deletion_that_a_crash_cut_short_is_finished(
    files: VaultFiles, paths: VaultPaths, original: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.write(document("one", original), "", original)
    with monkeypatch.context() as patch:
        patch.setattr(trash, "flush_folder", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            files.trash("one")
    assert (names(paths.docs), names(paths.raw)) == ([], ["one.pdf"])
    files.prepare()
    assert (names(paths.docs), names(paths.raw)) == ([], [])
    files.restore("one")
    assert files.read("one").raw_path == paths.raw / "one.pdf"


def test_staging_lies_within_the_vault(files: VaultFiles, paths: VaultPaths) -> None:
    with files.staging() as folder:
        assert folder.parent == paths.root / ".staging"
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert not (paths.root / ".staging").exists()


def test_a_body_is_replaced_though_the_old_one_was_no_utf8(files: VaultFiles, paths: VaultPaths) -> None:
    paths.document("one").write_bytes(b"---\nid: one\n---\ncaf\xe9")
    files.rewrite("one", "café\ud800", edited=True)
    assert paths.document("one").read_bytes() == "---\nid: one\nsource_mode: edited\n---\ncafé?".encode()


@pytest.mark.parametrize("content", [b"---\na: [\n---\nwords", b"---\na: caf\xe9\n---\nwords", b"---\n{id: one}\n---\nwords"])
def test_a_body_is_not_replaced_below_what_cannot_be_understood(files: VaultFiles, paths: VaultPaths, content: bytes) -> None:
    paths.document("one").write_bytes(content)
    with pytest.raises(UsageError, match=r"one\.md could not be changed"):
        files.rewrite("one", "other", edited=True)
    assert paths.document("one").read_bytes() == content


def test_raw_is_not_listed_again_for_every_document_without_an_original(
    files: VaultFiles, paths: VaultPaths, original: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.write(document("one", original), "", original)
    for number in range(5):
        paths.document(f"note {number}").write_text("words", encoding="utf-8")
    listed: list[Path] = []
    listing = Path.iterdir
    monkeypatch.setattr(Path, "iterdir", lambda self: (listed.append(self), listing(self))[1])
    for number in range(5):
        assert files.read(f"note {number}").raw_path is None
    assert listed == [paths.raw]
    (paths.raw / "note 3.pdf").write_bytes(b"x")
    assert files.read("note 3").raw_path == paths.raw / "note 3.pdf"


def test_a_vault_that_is_gone_is_not_a_missing_document(files: VaultFiles, paths: VaultPaths) -> None:
    with pytest.raises(DocumentNotFound):
        files.read("one")
    paths.root.rename(paths.root.with_name("away"))
    for use in (lambda: files.read("one"), files.stamps, files.problems):
        with pytest.raises(StorageProblem) as caught:
            use()
        assert "removable" in caught.value.hint


def test_files_are_flushed_before_they_get_their_names(
    files: VaultFiles, paths: VaultPaths, original: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    flush, replaced = os.fsync, Path.replace

    def fsync(descriptor: int) -> None:
        name = Path(f"/proc/self/fd/{descriptor}").readlink().name if Path("/proc/self/fd").exists() else "file"
        steps.append(f"flush {name.split('.')[0]}")
        flush(descriptor)

    def replace_path(self: Path, target: Path) -> Path:
        steps.append(f"name {Path(target).parent.name}")
        return replaced(self, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace_path)
    files.write(document("one", original), "", original)
    if "file" not in steps:
        assert steps == ["flush one", "flush one", "name raw", "flush raw", "name docs", "flush docs"]


def test_a_vault_that_goes_away_while_something_is_taken_out_does_not_hide_why(tmp_path: Path) -> None:
    paths = create_vault(tmp_path / "vault", "")

    def lose_it() -> None:
        with VaultFiles(paths).staging():
            paths.root.rename(tmp_path / "away")
            raise StorageProblem("The stick is gone.")

    with pytest.raises(StorageProblem, match="The stick is gone"):
        lose_it()
