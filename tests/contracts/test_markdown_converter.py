"""What every MarkdownConverter must do: the fake that other tests use, and the pool of real processes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.adapters.converters.pool import PooledConverter
from desktop.application.job import CancelToken
from desktop.application.ports import ConversionLimits, MarkdownConverter
from desktop.domain.errors import Cancelled, ConversionFailed
from tests.fakes.converter import TextConverter

LIMITS = ConversionLimits(seconds=60, memory_bytes=2**30, output_characters=100_000, pages=100)


@pytest.fixture(scope="module")
def pool() -> Iterator[PooledConverter]:
    pool = PooledConverter(2)
    yield pool
    pool.close()


@pytest.fixture(params=["fake", "pool"])
def converter(request: pytest.FixtureRequest, pool: PooledConverter) -> MarkdownConverter:
    return TextConverter() if request.param == "fake" else pool


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "grey otter.md"
    path.write_text("# Grey Otter\n\nIt stole credentials from hospitals.\n", encoding="utf-8")
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "broken.pdf"
    path.write_bytes(b"%PDF-1.7 broken")
    return path


def test_a_file_becomes_markdown(converter: MarkdownConverter, good: Path) -> None:
    conversion = converter.convert(good, LIMITS, CancelToken())
    assert conversion.markdown == "# Grey Otter\n\nIt stole credentials from hospitals.\n"
    assert (conversion.format, conversion.title, conversion.truncated) == ("md", "Grey Otter", False)
    assert conversion.converter


def test_a_bad_file_fails_with_a_reason_and_advice(converter: MarkdownConverter, good: Path, bad: Path) -> None:
    with pytest.raises(ConversionFailed) as caught:
        converter.convert(bad, LIMITS, CancelToken())
    assert caught.value.message.endswith(".")
    assert caught.value.hint.endswith(".")
    assert converter.convert(good, LIMITS, CancelToken()).title == "Grey Otter"


def test_a_cancelled_conversion_is_none(converter: MarkdownConverter, good: Path) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        converter.convert(good, LIMITS, cancel)


def test_many_threads_may_convert(converter: MarkdownConverter, good: Path) -> None:
    titles: list[str | None] = []
    threads = [threading.Thread(target=lambda: titles.append(converter.convert(good, LIMITS, CancelToken()).title)) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert titles == ["Grey Otter"] * 5


def test_the_file_is_not_changed(converter: MarkdownConverter, good: Path) -> None:
    before = good.read_bytes(), good.stat().st_mtime_ns
    converter.convert(good, LIMITS, CancelToken())
    assert (good.read_bytes(), good.stat().st_mtime_ns) == before
