"""Opens vaults: their services, built from real engines."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.bootstrap.engines import EngineRoom
from desktop.bootstrap.workers import read_knowledge
from desktop.domain.errors import StorageProblem, VaultLocked, VaultNotFound
from desktop.domain.vault import VaultPaths

if TYPE_CHECKING:
    from desktop.adapters.vault_lock import VaultLock
    from desktop.application.exchange.backup import Backups, Rebuilt
    from desktop.application.extraction.extraction import Extractor
    from desktop.application.job import JobContext
    from desktop.application.offline import Offline
    from desktop.application.services import ModelDesk, Services
    from desktop.bootstrap.surroundings import Environment


class Opener:
    """Makes vaults and builds the services of one, with the real engines."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self._engines = EngineRoom(environment.resources, self.backups(), environment.state_file.parent)

    @cached_property
    def offline(self) -> Offline:
        """Keeps this process off every network from the first asking to its end, and tries out every kind of worker."""
        from desktop.adapters.network_guard import ProcessNetworkGuard, WorkerTrial
        from desktop.adapters.single_window import socket_of
        from desktop.adapters.worker_process.client import worker_command
        from desktop.application.offline import Offline

        surroundings = self.environment
        local = (str(socket_of(surroundings.meeting_place, surroundings.screen)), *surroundings.session_bus)
        folder = str(self._engines.models)  # no worker opens what it is given before its first call
        workers = (
            *(("convert",), ("render",), ("embed", folder, "1"), ("extract", folder)),
            *(("generate", folder, "1", "1"), ("provide", "http://127.0.0.1:9"), ("recognise", "{}"), ("bundle",)),
        )
        return Offline(ProcessNetworkGuard(local), [(worker[0], WorkerTrial(worker_command(*worker))) for worker in workers])

    def create(self, root: Path) -> None:
        """Make an empty vault in a new or empty folder."""
        from desktop.adapters.settings_file import default_settings_text
        from desktop.adapters.vault_files import create_vault

        create_vault(root, default_settings_text())

    def open(self, root: Path, *, write: bool) -> Services:
        """Open a vault, to write if `write` and nobody else does; to read, it is first brought up to its files."""
        paths = VaultPaths(root)
        if write:
            return self._opened(paths, write=True)
        if self._is_current(paths):
            return self._opened(paths, write=False)
        behind = self._catch_up(paths)
        services = self._opened(paths, write=False)
        return replace(services, warnings=tuple(dict.fromkeys((*services.warnings, *behind))))

    def backups(self) -> Backups:
        """What writes backups of vaults, restores them, and tries whether they can be restored."""
        from desktop.adapters.backup_archive import ZipBackup
        from desktop.application.exchange.backup import Backups

        return Backups(ZipBackup(), self._rebuilt)

    def _rebuilt(self, context: JobContext, root: Path) -> Rebuilt:
        from desktop.application.exchange.backup import Rebuilt

        services = self.open(root, write=True)
        try:
            report = services.maintenance.reindex(context, full=True)
            return Rebuilt(report.documents, report.facts, services.maintenance.verify(context))
        finally:
            services.close()

    def models(self) -> ModelDesk:
        """What can be done with files of language models; it needs no vault."""
        return self._engines.model_desk()

    def extractor(self, vault: Path | None = None) -> Extractor:
        """What finds mentions in any text with the packs that come with Coffer, and with a vault's own packs and lexicon."""
        return read_knowledge(*self._known_in(vault)).extractor

    def _known_in(self, vault: Path | None) -> tuple[list[Path], Path | None]:
        """The folders of packs, and that of the lexicon."""
        paths = VaultPaths(vault) if vault else None
        return ([self._engines.packs, paths.packs], paths.lexicon) if paths else ([self._engines.packs], None)

    def _is_current(self, paths: VaultPaths) -> bool:
        """Whether the index is there, whole, of this Coffer's schema, and up to the files."""
        from desktop.adapters.sqlite.problems import DamagedIndex

        if not paths.index.exists():
            return False
        try:
            services = self._opened(paths, write=False)
        except (DamagedIndex, VaultLocked):  # made by an older Coffer: whoever may write brings it up to date
            return False
        try:
            return not services.maintenance.is_behind()
        finally:
            services.close()

    def _opened(self, paths: VaultPaths, *, write: bool) -> Services:
        from desktop.adapters.vault_files import is_vault
        from desktop.adapters.vault_lock import VaultLock

        if not is_vault(paths.root):
            raise VaultNotFound(f"There is no vault in {paths.root}.", f"Make one with `coffer init {paths.root}`, or name another folder.")
        lock = VaultLock(paths.lock)
        with ExitStack() as opened:
            if write:
                lock.try_acquire()
                opened.callback(lock.release)
            services = self._build(paths, lock, opened)
            return replace(services, close=opened.pop_all().close, writer=lock.holder)

    def _catch_up(self, paths: VaultPaths) -> tuple[str, ...]:
        """Take in what happened to the files; what a person must know of it, as warnings.

        Where another process holds the vault, that one does it. Vectors are left to whoever writes next: they may take long.
        """
        from desktop.application.job import JobContext

        services = self._opened(paths, write=True)
        try:
            if services.writer:
                return ()
            services.maintenance.synchronise(JobContext())
            return services.warnings
        except StorageProblem as problem:
            return (f"The index could not be brought up to the files: {problem.message} {problem.hint}".strip(),)
        finally:
            services.close()

    def _build(self, paths: VaultPaths, lock: VaultLock, opened: ExitStack) -> Services:
        """The engines of a vault, and the use cases on top of them."""
        from desktop.adapters.settings_file import SettingsFile
        from desktop.bootstrap.use_cases import build_use_cases

        file, warnings = SettingsFile(paths.settings), list[str]()
        settings = file.read()
        engines = self._engines.build(paths, settings, lock, opened, warnings)
        services = build_use_cases(paths, settings, engines, file.change, self.environment.resources, opened.close)
        return replace(services, warnings=tuple(warnings))
