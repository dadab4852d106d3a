"""Whatever is done to archives and mails, a reason or a document comes of them, and nothing lands outside of the folder."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop.adapters.converters.conversion import convert_file
from desktop.application.ports import Conversion
from desktop.domain.errors import ConversionFailed
from tests.adapters.converters.archive_maker import LIMITS
from tests.benchmarks.mutations import Mutator, Sample
from tests.benchmarks.samples import PASSWORD, all_samples

CONTAINERS = frozenset({"zip", "tar", "gz", "bz2", "xz", "zst", "7z", "eml", "emlx", "mbox", "mht", "msg", "dat", "ppt"})
SMALL = replace(LIMITS, unpacked_bytes=20_000_000, members=200)


@cache
def containers() -> list[Sample]:
    return [each for each in all_samples() if each.suffix in CONTAINERS and each.name != "locked.7z"]  # its key takes half a second


def converted(path: Path, folder: Path) -> Conversion | ConversionFailed:
    try:
        return convert_file(path, SMALL, folder, [PASSWORD])
    except ConversionFailed as error:
        return error


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_a_reason_or_a_document_and_nothing_outside(seed: int) -> None:
    _, sample = Mutator(containers(), Random(seed)).draw()  # noqa: S311
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "inside"
        folder.mkdir()
        path = Path(temporary) / sample.name
        path.write_bytes(sample.content)
        outcome = converted(path, folder)
        if isinstance(outcome, ConversionFailed):
            assert outcome.message.endswith(".")
            assert list(folder.iterdir()) == []
        else:
            taken = [member.path for member in outcome.members if member.path is not None]
            assert sorted(taken) == sorted(folder.iterdir())
            assert all(member.path or member.reason for member in outcome.members)
            assert sum(each.stat().st_size for each in taken) <= SMALL.unpacked_bytes
        assert {each.name for each in Path(temporary).iterdir()} == {"inside", path.name}
        assert path.read_bytes() == sample.content
