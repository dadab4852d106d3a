"""Providers behind the ports of a vault: what composes answers and what makes vectors elsewhere, if that is allowed here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.domain.provider import Provider, Purpose, Reach

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop.application.gate import MarkingGate
    from desktop.application.ingest.gated_embedder import GatedEmbedder
    from desktop.application.ports import AuditLog, Tokenizer
    from desktop.application.ports.generate import RemoteGenerator
    from desktop.application.ports.vectors import MadeBy
    from desktop.application.providers import Providers
    from desktop.application.settings import AnswerSettings

_NOT_CHOSEN = "It is not chosen any more, and sent nothing."


@dataclass(frozen=True, slots=True)
class Provided:
    """A provider's model, why it is not asked just now (empty if it may be), and what may be reached while the vault is open."""

    provider: Provider
    generator: RemoteGenerator
    blocked: Callable[[], str]
    reached: tuple[Reach, ...]

    def close(self) -> None:
        """End its process."""
        self.generator.close()


class Permits:
    """Says whether providers may be asked for a vault: only if a person allowed it on this machine, and the log can be written.

    Whether that still holds is asked at each sending. What was not allowed when the vault was opened waits until it is opened again:
    the window has said by then that nothing is reached.
    """

    def __init__(self, providers: Callable[[], Providers], vault: Path, warnings: list[str], *, writes: bool) -> None:
        self._providers = providers
        self._folder = vault.resolve()
        self._warnings = warnings
        self._writes = writes

    def blocked(self, provider: Provider, purpose: Purpose) -> tuple[Callable[[], str], tuple[Reach, ...]]:
        """What says, as a sentence, why a provider is not asked just now (empty if it may be), and what may be reached from now on."""
        address = provider.address

        def why() -> str:
            if not self._providers().allowed(address, self._folder, purpose):
                return "It is not allowed on this machine for this vault; “Language models” is where that is said."
            return "" if self._writes else "The vault is only read here, and what is sent has to stand in its log."

        if not (at_first := why()):
            return why, (Reach(address.text, purpose),)
        if not self._providers().allowed(address, self._folder, purpose):
            self._warnings.append(
                f"This vault names the provider {address.text} for {purpose}, which is not allowed on this machine for this vault: "
                "nothing is sent to it."
            )
        return lambda: at_first, ()


def provide_answers(providers: Callable[[], Providers], settings: AnswerSettings, permits: Permits, warnings: list[str]) -> Provided | None:
    """The provider that the vault's settings name for answers."""
    from desktop.domain.errors import UsageError
    from desktop.domain.provider import Address

    if not settings.provider:
        return None
    try:
        provider = Provider(Address.parse(settings.provider), settings.provider_model)
    except UsageError as error:
        warnings.append(f"answer.provider: {error.message} Answers are composed on this machine. {error.hint}".strip())
        return None
    blocked, reached = permits.blocked(provider, Purpose.ANSWERS)
    return Provided(provider, providers().generator(provider), blocked, reached)


@dataclass(slots=True)
class RemoteVectors:
    """Makes embedders of providers, behind the gate and before the log; `reached` is what may be reached for vectors."""

    providers: Callable[[], Providers]
    permits: Permits
    tokenizer: Tokenizer
    gate: MarkingGate
    audit: AuditLog
    reached: tuple[Reach, ...] = ()

    def embedder(self, provider: Provider, serving: MadeBy | None, *, chosen: bool) -> GatedEmbedder:
        """A provider's model; one that is not chosen, though its vectors still serve, is asked for nothing."""
        from desktop.application.ingest.gated_embedder import GatedEmbedder

        blocked: Callable[[], str] = _why_not_chosen
        if chosen:
            blocked, self.reached = self.permits.blocked(provider, Purpose.VECTORS)
        remote = self.providers().embedder(provider, 0)
        if serving and serving.identity == remote.identity:
            remote = self.providers().embedder(provider, serving.dimensions)
        return GatedEmbedder(remote, provider, self.tokenizer, self.gate, self.audit, blocked)


def _why_not_chosen() -> str:
    return _NOT_CHOSEN
