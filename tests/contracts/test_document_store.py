"""What every DocumentStore does, on the fake and on real files."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from desktop.adapters.vault_files import VaultFiles, create_vault
from desktop.application.ports import DocumentStore, NewDocument
from desktop.domain.chunk import content_hash
from desktop.domain.document import Document
from desktop.domain.errors import DocumentNotFound, SourceChanged, UsageError
from desktop.domain.marking import Marking
from tests.fakes.memory_store import MemoryStore

BODY = "# Title\n\nTwo words, ünd 😀.\n"


@pytest.fixture(params=["memory", "files"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> DocumentStore:
    return MemoryStore() if request.param == "memory" else VaultFiles(create_vault(tmp_path / "vault", ""))


@pytest.fixture
def original(tmp_path: Path) -> Path:
    path = tmp_path / "report.pdf"
    path.write_bytes(b"%PDF original bytes")
    return path


def document(name: str, original: Path) -> Document:
    digest = hashlib.sha256(original.read_bytes()).hexdigest()
    return Document(
        name,
        "Title: 'quoted'",
        original.name,
        "pdf",
        digest,
        "pdfium 5",
        "2026-11-30T12:00:00Z",
        pages=3,
        tags=("a b", "no"),
        tlp=Marking.AMBER,
    )


def test_what_is_written_is_read(store: DocumentStore, original: Path) -> None:
    written = document("one-12345678", original)
    stamp = store.write(written, BODY, original)
    stored = store.read("one-12345678")
    assert (stored.document, stored.body, stored.warnings) == (written, BODY, ())
    assert stored.front_matter["id"] == "one-12345678"
    assert store.stamps() == {"one-12345678": stamp}
    assert store.stamp("one-12345678") == stamp
    assert store.problems() == []


def test_several_are_written_together(store: DocumentStore, original: Path) -> None:
    stamps = store.write_all([NewDocument(document(name, original), name, original) for name in ("b", "a")])
    assert store.stamps() == {"a": stamps[1], "b": stamps[0]}
    assert store.read("a").body == "a"
    assert store.write_all([]) == []


def test_a_document_from_another_vault_is_stored_with_or_without_an_original(store: DocumentStore, original: Path) -> None:
    whole, alone = document("one-12345678", original), replace(document("two-12345678", original), source_sha256="")
    head = b"---\nid: %b\ntitle: \"Title: 'quoted'\"\nmine: kept\n---\n"
    new = [
        NewDocument(whole, BODY, original, head % b"one-12345678" + BODY.encode()),
        NewDocument(alone, BODY, None, head % b"two-12345678" + BODY.encode()),
    ]
    store.write_all(new)
    assert [(store.read(each.document.id).document.title, store.read(each.document.id).body) for each in new] == [(whole.title, BODY)] * 2
    assert store.read("two-12345678").raw_path is None


def test_an_original_that_changed_is_refused_and_nothing_stored(store: DocumentStore, original: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.pdf"
    other.write_bytes(b"other")
    expected = document("two", other)
    other.write_bytes(b"changed")
    with pytest.raises(SourceChanged, match="other"):
        store.write_all([NewDocument(document("one", original), BODY, original), NewDocument(expected, BODY, other)])
    assert store.stamps() == {}
    other.unlink()
    with pytest.raises(SourceChanged, match="other"):
        store.write(expected, BODY, other)


def test_an_update_keeps_the_body(store: DocumentStore, original: Path) -> None:
    store.write(document("one", original), BODY, original)
    changed = replace(document("one", original), tlp=Marking.RED, tags=("case-7",), title="Another")
    stamp = store.update(changed)
    assert (store.read("one").document, store.read("one").body) == (changed, BODY)
    assert store.stamps() == {"one": stamp}


def test_what_is_not_there_is_named(store: DocumentStore) -> None:
    for use in (store.read, store.stamp, store.trash, store.restore):
        with pytest.raises(DocumentNotFound, match="nothing-12345678"):
            use("nothing-12345678")


def test_the_trash_gives_back_what_went_in_last(store: DocumentStore, original: Path) -> None:
    store.write(document("one", original), "first", original)
    store.trash("one")
    assert store.stamps() == {}
    store.write(document("one", original), "second", original)
    store.trash("one")
    store.restore("one")
    assert store.read("one").body == "second"
    with pytest.raises(UsageError):
        store.restore("one")
    store.trash("one")
    store.restore("one")
    assert store.read("one").body == "second"


def test_what_is_in_the_trash_is_listed_newest_first_and_emptied(store: DocumentStore, original: Path) -> None:
    for name in ("one", "two", "three"):
        store.write(document(name, original), "body", original)
        store.trash(name)
    assert [(each.document_id, each.title) for each in store.trashed()] == [
        ("three", "Title: 'quoted'"), ("two", "Title: 'quoted'"), ("one", "Title: 'quoted'"),
    ]  # fmt: skip
    assert all(each.size >= 4 and each.deleted_at.endswith("Z") for each in store.trashed())
    assert store.empty_trash(["two", "nothing"]) == 1
    assert [each.document_id for each in store.trashed()] == ["three", "one"]
    assert store.empty_trash() == 2
    assert (store.trashed(), store.empty_trash()) == ((), 0)
    with pytest.raises(DocumentNotFound):
        store.restore("one")


def test_another_body_leaves_what_the_front_matter_says(store: DocumentStore, original: Path) -> None:
    written = document("one", original)
    store.write(written, BODY, original)
    stamp = store.rewrite("one", "Corrected.\n", edited=True)
    assert (store.read("one").document, store.read("one").body) == (replace(written, source_mode="edited"), "Corrected.\n")
    assert store.stamps() == {"one": stamp}
    store.rewrite("one", "Read again.\n", edited=False)
    assert (store.read("one").document, store.read("one").body) == (written, "Read again.\n")
    with pytest.raises(DocumentNotFound):
        store.rewrite("nothing-12345678", "x", edited=True)


def test_body_and_front_matter_are_replaced_together(store: DocumentStore, original: Path) -> None:
    store.write(document("one", original), BODY, original)
    store.rewrite("one", "Edited.\n", edited=True)
    told = replace(document("one", original), converter="pdfium 6", pages=4, published="2026-01-02")
    stamp = store.replace(told, "Converted again.\n")
    stored = store.read("one")
    assert (stored.document, stored.body, store.stamp("one")) == (told, "Converted again.\n", stamp)
    assert stored.document.source_mode == "converted"
    with pytest.raises(DocumentNotFound):
        store.replace(replace(told, id="nothing-12345678"), "x")


def test_a_staging_folder_is_empty_and_gone_afterwards(store: DocumentStore) -> None:
    with store.staging() as one, store.staging() as other:
        assert one != other
        assert list(one.iterdir()) == []
        (one / "folder").mkdir()
        (one / "folder" / "member.txt").write_text("x", encoding="utf-8")
    assert not one.exists()
    assert not other.exists()
    with pytest.raises(ZeroDivisionError), store.staging() as third:
        _ = 1 / 0
    assert not third.exists()


def test_several_are_updated_together(store: DocumentStore, original: Path) -> None:
    documents = [document(name, original) for name in ("one", "two")]
    for each in documents:
        store.write(each, BODY, original)
    marked = [replace(each, tlp=Marking.RED) for each in documents]
    stamps = store.update_all(marked)
    assert store.stamps() == {"one": stamps[0], "two": stamps[1]}
    assert [store.read(name).document for name in ("one", "two")] == marked
    assert store.update_all([]) == []
    with pytest.raises(DocumentNotFound):
        store.update_all([marked[0], document("nothing-12345678", original)])


def test_what_a_person_changes_is_kept_until_the_trash_is_emptied(store: DocumentStore, original: Path) -> None:
    store.write(document("one-12345678", original), BODY, original)
    store.rewrite("one-12345678", "First edit.\n", edited=True)
    store.rewrite("one-12345678", "Second edit.\n", edited=True)
    assert store.version("one-12345678", content_hash(BODY)) == BODY
    assert store.version("one-12345678", content_hash("First edit.\n")) == "First edit.\n"
    assert store.version("two-12345678", content_hash(BODY)) is None
    assert store.version("one-12345678", content_hash("Never written.")) is None
    assert store.problems() == []
    store.empty_trash(["one-12345678"])
    assert store.version("one-12345678", content_hash(BODY)) == BODY  # it is in the vault: only an emptied trash forgets
    store.empty_trash()
    assert store.version("one-12345678", content_hash(BODY)) is None


def test_what_a_person_wrote_is_kept_when_the_original_is_converted_again(store: DocumentStore, original: Path) -> None:
    written = document("one-12345678", original)
    store.write(written, BODY, original)
    store.replace(written, "Converted again.\n")
    assert store.version("one-12345678", content_hash(BODY)) is None  # it can be made of the original again
    store.rewrite("one-12345678", "By hand.\n", edited=True)
    store.replace(written, "And again.\n")
    assert store.version("one-12345678", content_hash("By hand.\n")) == "By hand.\n"
