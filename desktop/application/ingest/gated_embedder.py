"""The model of a provider as an embedder: given only what may leave this machine, and each time stands in the log."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from desktop.application.gate import MarkingGate
from desktop.application.ports import AuditLog, RemoteEmbedder, Tokenizer
from desktop.application.sending import SendingLog
from desktop.domain.errors import EnvironmentProblem, ModelUnavailable, PassphraseNeeded
from desktop.domain.leaving import Exit, Outgoing
from desktop.domain.marking import Marking
from desktop.domain.provider import Provider
from desktop.domain.vector import Vector

QUERIES_KEPT = 64
_WORD = "ready"


class GatedEmbedder:
    """The Embedder behind the gate and before the log; `blocked` says why it is not asked just now, as a sentence, empty if it may be.

    Texts are counted as `tokenizer` does, for only the server knows how it counts. Whatever keeps it from making vectors is
    ModelUnavailable, as with any embedder, so that words are searched instead.
    """

    def __init__(
        self,
        remote: RemoteEmbedder,
        provider: Provider,
        tokenizer: Tokenizer,
        gate: MarkingGate,
        audit: AuditLog,
        blocked: Callable[[], str],
    ) -> None:
        self._remote = remote
        self._provider = provider
        self._tokenizer = tokenizer
        self._gate = gate
        self._log = SendingLog(audit, provider)
        self._blocked = blocked
        self._asked: OrderedDict[str, Vector] = OrderedDict()

    @property
    def identity(self) -> str:
        """Model, address and prefixes; nothing is reached for it."""
        return self._remote.identity

    @property
    def dimensions(self) -> int:
        """Numbers in a vector; where no reply was seen yet, one word that is nobody's is sent to see one."""
        with self._as_unavailable():
            if not self._remote.dimensions:
                with self._log.sending(word=_WORD):
                    self._remote.embed([_WORD])
            return self._remote.dimensions

    @property
    def languages(self) -> tuple[str, ...]:
        """Nothing is known of that."""
        return ()

    @property
    def limit(self) -> Marking:
        """The highest marking that may leave this machine by itself."""
        return self._gate.limit(Exit.REMOTE)

    def token_ends(self, text: str) -> Sequence[int]:
        """As the tokenizer counts."""
        return self._tokenizer.token_ends(text)

    def embed_passages(self, texts: Sequence[str], *, made_of: Sequence[str] = (), urgent: bool = False) -> list[Vector]:  # noqa: ARG002
        """One unit vector for each text, in order; ModelUnavailable if any of what they are from may not leave, or is not named."""
        if not texts:
            return []
        sources = tuple(dict.fromkeys(made_of))
        release = self._gate.examine(Exit.REMOTE, [Outgoing("A passage", (each,)) for each in sources])
        if not sources or not release.complete:
            raise ModelUnavailable(
                f"A passage may not leave this machine for {self._provider.name}: it is marked above TLP:{release.limit}.",
                "It is found by its words. The limit is markings.remote_max in the settings.",
            )
        with self._as_unavailable(), self._log.sending(passages=len(texts), made_of=list(sources), tlp=release.marking.value):
            return self._remote.embed(texts)

    def embed_query(self, text: str) -> Vector:
        """The unit vector of a query; one that was asked lately is not sent again."""
        if (known := self._asked.get(text)) is None:
            with self._as_unavailable(), self._log.sending(query=text):
                (known,) = self._remote.embed([text], query=True)
        self._asked[text] = known
        while len(self._asked) > QUERIES_KEPT:
            self._asked.popitem(last=False)
        return known

    def close(self) -> None:
        """End the worker process."""
        self._remote.close()

    @contextmanager
    def _as_unavailable(self) -> Iterator[None]:
        if why := self._blocked():
            raise ModelUnavailable(f"{self._provider.name} makes no vectors: {why}")
        try:
            yield
        except ModelUnavailable:
            raise
        except (EnvironmentProblem, PassphraseNeeded) as error:
            raise ModelUnavailable(error.message, error.hint) from error
