"""A provider as the composer of answers: asked only with evidence that may leave this machine, and every asking stands in the log."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from desktop.application.gate import MarkingGate
from desktop.application.ports import AuditLog, Generator
from desktop.application.sending import Sending, SendingLog
from desktop.domain.answer import Answer
from desktop.domain.leaving import Exit, Outgoing
from desktop.domain.provider import Provider


@dataclass(frozen=True, slots=True)
class RemoteModel:
    """A provider's model behind the gate; `blocked` says why it is not asked just now, as a sentence, empty if it may be."""

    generator: Generator
    provider: Provider
    gate: MarkingGate
    audit: AuditLog
    blocked: Callable[[], str]

    def why_not(self, extract: Answer) -> str:
        """Why the evidence of an answer is not sent, as a sentence; empty if it may be."""
        if blocked := self.blocked():
            return blocked
        items = [Outgoing("the evidence", tuple(each.document_id for each in sentence.citations)) for sentence in extract.sentences]
        release = self.gate.examine(Exit.REMOTE, items)
        if release.complete:
            return ""
        held, total = len(release.withheld), len(items)
        pieces = "Its one piece of evidence is" if held == total == 1 else f"{held} of {total} pieces of evidence are"
        return f"{pieces} marked above TLP:{release.limit} and may not leave this machine."

    def sending(self, extract: Answer) -> AbstractContextManager[Sending]:
        """Write into the log what the block sends, where to, and how that ends."""
        made_of = extract.made_of
        log = SendingLog(self.audit, self.provider)
        return log.sending(question=extract.question, made_of=list(made_of), tlp=self.gate.effective(made_of).value)
