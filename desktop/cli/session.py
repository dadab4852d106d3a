"""What every command works with, and what it has to say."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from desktop.application.job import JobContext
from desktop.application.services import Services, VaultOpener
from desktop.cli.shapes import Json
from desktop.domain.errors import VaultLocked


@dataclass(frozen=True, slots=True)
class Output:
    """One thing a command has to say: as JSON, as text, and whether it makes the command fail."""

    shape: Json
    text: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """What every command needs."""

    context: JobContext
    opener: VaultOpener
    vault: Path
    json: bool

    @contextmanager
    def reading(self) -> Iterator[Services]:
        """The vault, to read."""
        services = self.opener.open(self.vault, write=False)
        _warn(services)
        try:
            yield services
        finally:
            services.close()

    @contextmanager
    def writing(self) -> Iterator[Services]:
        """The vault, to write; VaultLocked if another process holds it."""
        services = self.opener.open(self.vault, write=True)
        try:
            if services.writer:
                raise VaultLocked(f"{self.vault} is being written by {services.writer}.", "Close it there, or wait until it is done.")
            _warn(services)
            yield services
        finally:
            services.close()


def _warn(services: Services) -> None:
    """Degraded states are said once a command, beside its output."""
    for warning in services.warnings:
        print(f"coffer: {warning}", file=sys.stderr)


Command = Callable[[Session, argparse.Namespace], Iterator[Output]]
