"""The command `provider`: a server that composes answers, tried, used for a vault, or used no longer."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from getpass import getpass

from desktop.application.providers import Providers
from desktop.application.services import Services
from desktop.cli.session import Output, Session
from desktop.cli.shapes import Json
from desktop.domain.errors import UsageError
from desktop.domain.provider import Address, Provider, Purpose


def provider(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Say which provider a vault uses; try one, use it, use none, or forget one with its key. Keys are asked for, never arguments."""
    match arguments.action:
        case "show":
            with session.reading() as services:
                yield _shown(services)
        case "test":
            yield try_provider(session, _provider(arguments), Purpose.ANSWERS, asks_key=arguments.key)
        case "use":
            yield _used(session, arguments)
        case "none":
            with session.writing() as services:
                services.change_setting("answer", "provider", "")
            yield Output({"provider": ""}, "Answers of this vault are composed on this machine.")
        case _:
            address, providers = _address(arguments), session.opener.models().providers()
            unlock(providers)
            providers.withdraw(address)
            yield Output({"forgotten": address.text}, f"{address.text} is no longer allowed for any vault, and its key is forgotten.")


def unlock(providers: Providers) -> None:
    """Ask for the passphrase of the keys' file, where there is one that is locked."""
    place = providers.key_place
    if place.chosen and place.locked:
        providers.unlock(getpass(f"Passphrase of {place.file}: "))


def _shown(services: Services) -> Output:
    used = any(each.purpose is Purpose.ANSWERS for each in services.reaches)
    answering, place = services.settings.answer, services.models.providers().key_place
    shape: Json = {"provider": answering.provider, "model": answering.provider_model, "used": used, "keys": asdict(place)}
    if answering.provider:
        shape["allowed"] = services.models.providers().allowed(Address.parse(answering.provider), services.paths.root)
    keys = (
        f"Keys are in {place.file}, encrypted by a passphrase: this system has no keychain." if place.file else "Keys are in the keychain."
    )
    named = f"{answering.provider_model} at {answering.provider}" if answering.provider else "None: answers are composed on this machine."
    barred = "" if shape.get("allowed", True) else " It is not allowed on this machine for this vault, so nothing is sent to it."
    return Output(shape, f"{named}{barred}\n{keys}")


def try_provider(session: Session, chosen: Provider, purpose: Purpose, *, asks_key: bool) -> Output:
    """Ask a provider for what it would be used for; nothing of a vault is sent."""
    key, providers = ask_key(wanted=asks_key), session.opener.models().providers()
    if key is None:
        unlock(providers)
    trial = providers.try_out(session.context, chosen, key, purpose)
    return Output({"provider": chosen.address.text, **asdict(trial)}, f"{chosen.name} answered “{trial.said}” after {trial.seconds:.1f} s.")


def _used(session: Session, arguments: argparse.Namespace) -> Output:
    chosen, key = _provider(arguments), ask_key(wanted=arguments.key)
    with session.writing() as services:
        allow_provider(services, chosen, key, Purpose.ANSWERS)
        for name, value in (("provider", chosen.address.text), ("provider_model", chosen.model)):
            services.change_setting("answer", name, value)
        limit = services.settings.markings.remote_max
    said = f"Answers are composed by {chosen.name}. Questions and their evidence are sent there; nothing marked above TLP:{limit}."
    return Output({"provider": chosen.address.text, "model": chosen.model, "limit": limit}, said)


def allow_provider(services: Services, chosen: Provider, key: str | None, purpose: Purpose) -> None:
    """Let the vault use a provider from now on, and keep its key if there is a new one."""
    providers = services.models.providers()
    if key:
        _choose_passphrase(providers)
    providers.allow(chosen.address, services.paths.root, key, purpose)


def _choose_passphrase(providers: Providers) -> None:
    place = providers.key_place
    if place.file and not place.chosen and place.locked:
        providers.unlock(getpass(f"This system has no keychain. Passphrase for a new file of keys, {place.file}: "))
    else:
        unlock(providers)


def ask_key(*, wanted: bool) -> str | None:
    """The key that a person types, empty for none; None where they did not want to be asked."""
    return getpass("Key (empty: none): ") if wanted else None


def _provider(arguments: argparse.Namespace) -> Provider:
    if not arguments.model:
        raise UsageError("Which model? Name it after the address.", "The provider's documentation lists their names.")
    return Provider(_address(arguments), str(arguments.model))


def _address(arguments: argparse.Namespace) -> Address:
    if not arguments.address:
        raise UsageError("Which provider? Give its base address.", "Such as http://localhost:11434/v1.")
    return Address.parse(arguments.address)
