"""The set-up scripts are programs, not a package: they find each other in their own folder, and so do these tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))


@pytest.fixture
def root() -> Path:
    return ROOT
