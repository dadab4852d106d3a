"""The pool: bad files cost a child and a ledger row, never the import."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from desktop.adapters.converters import pool as pool_module
from desktop.adapters.converters.pool import FILES_PER_CHILD, PooledConverter, _worker_limits
from desktop.adapters.worker_process.limits import WorkerLimits
from desktop.application.job import CancelToken
from desktop.application.ports import Conversion, ConversionLimits, Member
from desktop.domain.errors import Cancelled, ConversionFailed
from desktop.domain.quality import Flag, FlagKind

CHILD = (sys.executable, str(Path(__file__).with_name("child.py")))
LIMITS = ConversionLimits(seconds=20, memory_bytes=512 * 2**20, output_characters=10_000, pages=10)
QUICK = ConversionLimits(seconds=0.3, memory_bytes=512 * 2**20, output_characters=10_000, pages=10)


@pytest.fixture
def pool() -> Iterator[PooledConverter]:
    pool = PooledConverter(2, CHILD)
    yield pool
    pool.close()


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for text in ("good", "hang", "crash", "crash when worn", "grow", "fail", "rich"):
        (tmp_path / text).write_text(text, encoding="utf-8")
    return tmp_path


def convert(pool: PooledConverter, path: Path, limits: ConversionLimits = LIMITS) -> Conversion:
    return pool.convert(path, limits, CancelToken())


def test_a_child_stays_warm(pool: PooledConverter, files: Path) -> None:
    first, second = convert(pool, files / "good"), convert(pool, files / "good")
    assert first == second
    assert (first.markdown, first.format, first.warnings) == ("good", "txt", ("a warning",))


def test_the_limit_of_the_settings_binds_the_child() -> None:
    assert _worker_limits(LIMITS) == WorkerLimits(
        memory_bytes=512 * 2**20, address_space_bytes=1536 * 2**20, file_bytes=1024 * 2**20, nice=10
    )


def test_everything_that_a_worker_says_of_a_file_arrives(pool: PooledConverter, files: Path) -> None:
    conversion = pool.convert(files / "rich", LIMITS, CancelToken(), files / "inside", ("one", "two"))
    assert (conversion.pages, conversion.empty_pages, conversion.pages_with_text) == (2, (2,), 1)
    assert (conversion.author, conversion.origins) == ("A. Analyst", (("author", "the mail's From header"),))
    assert (conversion.undecodable, conversion.tables) == (0.25, 1)
    assert conversion.flags == (Flag(FlagKind.HIDDEN_TEXT, "psst"),)
    assert conversion.members == (
        Member("a/a.txt", files / "inside" / "0001.txt"),
        Member("b.txt", None, "one two", failed=True, problem="password_needed"),
    )


def test_what_a_worker_took_out_before_it_died_is_removed_before_another_one_tries(pool: PooledConverter, files: Path) -> None:
    inside = files / "inside"
    inside.mkdir()
    (inside / "0001.txt").write_text("half of it", encoding="utf-8")
    convert(pool, files / "good")
    pool.convert(files / "crash when worn", LIMITS, CancelToken(), inside)
    assert list(inside.iterdir()) == []


def test_a_refusal_costs_no_child(pool: PooledConverter, files: Path) -> None:
    before = convert(pool, files / "good").converter
    with pytest.raises(ConversionFailed, match=r"It is bad\.") as caught:
        convert(pool, files / "fail")
    assert caught.value.hint == "Get another."
    assert convert(pool, files / "good").converter == before


@pytest.mark.parametrize(
    ("name", "limits", "reason", "advice"),
    [
        ("hang", QUICK, r"longer than 0\.3 seconds", "imports.seconds_per_file"),
        ("grow", LIMITS, "more than 536 MB", "imports.memory_mb"),
        ("crash", LIMITS, "broke down on it", "another format"),
    ],
)
def test_a_bad_file_is_a_failure_with_advice_and_the_next_one_converts(
    pool: PooledConverter, files: Path, name: str, limits: ConversionLimits, reason: str, advice: str
) -> None:
    with pytest.raises(ConversionFailed, match=reason) as caught:
        convert(pool, files / name, limits)
    assert advice in caught.value.hint
    assert convert(pool, files / "good").markdown == "good"


def test_a_file_is_not_blamed_for_those_before_it(pool: PooledConverter, files: Path) -> None:
    worn = convert(pool, files / "good").converter
    conversion = convert(pool, files / "crash when worn")
    assert conversion.markdown == "crash when worn"
    assert conversion.converter != worn


def test_a_child_is_replaced_after_many_files(pool: PooledConverter, files: Path) -> None:
    converters = {convert(pool, files / "good").converter for _ in range(FILES_PER_CHILD + 1)}
    assert len(converters) == 2


def test_a_child_that_a_file_left_with_too_much_memory_is_replaced(
    pool: PooledConverter, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {convert(pool, files / "good").converter for _ in range(2)}
    monkeypatch.setattr(pool_module, "MOST_KEPT_BYTES", 1)
    last = convert(pool, files / "good").converter
    assert kept == {last}
    assert convert(pool, files / "good").converter != last
    assert [child for child in psutil.Process().children() if "child.py" in " ".join(child.cmdline())] == []


def test_at_rest_it_keeps_no_child_and_starts_one_for_the_next_file(pool: PooledConverter, files: Path) -> None:
    before = convert(pool, files / "good").converter
    pool.rest()
    assert [child for child in psutil.Process().children() if "child.py" in " ".join(child.cmdline())] == []
    assert convert(pool, files / "good").converter != before


def test_other_limits_need_another_child(pool: PooledConverter, files: Path) -> None:
    other = ConversionLimits(seconds=20, memory_bytes=600 * 2**20, output_characters=10_000, pages=10)
    assert convert(pool, files / "good").converter != convert(pool, files / "good", other).converter
    assert len([child for child in psutil.Process().children() if "child.py" in " ".join(child.cmdline())]) == 1


def test_cancel_ends_a_conversion_and_a_wait_for_one(files: Path) -> None:
    pool = PooledConverter(1, CHILD)
    cancel, outcomes = CancelToken(), []

    def run() -> None:
        try:
            pool.convert(files / "hang", LIMITS, cancel)
        except Cancelled as error:
            outcomes.append(error)

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    cancel.cancel()
    for thread in threads:
        thread.join(10)
    assert len(outcomes) == 2
    assert convert(pool, files / "good").markdown == "good"
    pool.close()


def test_close_cancels_what_is_in_progress(files: Path) -> None:
    pool = PooledConverter(1, CHILD)
    started, outcomes = threading.Event(), []

    def run() -> None:
        convert(pool, files / "good")
        started.set()
        try:
            convert(pool, files / "hang")
        except Cancelled as error:
            outcomes.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    assert started.wait(20)
    pool.close()
    thread.join(10)
    assert len(outcomes) == 1
    pool.close()
    with pytest.raises(Cancelled):
        convert(pool, files / "good")


def test_files_are_converted_side_by_side(pool: PooledConverter, files: Path) -> None:
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(convert(pool, files / "good").markdown)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert found == ["good"] * 6
