"""The EntityExtractor port: names are sought in a worker process, for whoever holds the GIL while he looks freezes the window."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from desktop.adapters.extractors.wire import unpacked, unpacked_entities
from desktop.adapters.worker_process.client import WorkerProcess
from desktop.adapters.worker_process.limits import LOW_PRIORITY, WorkerLimits
from desktop.adapters.worker_process.server import Reply
from desktop.application.job import CancelToken
from desktop.application.ports import Extracted, ExtractorIdentity
from desktop.domain.graph import NamedEntity

_LIMITS = WorkerLimits(memory_bytes=2 * 2**30, nice=LOW_PRIORITY)
_SECONDS, _CHARACTERS_A_SECOND = 60.0, 20_000
"""How long a call may take: so long, and longer by its text; that is twenty times what it takes on a slow machine."""
_TEXTS_A_CALL = 2_000_000


class WorkerExtractor:
    """Extracts with what `identify` identifies; nothing is loaded before it is needed."""

    def __init__(self, command: Sequence[str], identify: Callable[[], ExtractorIdentity]) -> None:
        self._worker = WorkerProcess(command, _LIMITS, cancel_grace=1.0)
        self._identify = identify
        self._identity: ExtractorIdentity | None = None

    @property
    def identity(self) -> ExtractorIdentity:
        """What an extraction begun now depends on, read from the files each time."""
        self._identity = self._identify()
        return self._identity

    def extract(self, text: str, cancel: CancelToken) -> Extracted:
        """What a text mentions; raises WorkerDied where it breaks the extractor, Cancelled soon after `cancel`."""
        return unpacked(self._call("extract", text.encode("utf-8", "surrogatepass"), cancel=cancel).blob, text)

    def knowledge(self) -> bytes:
        """Everything that is known by name, packed."""
        return self._call("knowledge").blob

    def changed_names(self, earlier: bytes) -> tuple[str, ...]:
        """The keys of names that mean something else now than in the knowledge that was packed earlier."""
        return tuple(self._call("changed_names", earlier).result["names"])

    def speaking_of(self, names: Sequence[str], texts: Sequence[str], cancel: CancelToken) -> list[bool]:
        """For each text whether one of these names, which are keys, may stand in it."""
        answers: list[bool] = []
        group: list[str] = []
        for each in texts:
            group.append(each)
            if sum(map(len, group)) >= _TEXTS_A_CALL:
                answers += self._speaking(names, group, cancel)
                group = []
        return answers + self._speaking(names, group, cancel)

    def named(self, entity_ids: Sequence[str]) -> list[NamedEntity]:
        """Those of these entities that are known by name."""
        return unpacked_entities(self._call("named", json.dumps(list(entity_ids)).encode()).blob)

    def close(self) -> None:
        """End the worker process."""
        self._worker.close()

    def _speaking(self, names: Sequence[str], texts: Sequence[str], cancel: CancelToken) -> list[bool]:
        reply = self._call("speaking_of", json.dumps(texts).encode(), {"names": list(names)}, cancel)
        answers: list[bool] = reply.result["speaks"]
        return answers

    def _call(self, method: str, blob: bytes = b"", args: dict[str, Any] | None = None, cancel: CancelToken | None = None) -> Reply:
        identity = self._identity or self.identity
        said = {"identity": f"{identity.rules} {identity.knowledge}"}
        seconds = _SECONDS + len(blob) / _CHARACTERS_A_SECOND
        return self._worker.call(method, said | (args or {}), blob, timeout=seconds, cancel=cancel)
