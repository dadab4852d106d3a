"""What the program remembers between runs, outside any vault: a small JSON file in the person's configuration folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from desktop.adapters.durable_files import replace_file, storing


class StateFile:
    """Texts by name, read and written as a whole. A missing or damaged file is an empty one."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, str]:
        """Everything that was kept."""
        try:
            found = json.loads(self._path.read_bytes())
        except (OSError, ValueError):  # the first run, or a file that was cut: there is nothing in it worth a complaint
            return {}
        return {name: text for name, text in found.items() if isinstance(text, str)} if isinstance(found, dict) else {}

    def write(self, state: Mapping[str, str]) -> None:
        """Keep this, and nothing else. Raises StorageProblem."""
        with storing(f"{self._path} could not be written"):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self._path, json.dumps(dict(state), ensure_ascii=False, indent=1).encode())
