"""A provider, for answers or for vectors: tried, used by the vault or no longer, and what it would never be sent, for its form."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Slot

from desktop.application.exit_trial import ExitTrial
from desktop.application.job import JobContext
from desktop.domain.errors import UsageError
from desktop.domain.leaving import Exit, Release
from desktop.domain.provider import Address, Provider, ProviderTrial, Purpose
from desktop.ui.controllers.form_controller import FormController
from desktop.ui.controllers.settings_controller import SettingsController
from desktop.ui.dialogs.settings import Value
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.task import UseCase
from desktop.ui.widgets.provider_form import NAMED, ProviderAsSet, ProviderEntry, ProviderForm, ProviderState

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop.application.providers import Providers
    from desktop.application.services import Services

    GivesProviders = Callable[[], Providers]


class ProviderController(FormController):
    """Attends one form at a time; what was entered is used only after it could be kept."""

    def __init__(
        self,
        services: Services,
        settings: SettingsController,
        lane: RunsJobs,
        parent: QObject | None = None,
        *,
        purpose: Purpose = Purpose.ANSWERS,
    ) -> None:
        super().__init__(lane, f"provider of {purpose}", parent)
        self._services = services
        self._settings = settings
        self._purpose = purpose
        self._form: ProviderForm | None = None
        self._looking, self._testing, self._keeping, self._trying = (self._job() for _ in range(4))
        self._looking.succeeded.connect(self._show_state)
        self._testing.succeeded.connect(self._show_trial)
        self._testing.cancelled.connect(self._show_stopped)
        self._keeping.succeeded.connect(self._set)
        self._trying.succeeded.connect(self._show_held)

    @property
    def as_set(self) -> ProviderAsSet:
        """What the vault's settings say."""
        answering, limit = self._services.settings.answer, self._services.gate.limit(Exit.REMOTE)
        address, model = answering.provider, answering.provider_model
        if self._purpose is Purpose.VECTORS:
            address, model = _provider_of_vectors(self._services)
        used = any(each.purpose is self._purpose for each in self._services.reaches)
        return ProviderAsSet(address, model, limit, writable=not self._services.writer, purpose=self._purpose, used=used)

    def attend(self, form: ProviderForm) -> None:
        """Do what a form asks for, until another is attended."""
        self._form = form
        form.test_requested.connect(self.test)
        form.stop_requested.connect(self._testing.cancel)
        form.use_requested.connect(self.use)
        form.forget_requested.connect(self.forget)
        form.trial_requested.connect(self.try_exit)
        self._looking.start(_looking(self._services.models.providers, self._services.paths.root, self.as_set.address, self._purpose))

    @Slot(object)
    def test(self, entry: ProviderEntry) -> None:
        """Ask for one word."""
        if self._form:
            self._form.show_testing()
        self._testing.start(_testing(self._services.models.providers, entry, self._purpose))

    @Slot(object)
    def use(self, entry: ProviderEntry) -> None:
        """Allow it on this machine for this vault, keep its key, and set it."""
        self._keeping.start(_keeping(self._services.models.providers, self._services.paths.root, entry, self._purpose))

    @Slot()
    def forget(self) -> None:
        """Use it no longer, and forget its key."""
        entered = self._form.passphrase.text() if self._form else ""
        self._keeping.start(_forgetting(self._services.models.providers, self.as_set.address, entered))

    @Slot()
    def try_exit(self) -> None:
        """See what of the vault would be held back."""
        self._trying.start(_trying(self._services))

    @Slot(object)
    def _show_state(self, state: object) -> None:
        if self._form:
            self._form.show_state(cast("ProviderState", state))

    @Slot(object)
    def _show_trial(self, trial: object) -> None:
        if self._form:
            self._form.show_trial(cast("ProviderTrial", trial))

    @Slot()
    def _show_stopped(self) -> None:
        if self._form:
            self._form.show_stopped()

    @Slot(object)
    def _show_held(self, found: object) -> None:
        if self._form:
            self._form.show_held(*cast("tuple[Release, tuple[str, ...]]", found))

    @Slot(object)
    def _set(self, provider: object) -> None:
        """Write into the settings what could be kept; whoever opens vaults opens this one anew."""
        chosen = cast("Provider | None", provider)
        self.settled.emit()
        if self._purpose is Purpose.VECTORS:
            self._settings.save({("index", "embedder"): chosen.source if chosen else ""})
            return
        wanted: dict[tuple[str, str], Value] = {("answer", "provider"): chosen.address.text if chosen else ""}
        if chosen:
            wanted["answer", "provider_model"] = chosen.model
        self._settings.save(wanted)


def _provider_of_vectors(services: Services) -> tuple[str, str]:
    """Address and model that the settings name for vectors; empty where they name a folder, or what is no address."""
    with suppress(UsageError):
        if named := Provider.of_source(services.settings.index.embedder):
            return named.address.text, named.model
    return "", ""


def _looking(providers: GivesProviders, vault: Path, named: str, purpose: Purpose) -> UseCase:
    def look(_: JobContext) -> ProviderState:
        desk = providers()
        place = desk.key_place
        address = Address.parse(named) if named else None
        known = (desk.allowed(address, vault, purpose), desk.has_key(address)) if address else (False, False)
        return ProviderState(*known, place.file, place.chosen, place.locked)

    return look


def _testing(providers: GivesProviders, entry: ProviderEntry, purpose: Purpose) -> UseCase:
    def test(context: JobContext) -> ProviderTrial:
        desk, provider = providers(), _provider(entry)
        if entry.key is None:
            _unlock(desk, entry.passphrase)
        return desk.try_out(context, provider, entry.key, purpose)

    return test


def _keeping(providers: GivesProviders, vault: Path, entry: ProviderEntry, purpose: Purpose) -> UseCase:
    def keep(_: JobContext) -> Provider:
        desk, provider = providers(), _provider(entry)
        _unlock(desk, entry.passphrase)
        desk.allow(provider.address, vault, entry.key, purpose)
        return provider

    return keep


def _forgetting(providers: GivesProviders, named: str, passphrase: str) -> UseCase:
    def forget(_: JobContext) -> None:
        desk = providers()
        _unlock(desk, passphrase)
        desk.withdraw(Address.parse(named))

    return forget


def _trying(services: Services) -> UseCase:
    def examine(_: JobContext) -> tuple[Release, tuple[str, ...]]:
        trial = ExitTrial(services.library, services.memory, services.gate)
        release = trial.examine(Exit.REMOTE)[1]
        return release, tuple(each.name for each in release.withheld[:NAMED])

    return examine


def _provider(entry: ProviderEntry) -> Provider:
    return Provider(Address.parse(entry.address), entry.model)


def _unlock(desk: Providers, passphrase: str) -> None:
    if passphrase:
        desk.unlock(passphrase)
