"""Everything but the window works where PySide6 is not there."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCKED = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6"):
            raise ModuleNotFoundError(f"{name} is blocked", name=name)

sys.meta_path.insert(0, Blocked())
"""
IMPORT_ALL = """
import pkgutil, desktop
for room in ("domain", "application", "adapters", "cli", "bootstrap"):
    for module in pkgutil.walk_packages(desktop.__path__, "desktop."):
        if module.name.startswith(f"desktop.{room}"):
            __import__(module.name)
"""
RUN_TESTS = """
import pytest
sys.exit(pytest.main(["-q", "-p", "no:pytest-qt", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib", "-m", "not slow",
    "-W", "default::pytest.PytestConfigWarning", "tests/domain", "tests/application", "tests/adapters", "tests/contracts", "tests/cli"]))
"""


def run_blocked(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", BLOCKED + code], cwd=ROOT, capture_output=True, text=True, check=False)


def test_every_room_but_the_window_imports() -> None:
    found = run_blocked(IMPORT_ALL)
    assert found.returncode == 0, found.stderr


@pytest.mark.slow
def test_their_tests_pass() -> None:
    found = run_blocked(RUN_TESTS)
    assert found.returncode == 0, found.stdout[-4000:]
