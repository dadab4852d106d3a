"""Whatever kills an import at whatever moment: resumed, it has one row for each path and one document for each content."""

from __future__ import annotations

import hashlib
import tempfile
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop.application.ingest.importer import Importer
from desktop.application.job import JobContext
from desktop.application.settings import ImportSettings, Settings
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import Ledger, LedgerRow, Outcome
from tests.application.ingest.desk import Desk
from tests.fakes.converter import Inside, archive
from tests.fakes.words import WordTokenizer

CHANGING = ("write_all", "update", "put_document", "begin_import", "put_ledger", "end_import", "append", "append_all")
TEXTS = st.sampled_from(["words one", "words two", "words three", "broken", "unknown", "bug", "refused", ""])
MEMBERS = st.recursive(
    TEXTS, lambda inner: st.lists(st.tuples(st.sampled_from(["a.txt", "b.txt", ".hidden", "c/d.zip"]), inner), max_size=4), max_leaves=8
)
TREES = st.dictionaries(st.sampled_from(["a.txt", "b.txt", "c.zip", "d/e.zip", "d/f.txt", ".g"]), MEMBERS, min_size=1, max_size=5)


class Killed(BaseException):
    """The program died."""


class Fuse:
    """Counts the changes of a vault and kills the program at one of them: before it, or after it was made durable."""

    def __init__(self, left: int, *, after: bool) -> None:
        self.left = left
        self.after = after

    def around(self, port: Any) -> Any:
        return _Fused(port, self)


class _Fused:
    def __init__(self, port: Any, fuse: Fuse) -> None:
        self._port = port
        self._fuse = fuse

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._port, name)
        if name not in CHANGING:
            return found

        def change(*args: Any, **named: Any) -> Any:
            self._fuse.left -= 1
            if self._fuse.left == 0 and not self._fuse.after:
                raise Killed
            result = found(*args, **named)
            if self._fuse.left == 0:
                raise Killed
            return result

        return change


def run(desk: Desk, fuse: Fuse) -> Ledger:
    """Import the desk's folder, or resume what was cut short, over ports that may kill."""
    index = fuse.around(desk.index)
    desk.now += timedelta(minutes=1)
    importer = Importer(
        fuse.around(desk.store),
        index,
        index,
        desk.converter,
        WordTokenizer(),
        fuse.around(desk.audit),
        desk.settings,
        lambda: desk.now,
    )
    jobs = importer.unfinished()
    if jobs:
        return importer.resume(JobContext(), jobs[0].id)
    return importer.import_paths(JobContext(), [desk.folder], ImportOptions())


def text_of(content: str | Inside) -> str:
    return content if isinstance(content, str) else archive(*content)


def contents(content: str | Inside) -> set[str]:
    """What a file, and everything in it, becomes documents of."""
    if isinstance(content, str):
        return {content} if content.startswith("words") else set()
    inner = (contents(inside) for name, inside in content if not name.startswith(".") and inside != "refused")
    return set().union({text_of(content)}, *inner) if content else {text_of(content)}


def rows_of(content: str | Inside) -> int:
    """How many rows a file and everything in it must have."""
    return 1 + (0 if isinstance(content, str) else sum(1 if name.startswith(".") else rows_of(inside) for name, inside in content))


def check(desk: Desk, tree: dict[str, str | Inside], rows: Sequence[LedgerRow]) -> None:
    assert [path for path, count in Counter(row.path for row in rows).items() if count > 1] == []
    assert len(rows) == sum(1 if name.startswith(".") else rows_of(content) for name, content in tree.items())
    wanted = set().union(*(contents(content) for name, content in tree.items() if not name.startswith(".")))
    hashes = Counter(stored.document.source_sha256 for stored in desk.store.files.values())
    assert hashes == Counter(hashlib.sha256(text.encode()).hexdigest() for text in wanted)
    assert set(desk.index.bodies) == set(desk.store.files)
    for row in rows:
        if row.outcome in (Outcome.IMPORTED, Outcome.DUPLICATE, Outcome.UPDATED):
            assert row.document_id in desk.store.files
        assert (row.parent is None) == ("!/" not in row.path)
        assert row.parent is None or row.parent in desk.store.files


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(tree=TREES, kills=st.lists(st.integers(1, 25), max_size=3), after=st.booleans())
def test_nothing_is_lost_and_nothing_doubled(tree: dict[str, str | Inside], kills: list[int], after: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder) / "given")
        desk.settings = Settings(imports=ImportSettings(workers=2))
        for name, content in tree.items():
            desk.file(name, text_of(content))
        for left in kills:
            try:
                run(desk, Fuse(left, after=after))
            except Killed:
                continue
        ledger = run(desk, Fuse(-1, after=False))
        check(desk, tree, ledger.rows)
        stored = [row for row in desk.index.rows if row.job == ledger.job]
        assert sorted(row.path for row in stored) == sorted(row.path for row in ledger.rows)
        assert Counter(row.document_id for row in desk.index.rows if row.outcome is Outcome.IMPORTED) == Counter(desk.store.files.keys())
        assert desk.index.import_jobs(unfinished=True) == ()
        assert [each.name for each in Path(folder).iterdir()] == ["given"]
