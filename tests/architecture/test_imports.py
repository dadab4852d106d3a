"""The import contracts hold, and each of them catches what it is there to catch."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT = Path(sys.executable).with_name("lint-imports")

PLANTED = {
    "layers": ("desktop/domain/planted.py", "import desktop.application.job"),
    "layers-bootstrap": ("desktop/ui/planted.py", "import desktop.bootstrap"),
    "engines": ("desktop/application/planted.py", "import apsw"),
    "engines-sqlite3": ("desktop/cli/planted.py", "import sqlite3"),
    "engines-indirect": ("desktop/application/planted.py", "import desktop.adapters.sqlite.database"),
    "qt": ("desktop/cli/planted.py", "import PySide6.QtCore"),
    "adapters": ("desktop/adapters/embedders/planted.py", "import desktop.adapters.sqlite.database"),
    "panes": ("desktop/ui/panes/planted.py", "import desktop.ui.panes.documents"),
    "told": ("desktop/ui/models/planted.py", "import desktop.application.job"),
    "cycles": ("desktop/ui/jobs/planted.py", "import desktop.ui.controllers"),
}
CYCLE_BACK = {"cycles": ("desktop/ui/controllers/planted.py", "import desktop.ui.jobs.planted")}
BROKEN = {
    "layers": "rooms lie in layers",
    "engines": "no engine outside adapters",
    "qt": "PySide6 in ui only",
    "adapters": "adapters do not know each other",
    "panes": "panes do not know each other",
    "told": "panes, models, widgets and dialogs know no application",
    "cycles": "no cycles between siblings",
}


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [LINT, "--config", folder / "pyproject.toml", "--no-cache"], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "desktop", tmp_path / "desktop", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_contracts_hold() -> None:
    found = lint(ROOT)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_violation_is_caught(copy: Path, name: str) -> None:
    for file, line in [PLANTED[name], *([CYCLE_BACK[name]] if name in CYCLE_BACK else [])]:
        (copy / file).write_text(f'"""Planted."""\n\n{line}\n', encoding="utf-8")
    found = lint(copy)
    assert found.returncode == 1, found.stdout
    broken = [line for line in found.stdout.splitlines() if "BROKEN" in line]
    assert any(BROKEN[name.partition("-")[0]] in line for line in broken), found.stdout


def test_every_folder_is_a_package() -> None:
    folders = {path.parent for path in (ROOT / "desktop").rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []
