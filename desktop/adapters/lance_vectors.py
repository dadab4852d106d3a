"""Vectors in LanceDB: columns on disk, sought by an index of their own (inverted lists of whole vectors)."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any
from uuid import uuid4

from desktop.application.ports.vectors import StoredVector
from desktop.domain.errors import VectorsUnavailable
from desktop.domain.vector import Vector

HOW_TO_GET_IT = (
    "Add it to a Coffer that runs from its source with `sh packaging/lancedb.sh`, "
    'or set `vectors = "sqlite"` under [index] in coffer.toml and run `coffer reindex`: then they are made again, in coffer.db.'
)
TABLE = "vectors"
FEWEST_INDEXED = 50_000
"""Vectors from which on an index pays: below, all of them are read in a few milliseconds."""
_A_PARTITION = 8192
_LEAST_PROBED, _SHARE_PROBED = 20, 6
"""So many lists are looked at, but no less than a sixth of all."""
_INDEX = "vectors_of_"
"""The name of the index, before the number of vectors that it was made for."""
_GROWN = 2
"""The index is made anew when there are so many times as many vectors as when it was made."""
_SHARE_UNINDEXED = 20
"""What came later is taken into the index when it is a twentieth of all: that writes much anew."""
_FEW_DOCUMENTS = 1000
"""Among so many documents every vector is compared: an index looks at few of them, and might miss some."""
_BATCH = 8192
_KEPT_FOR = timedelta(minutes=10)
"""Files that a newer version no longer needs stay for readers that are under way."""
_DESCRIPTION_BYTES = 64 * 1024 * 1024
_BYTES_PER_NUMBER = 4
_DIGEST_BYTES = 32
_MARK = b"coffer"


def is_installed() -> bool:
    """Whether LanceDB is there: it is big, and comes with Coffer only where it was asked for."""
    return find_spec("lancedb") is not None


class LanceVectors:
    """A folder with one table; what was read of it is kept in up to `cache_bytes` of memory (LanceDB itself would take gigabytes)."""

    def __init__(self, folder: Path, cache_bytes: int = 512 * 1024 * 1024) -> None:
        self._folder = folder
        self._cache_bytes = cache_bytes
        self._lock = Lock()
        self._connection: Any = None
        self._opened: Any = None

    def count(self) -> int:
        """How many vectors there are."""
        with _typed_errors(self._folder):
            table = self._table()
            return int(table.count_rows()) if table else 0

    def version(self) -> str:
        """The mark of the table, which another one has another of, and its version."""
        with _typed_errors(self._folder):
            table = self._table()
            return f"{table.schema.metadata[_MARK].decode()} {table.version}" if table else ""

    def add(self, vectors: Sequence[StoredVector]) -> None:
        """Append rows, in one version; vectors of another length than those there begin a table of their own."""
        if not vectors:
            return
        with _typed_errors(self._folder):
            size = len(vectors[0].vector) // _BYTES_PER_NUMBER
            table = self._table()
            if table is None or table.schema.field("vector").type.list_size != size:
                table = self._begin(size)
            table.add(_batch(vectors, table.schema))

    def remove(self, chunks: Iterable[int]) -> None:
        """Mark rows as deleted."""
        gone = sorted(chunks)
        with _typed_errors(self._folder):
            table = self._table()
            for first in range(0, len(gone) if table else 0, _BATCH):
                table.delete(f"chunk IN ({', '.join(map(str, gone[first : first + _BATCH]))})")

    def known(self) -> Iterator[list[tuple[int, bytes]]]:
        """Every chunk with its hash."""
        for rows in self._read(["chunk", "digest"]):
            yield list(zip(rows["chunk"].to_pylist(), rows["digest"].to_pylist(), strict=True))

    def vectors(self) -> Iterator[list[StoredVector]]:
        """Everything."""
        for rows in self._read(["chunk", "document", "digest", "vector"]):
            columns = (rows[name].to_pylist() for name in ("chunk", "document", "digest"))
            yield [StoredVector(*row) for row in zip(*columns, _vectors(rows), strict=True)]

    def vectors_of(self, chunks: Iterable[int]) -> dict[int, Vector]:
        """Some vectors by chunk."""
        wanted = sorted(chunks)
        found: dict[int, Vector] = {}
        for first in range(0, len(wanted), _BATCH):
            for rows in self._read(["chunk", "vector"], f"chunk IN ({', '.join(map(str, wanted[first : first + _BATCH]))})"):
                found.update(zip(rows["chunk"].to_pylist(), _vectors(rows), strict=True))
        return found

    def nearest(self, vector: Vector, limit: int, documents: Sequence[int] | None = None) -> list[tuple[int, float]]:
        """The chunks nearest to a unit vector with their cosines, best first."""
        import numpy as np

        with _typed_errors(self._folder):
            table = self._table()
            if (
                table is None
                or limit < 1
                or documents == []
                or len(vector) != table.schema.field("vector").type.list_size * _BYTES_PER_NUMBER
            ):
                return []
            asked = table.search(np.frombuffer(vector, np.float32)).distance_type("l2").select(["chunk", "_distance"]).limit(limit)
            if documents is not None:
                asked = asked.where(f"document IN ({', '.join(map(str, documents))})", prefilter=True)
            few = documents is not None and len(documents) <= _FEW_DOCUMENTS
            found = (asked.bypass_vector_index() if few else asked.nprobes(_probed(table.count_rows()))).to_arrow()
            return list(zip(found["chunk"].to_pylist(), (1 - found["_distance"].to_numpy() / 2).tolist(), strict=True))

    def organise(self) -> None:
        """Take what was added into the index, or make the index anew if there is much more than when it was made."""
        with _typed_errors(self._folder):
            table = self._table()
            count = table.count_rows() if table else 0
            if count < FEWEST_INDEXED:
                return
            from lancedb.index import BTree, IvfFlat

            made = {each.name: int(each.name.removeprefix(_INDEX)) for each in table.list_indices() if each.name.startswith(_INDEX)}
            newest = max(made, key=made.__getitem__, default="")
            if newest and count < _GROWN * made[newest]:
                if table.index_stats(newest).num_unindexed_rows > max(FEWEST_INDEXED, count // _SHARE_UNINDEXED):
                    table.optimize(cleanup_older_than=_KEPT_FOR)
                return
            lists = IvfFlat(distance_type="l2", num_partitions=max(1, count // _A_PARTITION))
            table.create_index("vector", config=lists, name=f"{_INDEX}{count}")
            for column in ("document", "chunk"):
                table.create_index(column, config=BTree(), replace=True)
            for older in made:
                table.drop_index(older)

    def destroy(self) -> None:
        """Take the folder away."""
        self.close()
        with _typed_errors(self._folder):
            if self._folder.exists():
                shutil.rmtree(self._folder)

    def close(self) -> None:
        """Let go of the table; LanceDB has nothing to close."""
        with self._lock:
            self._connection = self._opened = None

    def _table(self) -> Any:
        """The table as it is now; None if there is none."""
        with self._lock:
            if self._opened is None and (self._folder / f"{TABLE}.lance").is_dir():
                self._opened = self._connected().open_table(TABLE)
            return self._opened

    def _connected(self) -> Any:
        if self._connection is None:
            lancedb = _engine()
            session = lancedb.Session(index_cache_size_bytes=self._cache_bytes, metadata_cache_size_bytes=_DESCRIPTION_BYTES)
            self._connection = lancedb.connect(self._folder, read_consistency_interval=timedelta(0), session=session)
        return self._connection

    def _begin(self, size: int) -> Any:
        import pyarrow as pa

        fields = [
            pa.field("chunk", pa.int64(), nullable=False),
            pa.field("document", pa.int64(), nullable=False),
            pa.field("digest", pa.binary(_DIGEST_BYTES), nullable=False),
            pa.field("vector", pa.list_(pa.float32(), size), nullable=False),
        ]
        schema = pa.schema(fields, {_MARK: uuid4().hex})
        with self._lock:
            mode = "create" if self._opened is None else "overwrite"
            self._opened = self._connected().create_table(TABLE, schema=schema, mode=mode)
            return self._opened

    def _read(self, columns: list[str], where: str = "") -> Iterator[Any]:
        with _typed_errors(self._folder):
            table = self._table()
            if table is None:
                return
            asked = table.search().select(columns)
            for rows in (asked.where(where) if where else asked).to_batches(_BATCH):
                if rows.num_rows:
                    yield rows


def _engine() -> Any:
    """LanceDB, imported without what it would bring along and never use: one of its packages tries out a socket on being imported."""
    probing, socket.has_ipv6 = socket.has_ipv6, False
    try:
        import lancedb
    finally:
        socket.has_ipv6 = probing
    return lancedb


def _probed(count: int) -> int:
    """How many lists of the index are looked at among so many vectors."""
    return max(_LEAST_PROBED, count // _A_PARTITION // _SHARE_PROBED)


def _vectors(rows: Any) -> Iterator[Vector]:
    """The vectors of some rows."""
    numbers = rows["vector"].flatten().to_numpy().tobytes()
    size = len(numbers) // rows.num_rows
    return (numbers[at : at + size] for at in range(0, len(numbers), size))


def _batch(vectors: Sequence[StoredVector], schema: Any) -> Any:
    import numpy as np
    import pyarrow as pa

    numbers = np.frombuffer(b"".join(each.vector for each in vectors), np.float32)
    columns = [
        pa.array([each.chunk for each in vectors], pa.int64()),
        pa.array([each.document for each in vectors], pa.int64()),
        pa.array([each.digest for each in vectors], pa.binary(_DIGEST_BYTES)),
        pa.FixedSizeListArray.from_arrays(pa.array(numbers), len(numbers) // len(vectors)),
    ]
    return pa.record_batch(columns, schema=schema)


@contextmanager
def _typed_errors(folder: Path) -> Iterator[None]:
    """Whatever LanceDB and Arrow raise, as one error that says what to do."""
    try:
        yield
    except ImportError as error:
        raise VectorsUnavailable(
            f"The vectors are kept in {folder} by LanceDB, which is not installed here.",
            HOW_TO_GET_IT,
        ) from error
    except (OSError, RuntimeError, ValueError) as error:  # all that its native part raises
        raise VectorsUnavailable(
            f"The vectors in {folder} could not be used: {error}.".replace("..", "."),
            "Take that folder away and run `coffer reindex`: they are made again from the documents.",
        ) from error
