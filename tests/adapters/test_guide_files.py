from __future__ import annotations

import re
from pathlib import Path

import pytest

from desktop.adapters.guide_files import GuideFiles
from desktop.cli.arguments import parse
from desktop.domain.errors import StorageProblem

GUIDE = Path(__file__).parents[2] / "resources" / "guide"


def test_the_chapters_come_in_order() -> None:
    names = [each.name for each in GuideFiles(GUIDE)()]
    assert names[:3] == ["beginning", "importing", "searching"]
    assert {"offline", "command-line"} <= set(names)


def test_every_command_that_the_guide_names_exists() -> None:
    named = {word for each in GuideFiles(GUIDE)() for word in re.findall(r"`coffer ([a-z]+)", each.text)}
    assert len(named) > 10
    for command in named:
        with pytest.raises(SystemExit) as ended:
            parse([command, "--help"])
        assert ended.value.code == 0


def test_a_guide_that_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(StorageProblem, match="guide is not where it should be"):
        GuideFiles(tmp_path / "none")()
