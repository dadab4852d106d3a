"""A vault of fakes, a lane that runs at once, and one that waits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from tests.fakes.lanes import HeldLane, InlineLane
from tests.fakes.services import FakeVault


@pytest.fixture
def vault(tmp_path: Path) -> FakeVault:
    return FakeVault(tmp_path / "Vault", documents=450)


@pytest.fixture
def lane() -> InlineLane:
    return InlineLane()


@pytest.fixture
def held() -> HeldLane:
    return HeldLane()


@pytest.fixture
def owner(qapp: object) -> Iterator[QObject]:
    """The parent of what a test makes, which goes with it."""
    owner = QObject()
    yield owner
    owner.deleteLater()
