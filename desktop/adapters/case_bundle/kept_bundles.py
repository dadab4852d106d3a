"""What a vault keeps of the bundles that it exchanged: the states it saw and those it declined, and a folder for each it opened."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from desktop.adapters.audit_hash import record_hash
from desktop.adapters.durable_files import replace_file, storing
from desktop.application.cases.case_states import read_states, states_bytes
from desktop.domain.case_bundle import States, with_states
from desktop.domain.errors import UsageError

_AUDIT, _SEEN, _DECLINED = "audit.jsonl", "seen.json", "declined.json"


class BundleFolder:
    """The folder `bundles` of one vault; `recorded` gives the SHA-256 of the audit lines that came with each bundle that was opened."""

    def __init__(self, folder: Path, recorded: Callable[[], Mapping[str, str]] = dict) -> None:
        self._folder = folder
        self._recorded = recorded

    def seen(self) -> States:
        """The states of things that were exchanged; UsageError if the file says nothing that can be understood."""
        return self._states(_SEEN)

    def add_seen(self, states: States) -> None:
        """Add such states."""
        self._add(_SEEN, states)

    def declined(self) -> States:
        """The states of other vaults that a person did not want; UsageError as `seen`."""
        return self._states(_DECLINED)

    def add_declined(self, states: States) -> None:
        """Add such states."""
        if states:
            self._add(_DECLINED, states)

    def _states(self, name: str) -> States:
        path = self._folder / name
        with storing(f"bundles/{name} could not be read"):
            content = path.read_bytes() if path.exists() else b""
        try:
            return read_states(content)
        except ValueError as error:
            raise UsageError(
                f"{path} is damaged: {error}.", "Move it away: what was exchanged before is then asked about again, and nothing is lost."
            ) from error

    def _add(self, name: str, states: States) -> None:
        content = states_bytes(with_states(self._states(name), states))
        with storing(f"bundles/{name} could not be written"):
            self._folder.mkdir(exist_ok=True)
            replace_file(self._folder / name, content)

    def keep(self, bundle: str, name: str, content: bytes) -> str:
        """Keep something about a bundle."""
        path = self._of(bundle) / name
        with storing(f"{path} could not be written"):
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, content)
        return hashlib.sha256(content).hexdigest()

    def audit_problems(self) -> list[str]:
        """What is wrong with the kept audit lines of other vaults; what they must be stands in the vault's own log."""
        found: list[str] = []
        for bundle, digest in self._recorded().items():
            path = self._of(bundle) / _AUDIT
            with storing(f"{path} could not be read"):
                content = path.read_bytes() if path.is_file() else None
            name = f"bundles/{path.parent.name}/{_AUDIT}"
            if content is None:
                found.append(f"{name} is gone: the audit lines of another vault that came with a bundle.")
            elif hashlib.sha256(content).hexdigest() != digest:
                found.append(f"{name} is not what came with the bundle: it was altered.")
            else:
                found += [f"{name}: {each}" for each in line_problems(content)]
        return found

    def _of(self, bundle: str) -> Path:
        return self._folder / bundle[:16]


def line_problems(content: bytes) -> list[str]:
    """What is wrong with lines of an audit log of which some were left out: each must be unaltered, and neighbours must be linked."""
    found: list[str] = []
    before: tuple[int, str] | None = None
    for place, line in enumerate(content.splitlines(keepends=True), 1):
        try:
            record = json.loads(line)
            number, previous, digest = int(record["n"]), str(record["previous"]), str(record["hash"])
        except (ValueError, KeyError, TypeError, RecursionError):
            found.append(f"line {place} is damaged.")
            before = None
            continue
        if digest != record_hash(record):
            found.append(f"line {place} (number {number}) was altered after it was written.")
        if before is not None and (number <= before[0] or (number == before[0] + 1 and previous != before[1])):
            found.append(f"line {place} (number {number}) does not follow the one before.")
        before = (number, digest)
    return found
