"""What is taken out lands under numbers in the folder, and never is more than the limits allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop.adapters.converters.member_folder import DAMAGED, NOTHING_IN_IT, BrokenMember, MemberFolder
from desktop.application.ports import Member
from desktop.domain.errors import ConversionFailed, StorageProblem
from tests.adapters.converters.archive_maker import LIMITS


def broken(error: Exception) -> Iterator[bytes]:
    yield b"a beginning"
    raise error


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("a.PDF", "0001.pdf"),
        ("x/y/logs.tar.gz", "0001.tar.gz"),
        ("a.b.c", "0001.c"),
        ("none", "0001"),
        ("dir.d/none", "0001"),
        ("../../x", "0001"),
        ("bad.p/../df", "0001"),
        ("a.ex\ne", "0001"),
        ("a.überlang", "0001"),
    ],
)
def test_numbers_keep_the_suffix_by_which_a_program_may_know_a_file(tmp_path: Path, name: str, file: str) -> None:
    assert MemberFolder(tmp_path, LIMITS, 10).take(name, [b"x"]) == Member(name, tmp_path / file)


def test_what_cannot_be_read_whole_leaves_nothing_and_says_why(tmp_path: Path) -> None:
    folder = MemberFolder(tmp_path, LIMITS, 10)
    assert folder.take("a", broken(ValueError("engine's words"))) == Member("a", None, DAMAGED, failed=True)
    assert folder.take("b", broken(BrokenMember("Odd.", "odd"))) == Member("b", None, "Odd.", failed=True, problem="odd")
    assert folder.take("c", []) == Member("c", None, NOTHING_IN_IT, problem="empty")
    assert list(tmp_path.iterdir()) == []


def test_of_a_refused_file_nothing_stays(tmp_path: Path) -> None:
    def refused() -> None:
        with MemberFolder(tmp_path, replace(LIMITS, unpacked_bytes=100), 10) as folder:
            folder.take("a", [b"x" * 60])
            folder.take("b", [b"x" * 30, b"x" * 30])

    with pytest.raises(ConversionFailed, match="More than 1 MB"):
        refused()
    assert list(tmp_path.iterdir()) == []


def test_every_member_counts(tmp_path: Path) -> None:
    folder = MemberFolder(tmp_path, replace(LIMITS, members=3), 10)
    folder.refuse("a", "A link.")
    folder.fail("b")
    folder.forget(folder.begin("c"))
    assert folder.lock("d").problem == "password_needed"
    with pytest.raises(ConversionFailed, match="more than 3 files"):
        folder.take("e", [b"x"])


def test_a_disk_that_takes_nothing_is_no_fault_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(StorageProblem, match="could not be written"):
        MemberFolder(tmp_path / "gone", LIMITS, 10).take("a", [b"x"])
