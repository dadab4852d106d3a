"""The command line: a parsed command to a use case, its result to text or JSON, errors to an exit status."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from desktop.application.services import VaultOpener
from desktop.cli.commands import COMMANDS
from desktop.cli.console_job import console_job
from desktop.cli.session import Session
from desktop.cli.shapes import error_shape
from desktop.domain.errors import Cancelled, CofferError, UsageError

DONE, KNOWN_ERROR, USAGE, CANCELLED = 0, 1, 2, 130


def run(arguments: argparse.Namespace, opener: VaultOpener, default_vault: Path) -> int:
    """Carry out a parsed command; returns the exit status."""
    vault = (arguments.vault or default_vault).expanduser().absolute()
    try:
        with console_job() as context:
            return _carry_out(Session(context, opener, vault, arguments.json), arguments)
    except Cancelled as stopped:
        return _complain(stopped, arguments.json, CANCELLED)
    except KeyboardInterrupt:  # the second Ctrl-C: the person does not want to wait for a safe point
        return CANCELLED
    except UsageError as error:
        return _complain(error, arguments.json, USAGE)
    except CofferError as error:
        return _complain(error, arguments.json, KNOWN_ERROR)
    except BrokenPipeError:
        sys.stderr.close()
        return DONE


def _carry_out(session: Session, arguments: argparse.Namespace) -> int:
    failed = False
    for output in COMMANDS[arguments.command](session, arguments):
        text = json.dumps(output.shape, ensure_ascii=False) if session.json else output.text
        print(text.encode("utf-8", "replace").decode("utf-8"), flush=True)
        failed = failed or output.failed
    if session.context.cancel.cancelled:
        return CANCELLED
    return KNOWN_ERROR if failed else DONE


def _complain(error: CofferError, as_json: bool, status: int) -> int:
    if as_json:
        print(json.dumps(error_shape(error), ensure_ascii=False), flush=True)
    else:
        print(f"coffer: {error.message}" + (f"\n{error.hint}" if error.hint else ""), file=sys.stderr)
    return status
