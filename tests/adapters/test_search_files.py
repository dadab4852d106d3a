"""What a person finds, and may change, in the files of searches."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.search_files import SearchFiles
from desktop.domain.errors import UsageError, VaultLocked
from desktop.domain.golden import GoldenQuery
from desktop.domain.passage import Mode, Query
from desktop.domain.saved_search import SavedSearch


def test_the_files_say_only_what_differs_from_the_defaults(tmp_path: Path) -> None:
    SearchFiles(tmp_path).keep_saved([SavedSearch("bear", Query("Fancy Bear", Mode.BLENDED), "2024-05-15T12:00:00Z")])
    assert (tmp_path / "saved.toml").read_text() == (
        '[[search]]\nname = "bear"\nquery = "Fancy Bear"\nmode = "blended"\ncreated_at = "2024-05-15T12:00:00Z"\n'
    )


def test_what_a_person_adds_to_an_entry_stays(tmp_path: Path) -> None:
    path = tmp_path / "golden.toml"
    path.write_text('# mine\n[[golden]]\nquery = "one"  # why\nexpected = ["a"]\nowner = "me"\n')
    files = SearchFiles(tmp_path)
    assert files.golden() == (GoldenQuery("one", ("a",)),)
    files.keep_golden([GoldenQuery("one", ("a", "b")), GoldenQuery("two", ("c",))])
    text = path.read_text()
    assert 'query = "one"  # why' in text
    assert 'owner = "me"' in text
    assert files.golden() == (GoldenQuery("one", ("a", "b")), GoldenQuery("two", ("c",)))


def test_writing_again_changes_nothing(tmp_path: Path) -> None:
    files, queries = SearchFiles(tmp_path), [GoldenQuery(each, ("x",)) for each in ("one", "two", "three")]
    files.keep_golden(queries)
    files.keep_golden(queries)
    text = (tmp_path / "golden.toml").read_text()
    files.keep_golden(queries)
    assert (tmp_path / "golden.toml").read_text() == text
    assert "\n\n\n" not in text


def test_a_search_that_no_longer_watches_says_nothing_of_it(tmp_path: Path) -> None:
    files, query = SearchFiles(tmp_path), Query("x", Mode.KEYWORD)
    files.keep_saved([SavedSearch("a", query, "now", True, "then", ("d",))])
    files.keep_saved([SavedSearch("a", query, "now")])
    assert files.saved() == (SavedSearch("a", query, "now"),)
    assert "watched" not in (tmp_path / "saved.toml").read_text()


@pytest.mark.parametrize(
    "content",
    [
        "[[search]\n",
        '[[search]]\nname = "a"\nquery = "b"\nmode = "keyword"\nlimit = inf\n',
        "search = " + "[" * 5000,
        '[[search]]\nname = "a"\nquery = "b"\nmode = "psychic"\n',
        '[[search]]\nname = "a"\nmode = "keyword"\n',
        '[[search]]\nname = ""\nquery = "b"\nmode = "keyword"\n',
        '[[search]]\nname = "a"\nquery = "b"\nmode = "keyword"\ntags = "no list"\n',
        "search = 3\n",
        "\xff",
    ],
)
def test_a_file_that_cannot_be_understood_is_named_and_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "saved.toml"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(UsageError) as caught:
        SearchFiles(tmp_path).saved()
    assert str(path) in caught.value.message
    assert path.read_bytes() == content.encode("latin-1")


def test_where_another_coffer_writes_nothing_is_kept(tmp_path: Path) -> None:
    files = SearchFiles(tmp_path, writable=False)
    with pytest.raises(VaultLocked):
        files.keep_golden([GoldenQuery("one", ("a",))])
    assert list(tmp_path.iterdir()) == []


def test_notes_are_texts_whatever_a_file_has_there(tmp_path: Path) -> None:
    (tmp_path / "golden.toml").write_text('[[golden]]\nquery = "one"\nexpected = ["a"]\nnote = 5\n')
    (tmp_path / "saved.toml").write_text('[[search]]\nname = "a"\nquery = "b"\nmode = "keyword"\nnote = {b = 1}\ncreated_at = 2024-05-15\n')
    files = SearchFiles(tmp_path)
    assert files.golden() == (GoldenQuery("one", ("a",), "5"),)
    assert [(each.note, each.created_at) for each in files.saved()] == [("{'b': 1}", "2024-05-15")]
