"""LanceDB: its index, what opens it, and what a person is told where it cannot be used."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.adapters import lance_vectors
from desktop.adapters.lance_vectors import LanceVectors, is_installed
from desktop.application.ports.vectors import StoredVector
from desktop.domain.errors import VectorsUnavailable
from tests.adapters.sqlite.test_resident_vectors import somewhere
from tests.fakes.documents import unit

pytestmark = pytest.mark.skipif(not is_installed(), reason="LanceDB is not installed")

SIZE = 16


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LanceVectors:
    monkeypatch.setattr(lance_vectors, "FEWEST_INDEXED", 300)
    monkeypatch.setattr(lance_vectors, "_A_PARTITION", 50)
    return LanceVectors(tmp_path / "vectors")


def fill(store: LanceVectors, first: int, last: int) -> None:
    store.add([StoredVector(number, number // 10, number.to_bytes(32), somewhere(SIZE)) for number in range(first, last)])


def indices(store: LanceVectors) -> list[str]:
    return sorted(each.name for each in store._table().list_indices() if each.name.startswith("vectors_of_"))


def test_an_index_is_made_when_it_pays_and_anew_when_there_are_twice_as_many(store: LanceVectors) -> None:
    fill(store, 0, 299)
    store.organise()
    assert indices(store) == []
    fill(store, 299, 400)
    store.organise()
    assert indices(store) == ["vectors_of_400"]
    fill(store, 400, 790)
    store.organise()
    assert indices(store) == ["vectors_of_400"]
    fill(store, 790, 800)
    store.organise()
    assert indices(store) == ["vectors_of_800"]


def test_what_came_after_the_index_is_found_with_what_is_in_it(store: LanceVectors) -> None:
    fill(store, 0, 400)
    store.organise()
    asked = somewhere(SIZE)
    store.add([StoredVector(1000, 99, bytes(32), asked)])
    store.remove([5])
    found = [chunk for chunk, _ in store.nearest(asked, 400)]
    assert found[0] == 1000
    assert 5 not in found
    assert [chunk for chunk, _ in store.nearest(asked, 400, [0])] == [
        chunk for chunk, _ in store.nearest(asked, 10, [0]) if chunk in {0, 1, 2, 3, 4, 6, 7, 8, 9}
    ]


def test_another_process_that_reads_sees_what_was_added_since(tmp_path: Path) -> None:
    writing, reading = LanceVectors(tmp_path / "vectors"), LanceVectors(tmp_path / "vectors")
    assert reading.count() == 0
    writing.add([StoredVector(1, 1, bytes(32), unit(1, 0))])
    assert reading.count() == 1
    writing.add([StoredVector(2, 1, bytes(32), unit(0, 1))])
    assert (reading.count(), reading.version()) == (2, writing.version())
    assert [chunk for chunk, _ in reading.nearest(unit(0, 1), 1)] == [2]


def test_a_damaged_store_says_what_to_do(tmp_path: Path) -> None:
    store = LanceVectors(tmp_path / "vectors")
    store.add([StoredVector(1, 1, bytes(32), unit(1, 0))])
    for file in (tmp_path / "vectors").rglob("*.lance"):
        if file.is_file():
            file.write_bytes(b"no such thing")
    with pytest.raises(VectorsUnavailable, match="could not be used") as raised:
        LanceVectors(tmp_path / "vectors").nearest(unit(1, 0), 1)
    assert "coffer reindex" in raised.value.hint


def test_where_it_is_not_installed_a_person_is_told_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "vectors.lance").mkdir()

    def missing() -> None:
        raise ModuleNotFoundError("lancedb")

    monkeypatch.setattr(lance_vectors, "_engine", missing)
    with pytest.raises(VectorsUnavailable, match="not installed") as raised:
        LanceVectors(tmp_path).count()
    assert "packaging/lancedb.sh" in raised.value.hint


WATCHED = """
import sys
sys.addaudithook(lambda name, given: print(name, *given[1:2]) if name in ("socket.__new__", "socket.connect") else None)
from pathlib import Path
from desktop.adapters.lance_vectors import LanceVectors
from desktop.application.ports.vectors import StoredVector
store = LanceVectors(Path(sys.argv[1]))
store.add([StoredVector(1, 1, bytes(32), bytes(8))])
store.nearest(bytes(8), 1)
"""


@pytest.mark.slow
def test_no_socket_but_the_pairs_within_the_process_is_made(tmp_path: Path) -> None:
    ran = subprocess.run([sys.executable, "-c", WATCHED, tmp_path], capture_output=True, text=True, check=True, env={**os.environ})
    families = {line.split()[1] for line in ran.stdout.splitlines()}
    assert families <= {str(int(socket.AF_UNIX))}, ran.stdout
    assert "socket.connect" not in ran.stdout
