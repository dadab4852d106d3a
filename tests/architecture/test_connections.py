"""Signals of a job come from another thread: only a bound method of a QObject is then called in the window's."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import desktop

FOLDER = Path(desktop.__file__).parent / "ui"
CONNECTING = {"connect", "singleShot"}


def loose_connections(source: str) -> list[int]:
    """Lines that connect a signal to anything but an attribute (a bound method, or another signal)."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    connecting = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in CONNECTING]
    return [call.lineno for call in connecting if not _names_a_method(call)]


def _names_a_method(call: ast.Call) -> bool:
    targets = [each for each in call.args if isinstance(each, ast.Lambda | ast.Call | ast.Name)]
    return not targets and any(isinstance(each, ast.Attribute) for each in call.args)


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.py")), ids=lambda path: str(path.relative_to(FOLDER)))
def test_only_methods_are_connected(path: Path) -> None:
    assert loose_connections(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "target",
    ["lambda: None", "partial(self.show, 1)", "show", "functools.partial(show)", "self.make_slot()"],
)
def test_a_planted_loose_connection_is_seen(target: str) -> None:
    assert loose_connections(f"self.button.clicked.connect({target})") == [1]


@pytest.mark.parametrize("target", ["self.show", "self.other.changed", "self._runner.run, Qt.ConnectionType.QueuedConnection"])
def test_a_method_or_a_signal_is_fine(target: str) -> None:
    assert loose_connections(f"self.button.clicked.connect({target})") == []
