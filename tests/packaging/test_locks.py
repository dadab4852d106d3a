from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

LOCKS = ("requirements.lock", "llama.lock", "llama-build.lock")
REQUIREMENT = re.compile(r"([a-z0-9._-]+)==([^\s;]+)( ; [^\\]+)?((?: --hash=sha256:[0-9a-f]{64})+)")


def requirements(path: Path) -> list[str]:
    """Return a lock's requirements, each with its hashes on one line."""
    joined = re.sub(r"\\\n\s*", "", re.sub(r"^\s*#.*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE))
    return [line for line in joined.splitlines() if line.strip()]


@pytest.mark.parametrize("name", LOCKS)
def test_every_requirement_is_exact_and_has_hashes(root: Path, name: str) -> None:
    lines = requirements(root / "packaging" / name)
    assert lines
    assert [line for line in lines if not REQUIREMENT.fullmatch(line)] == []


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_place(root: Path, name: str) -> None:
    text = (root / "packaging" / name).read_text(encoding="utf-8")
    assert re.findall(r"://|--index-url|--extra-index-url|--find-links|--trusted-host| @ ", text) == []


def test_the_lock_holds_what_the_project_asks_for(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked: dict[str, set[str]] = {}
    for line in requirements(root / "packaging" / "requirements.lock"):
        name, version = line.split()[0].split("==")
        locked.setdefault(re.sub(r"[-_.]+", "-", name).lower(), set()).add(version)
    for asked in (*project["dependencies"], *project["optional-dependencies"]["dev"]):
        name, _, version = re.sub(r"\[.*\]", "", asked).partition("==")
        name = re.sub(r"[-_.]+", "-", re.split(r"[<>=;]", name)[0].strip()).lower()  # as PEP 503 compares names
        assert name in locked, f"{name} is not in the lock: run packaging/lock.sh"
        assert not version or locked[name] == {version}, f"{name} is locked at another version: run packaging/lock.sh"
