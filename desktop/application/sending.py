"""What is sent to a provider, in the vault's log: that it is about to be sent, and what became of it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from desktop.application.ports import AuditLog
from desktop.domain.errors import Cancelled, CofferError
from desktop.domain.provider import Provider

SUBJECT = "provider"
ANSWERED, STOPPED = "answered", "stopped"


@dataclass(slots=True)
class Sending:
    """How something that is being sent will have ended, unless it fails."""

    outcome: str = ANSWERED


class SendingLog:
    """Two lines for whatever is sent: `send` before, without which nothing is sent, and `sent` after, with how it went.

    A `send` that no `sent` follows means that Coffer ended in between: whether it arrived, nobody here can tell.
    """

    def __init__(self, audit: AuditLog, provider: Provider) -> None:
        self._audit = audit
        self._provider = provider

    @contextmanager
    def sending(self, **what: Any) -> Iterator[Sending]:
        """Write down what the block sends and how it ends. Raises StorageProblem before anything is sent."""
        where = {"address": self._provider.address.text, "model": self._provider.model}
        self._audit.append("send", SUBJECT, **where, **what)
        started, sending = time.monotonic(), Sending()
        try:
            yield sending
        except Cancelled:
            sending.outcome = STOPPED
            raise
        except BaseException as error:
            sending.outcome = f"failed: {error.message if isinstance(error, CofferError) else type(error).__name__}"
            raise
        finally:
            self._audit.append("sent", SUBJECT, **where, outcome=sending.outcome, seconds=round(time.monotonic() - started, 2))
