"""What every MarkdownConverter must do: the fake that other tests use, and the pool of real processes."""

from __future__ import annotations

import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import pyzipper

from desktop.adapters.converters.pool import PooledConverter
from desktop.application.job import CancelToken
from desktop.application.ports import ConversionLimits, MarkdownConverter
from desktop.domain.errors import Cancelled, ConversionFailed, PasswordNeeded
from tests.fakes.converter import TextConverter, archive

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


def test_one_that_rested_converts_again(converter: MarkdownConverter, good: Path) -> None:
    converter.rest()
    assert converter.convert(good, LIMITS, CancelToken()).title == "Grey Otter"


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


MEMBERS = {"note.txt": "A note of the otter.", "more/note.txt": "Another note."}


@pytest.fixture
def container(converter: MarkdownConverter, tmp_path: Path) -> Path:
    path = tmp_path / "notes.zip"
    if isinstance(converter, TextConverter):
        path.write_text(archive(*MEMBERS.items()), encoding="utf-8")
    else:
        with zipfile.ZipFile(path, "w") as file:
            for name, text in MEMBERS.items():
                file.writestr(name, text)
    return path


def test_what_lies_inside_a_file_is_taken_out_into_the_folder(converter: MarkdownConverter, container: Path, tmp_path: Path) -> None:
    folder = tmp_path / "members"
    folder.mkdir()
    members = converter.convert(container, LIMITS, CancelToken(), folder).members
    taken = {member.name: member.path.read_text(encoding="utf-8") for member in members if member.path}
    assert taken == MEMBERS
    assert all(member.path and member.path.is_relative_to(folder) for member in members)


def test_without_a_folder_it_is_only_named(converter: MarkdownConverter, container: Path) -> None:
    members = converter.convert(container, LIMITS, CancelToken()).members
    assert [(member.name, member.path) for member in members] == [(name, None) for name in MEMBERS]


@pytest.fixture
def locked(converter: MarkdownConverter, tmp_path: Path) -> Path:
    path = tmp_path / "locked.zip"
    if isinstance(converter, TextConverter):
        path.write_text(archive(("note.txt", "words"), lock="infected"), encoding="utf-8")
    else:
        with pyzipper.AESZipFile(path, "w", encryption=pyzipper.WZ_AES) as file:
            file.setpassword(b"infected")
            file.writestr("note.txt", "words")
    return path


def test_a_password_opens_what_is_locked(converter: MarkdownConverter, locked: Path, tmp_path: Path) -> None:
    folder = tmp_path / "members"
    folder.mkdir()
    (member,) = converter.convert(locked, LIMITS, CancelToken(), folder, ("wrong", "infected")).members
    assert member.path is not None
    assert member.path.read_text(encoding="utf-8") == "words"


def test_what_is_locked_asks_for_a_password(converter: MarkdownConverter, locked: Path, tmp_path: Path) -> None:
    folder = tmp_path / "members"
    folder.mkdir()
    try:
        (member,) = converter.convert(locked, LIMITS, CancelToken(), folder).members
    except PasswordNeeded as error:
        said = error.message
    else:
        assert (member.path, member.failed, member.problem) == (None, True, PasswordNeeded.code)
        said = member.reason
    assert "password" in said
