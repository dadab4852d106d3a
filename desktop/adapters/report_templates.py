"""Templates of reports: Markdown with Jinja's marks, in a sandbox, for a vault may have come from somebody else."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from desktop.adapters.durable_files import storing
from desktop.adapters.markdown_folder import is_plain_name
from desktop.adapters.worker_process.client import WorkerProcess
from desktop.adapters.worker_process.limits import LOW_PRIORITY, WorkerLimits
from desktop.domain.errors import UsageError, WorkerDied
from desktop.domain.report import ReportTemplate

_LIMITS = WorkerLimits(memory_bytes=2**29, address_space_bytes=2**30, cpu_seconds=10, file_bytes=0, nice=LOW_PRIORITY)
_SECONDS = 15.0
_HINT = "Mend it, or choose another template."
LARGEST = 64_000
"""Bytes of a template."""


class ReportTemplateFiles:
    """Those that come with Coffer, and those of a vault, which take the place of others of the same name."""

    def __init__(self, bundled: Path, own: Path, command: Sequence[str]) -> None:
        self._bundled = bundled
        self._own = own
        self._command = command

    def all(self) -> tuple[ReportTemplate, ...]:
        """Every template, by name."""
        with storing("The templates of reports could not be read"):
            own, bundled = _names(self._own), _names(self._bundled)
        return tuple(ReportTemplate(name, name.replace("-", " ").capitalize(), name in own) for name in sorted({*own, *bundled}))

    def fill(self, name: str, values: Mapping[str, Any]) -> str:
        """A template with these values; UsageError where there is none of this name, or it cannot be filled."""
        path = self._path(name)
        text = _read(path)
        if path.parent != self._own:
            return filled(text, values, str(path))
        try:
            with closing(WorkerProcess(self._command, _LIMITS)) as worker:
                blob = json.dumps({"template": text, "values": values, "place": str(path)}).encode()
                return worker.call("fill", {}, blob, timeout=_SECONDS).blob.decode("utf-8", "replace")
        except WorkerDied as error:
            raise UsageError(f"The template {path} cannot be filled: it takes too long, or too much memory.", _HINT) from error

    def _path(self, name: str) -> Path:
        if not is_plain_name(name):
            raise UsageError(f"{name!r} cannot be a template's name.", "Templates are named as their files, without `.md`.")
        for folder in (self._own, self._bundled):
            if (folder / f"{name}.md").is_file():
                return folder / f"{name}.md"
        known = ", ".join(each.name for each in self.all())
        raise UsageError(f"There is no template {name}.", f"There are: {known}.")


def filled(template: str, values: Mapping[str, Any], place: str) -> str:
    """A template with these values; UsageError where it cannot be filled, which names its place."""
    from jinja2 import StrictUndefined, TemplateError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    try:
        return environment.from_string(template).render(dict(values))
    except (TemplateError, TypeError, ValueError, LookupError, AttributeError, OverflowError, ArithmeticError, RecursionError) as error:
        line = f" (line {error.lineno})" if hasattr(error, "lineno") else ""
        raise UsageError(f"The template {place} cannot be filled{line}: {error}.", _HINT) from error


def _names(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.md") if path.is_file() and is_plain_name(path.stem)} if folder.is_dir() else set()


def _read(path: Path) -> str:
    with storing(f"The template {path} could not be read"), path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise UsageError(f"The template {path} is longer than {LARGEST:,} bytes.", "Shorten it.")
    return content.decode("utf-8", "replace")
