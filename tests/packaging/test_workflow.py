"""The workflow that builds both systems: that it does what one does by hand, within the time that CI has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

SYSTEMS = {"linux": [".ci/run"], "macos": ["sh packaging/test.sh", "sh packaging/build.sh"]}


@pytest.fixture
def jobs(root: Path) -> dict[str, Any]:
    jobs: dict[str, Any] = yaml.safe_load((root / ".github" / "workflows" / "build.yml").read_text())["jobs"]
    return jobs


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_system_is_tested_and_built_by_the_scripts_of_the_repository(jobs: dict[str, Any], system: str, root: Path) -> None:
    ran = [step["run"] for step in jobs[system]["steps"] if "run" in step]
    assert ran[-len(SYSTEMS[system]) :] == SYSTEMS[system]
    for command in SYSTEMS[system]:
        assert (root / command.split()[-1]).is_file()


def test_no_job_may_take_longer_than_ci_has(jobs: dict[str, Any]) -> None:
    assert set(jobs) == set(SYSTEMS)
    assert all(job["timeout-minutes"] <= 45 for job in jobs.values())
