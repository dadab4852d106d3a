"""The one place that builds things: surroundings and vault to adapters to services. Nothing else reads the environment."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.bootstrap.opener import Opener
from desktop.bootstrap.surroundings import Environment, read_environment
from desktop.bootstrap.workers import WORKER_OPTION, run_worker
from desktop.domain.errors import StorageProblem
from desktop.domain.start_request import StartRequest

if TYPE_CHECKING:
    from desktop.adapters.single_window import SingleWindow
    from desktop.application.services import Services

__all__ = ["Environment", "Opener", "read_environment", "start"]


def start(arguments: Sequence[str]) -> int:
    """Be a worker process, the command line, or the window, as the arguments say; returns the exit status."""
    os.umask(0o077)  # whatever is written from here on, temporary files too, is for this person alone
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's products are too short here to wait for a second thread
    if arguments and arguments[0] == WORKER_OPTION:
        return run_worker(arguments[1:])
    from desktop.cli.arguments import parse

    parsed = parse(arguments)
    try:
        opener = Opener(read_environment())
    except RuntimeError as error:
        print(f"coffer: {error} Set HOME to your own folder, and COFFER_VAULT to one that can be found.", file=sys.stderr)
        return 1
    _ = opener.offline  # before anything else is done
    if parsed.command is None:
        return _show_window(opener, _asked_for(parsed))
    return _run_command(opener, parsed)


def _run_command(opener: Opener, parsed: Namespace) -> int:
    from desktop.cli.main import run

    environment = opener.environment
    try:
        return run(parsed, opener, environment.default_vault)
    except Exception as error:
        from desktop.adapters.fault_folder import FaultFolder

        report = FaultFolder(environment.faults).keep_exception(error)
        print(f"coffer: a fault in Coffer itself; a report without your words is {environment.faults / report.name}", file=sys.stderr)
        raise


def _asked_for(parsed: Namespace) -> StartRequest:
    """What the command line names for the window; a path stays what it is here, whoever opens it."""
    named = (Path(each).expanduser().absolute() if each else None for each in (parsed.vault, parsed.open))
    return StartRequest(*named)


def _show_window(opener: Opener, request: StartRequest) -> int:
    from desktop.adapters.fault_folder import FaultFolder
    from desktop.adapters.guide_files import GuideFiles
    from desktop.adapters.single_window import SingleWindow
    from desktop.adapters.state_file import StateFile
    from desktop.adapters.vault_files import is_vault
    from desktop.ui.app import Start, Surroundings, run

    environment = opener.environment

    def opens(folder: Path, *, create: bool) -> Services:
        if create and not is_vault(folder):
            opener.create(folder)
        return opener.open(folder, write=True)

    place = SingleWindow(environment.meeting_place, environment.screen)
    if not _claimed(place) and place.hand_over(request):
        return 0
    folder = request.vault or environment.default_vault.expanduser().absolute()
    first = request.vault is None and environment.default_vault_is_ours and not is_vault(folder)
    faults = FaultFolder(environment.faults)
    try:
        faults.begin()
    except StorageProblem as problem:
        print(f"coffer: {problem.message} {problem.hint}", file=sys.stderr)
    around = Surroundings(StateFile(environment.state_file), opener.offline, GuideFiles(environment.resources / "guide"), faults, place)
    try:
        return run(opens, Start(folder, environment.sample_vault, first, request.bundle), around)
    finally:
        place.close()
        faults.end()


def _claimed(place: SingleWindow) -> bool:
    """Whether this process is the one window; where nobody can tell, it goes on alone and says so."""
    try:
        return place.claim()
    except OSError as error:
        print(f"coffer: a second start would open a second window: {error}", file=sys.stderr)
        return True
