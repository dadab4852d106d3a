"""Case bundles in the window: made of the case that is worked on, and opened from a file."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QWidget

from desktop.application.cases.case_bundles import OpenBundle
from desktop.application.cases.case_contents import BundleChoice
from desktop.application.cases.case_merging import Choices
from desktop.application.job import JobContext
from desktop.application.ports import Opening, Sealing
from desktop.domain.bundle_words import counted, taken_counts
from desktop.domain.case_bundle import BundleReport, BundleWish, PublicKeys
from desktop.domain.changes import Changes
from desktop.domain.errors import KeychainUnavailable, PassphraseNeeded
from desktop.domain.leaving import Exit
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.make_bundle import MakeBundleDialog
from desktop.ui.dialogs.open_bundle import OpenBundleDialog
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, Severity

if TYPE_CHECKING:
    from desktop.application.cases.case_bundles import CaseBundles
    from desktop.application.services import Services

SUFFIX = ".coffer"
KEY = "bundle"


class BundleController(QObject):
    """One bundle at a time; what lies open is put away when its dialog is closed."""

    noticed = Signal(object)
    changed = Signal(object)

    def __init__(self, services: Services, window: QWidget, lane: RunsJobs, writing: Writing, parent: QObject | None = None) -> None:
        """`lane` tries what would travel; whatever writes goes the way of all writing. `window` is what dialogs stand before."""
        super().__init__(parent)
        self._bundles: CaseBundles = services.bundles
        self._gate = services.gate
        self._root = services.paths.root
        self._read_only = bool(services.writer)
        self._parent = window
        self._writing = writing
        self._making: MakeBundleDialog | None = None
        self._shown: OpenBundleDialog | None = None
        self._source = Path()
        self._open: OpenBundle | None = None
        self._put_away = ExitStack()
        self._preview = LatestJob(lane, self)
        self._preview.succeeded.connect(self._show_report)
        self._preview.failed.connect(self._fail)
        self._keys = LatestJob(lane, self)
        self._keys.succeeded.connect(self._show_keys)
        self._keys.failed.connect(self._fail_keys)

    # --- making

    def make(self, cases: tuple[str, ...], case: str) -> None:
        """Ask what shall travel, beginning with the case that is worked on."""
        dialog = self._making = MakeBundleDialog(cases, case, self._gate.limit(Exit.BUNDLE), self._parent.window())
        dialog.preview_wanted.connect(self._try)
        dialog.make_wanted.connect(self._choose_file)
        dialog.keys_wanted.connect(self._make_keys)
        dialog.finished.connect(self._forget_making)
        self._keys.start(self._own_keys)
        dialog.open()

    @Slot(object)
    def _try(self, wish: BundleWish) -> None:
        self._preview.start(_previewing(self._bundles, _choice(wish)))

    @Slot(object)
    def _show_report(self, report: object) -> None:
        if self._making:
            self._making.show_report(cast("BundleReport", report))

    @Slot(object)
    def _choose_file(self, wish: BundleWish) -> None:
        ending = f"{SUFFIX}.age" if wish.passphrase or wish.recipients else SUFFIX
        name = " ".join((wish.case or self._root.name).replace("/", "-").split())
        suggested = str(Path.home() / f"{name}{ending}")
        chosen, _ = QFileDialog.getSaveFileName(self._making, "Write the bundle", suggested, "Case bundle (*.coffer *.coffer.age)")
        if chosen:
            self.write(Path(chosen), wish)

    def write(self, target: Path, wish: BundleWish) -> None:
        """Write a bundle."""
        job = QtJob(_making(self._bundles, target, wish), self)
        job.succeeded.connect(self._tell_written)
        job.failed.connect(self._fail)
        self._writing.submit_look(job)

    @Slot(object)
    def _tell_written(self, made: object) -> None:
        target, report = cast("tuple[Path, BundleReport]", made)
        held = f" {len(report.withheld):,} held back by the limit TLP:{report.limit}." if report.withheld else ""
        said = f"{target.name} was written: {counted(report.counts)}, marked TLP:{report.marking} at most.{held}"
        self.noticed.emit(Notice(Severity.SUCCESS, said, key=KEY))
        if self._making:
            self._making.accept()

    @Slot()
    def _forget_making(self) -> None:
        self._making = None
        self._preview.drop()

    # --- keys

    def _own_keys(self, _: JobContext) -> PublicKeys | None:
        return self._bundles.keys.public()

    @Slot()
    def _make_keys(self) -> None:
        self._keys.start(_making_keys(self._bundles, ""))

    @Slot(object)
    def _show_keys(self, keys: object) -> None:
        if self._making:
            self._making.show_keys(cast("PublicKeys | None", keys))

    @Slot(object)
    def _fail_keys(self, failure: object) -> None:
        """Where there is no keychain, a file can hold the keys, if the person gives a passphrase for it."""
        if not isinstance(failure, KeychainUnavailable):
            self._fail(failure)
            return
        asked = f"{failure.message}\nThe secret keys can lie in a file that a passphrase encrypts. Choose one:"
        passphrase, given = QInputDialog.getText(self._making, "Keys without a keychain", asked, QLineEdit.EchoMode.Password)
        if given and passphrase:
            self._keys.start(_making_keys(self._bundles, passphrase))

    # --- opening

    @Slot()
    def choose(self) -> None:
        """Ask for a bundle, and open it."""
        name, _ = QFileDialog.getOpenFileName(
            self._parent.window(), "Open a case bundle", str(Path.home()), "Case bundle (*.coffer *.coffer.age);;All files (*)"
        )
        if name:
            self.open_file(Path(name))

    def open_file(self, source: Path, passphrase: str = "") -> None:
        """Verify a bundle and show it beside what is here."""
        if self._shown or self._read_only:
            said = "One case bundle is open already." if self._shown else "This vault is open for reading only: no bundle can be taken in."
            self.noticed.emit(Notice(Severity.INFO, said, key=KEY))
            return
        self._source = source
        self.noticed.emit(Notice(Severity.INFO, f"{source.name} is being verified…", key=KEY))
        job = QtJob(_opening(self._bundles, source, passphrase), self)
        job.succeeded.connect(self._show)
        job.failed.connect(self._fail_opening)
        self._writing.submit_look(job)

    @Slot(object)
    def _show(self, found: object) -> None:
        self._put_away, self._open = cast("tuple[ExitStack, OpenBundle]", found)
        opened = self._open.opened
        self.noticed.emit(Notice(Severity.SUCCESS, f"{self._source.name} is whole and unaltered.", key=KEY, seconds=4.0))
        dialog = self._shown = OpenBundleDialog(opened, self._open.comparison, self._parent.window())
        dialog.merge_wanted.connect(self._merge)
        dialog.trust_wanted.connect(self._trust)
        dialog.finished.connect(self._forget)
        dialog.open()

    @Slot(object)
    def _fail_opening(self, failure: object) -> None:
        if not isinstance(failure, PassphraseNeeded):
            self._fail(failure)
            return
        asked = f"{failure.message}\n{failure.hint}\nThe passphrase of the bundle, or of your keys:"
        passphrase, given = QInputDialog.getText(self._parent.window(), "Encrypted bundle", asked, QLineEdit.EchoMode.Password)
        if given and passphrase:
            self.open_file(self._source, passphrase)

    @Slot(object)
    def _merge(self, choices: object) -> None:
        if self._open is None or self._shown is None:
            return
        self._shown.show_busy()
        job = QtJob(_merging(self._bundles, self._open, cast("Choices", choices)), self)
        job.succeeded.connect(self._tell_merged)
        job.failed.connect(self._fail)
        self._writing.submit(job)

    @Slot(object)
    def _tell_merged(self, result: object) -> None:
        changes = cast("Changes", result)
        said = f"{self._source.name}: {counted(taken_counts(changes))} taken in or changed."
        if changes.problems:
            self.noticed.emit(Notice(Severity.WARNING, f"{said} {len(changes.problems):,} could not be.", changes.problems[0], key=KEY))
        else:
            self.noticed.emit(Notice(Severity.SUCCESS, said, key=KEY))
        self.changed.emit(changes)
        if self._shown:
            self._shown.accept()

    @Slot(str, str)
    def _trust(self, whose: str, key: str) -> None:
        job = QtJob(_trusting(self._bundles, whose, key), self)
        job.succeeded.connect(self._tell_trusted)
        job.failed.connect(self._fail)
        self._writing.submit_look(job)

    @Slot(object)
    def _tell_trusted(self, whose: object) -> None:
        self.noticed.emit(Notice(Severity.SUCCESS, f"Bundles that {whose} signed are known as theirs from now on.", key="trust"))
        if self._shown:
            self._shown.signature.setText(f"Whole, and signed by {whose}.")
            self._shown.trust.hide()

    @Slot()
    def _forget(self) -> None:
        self._shown = self._open = None
        job = QtJob(_closing(self._put_away), self)
        self._put_away = ExitStack()
        self._writing.submit_look(job)

    def close(self) -> None:
        """Ask for nothing more, and put away what lies open."""
        self._preview.drop()
        self._keys.drop()
        self._put_away.close()

    @Slot(object)
    def _fail(self, failure: object) -> None:
        notice = describe_failure(failure, key=KEY)
        told = f"{notice.text} {notice.hint}".strip()
        for dialog in (self._making, self._shown):
            if dialog:
                dialog.show_problem(told)
        self.noticed.emit(notice)


def _choice(wish: BundleWish) -> BundleChoice:
    return BundleChoice(wish.case, wish.tlp_max, wish.unmarked)


def _previewing(bundles: CaseBundles, choice: BundleChoice) -> UseCase:
    def preview(context: JobContext) -> BundleReport:
        return bundles.preview(context, choice)

    return preview


def _making(bundles: CaseBundles, target: Path, wish: BundleWish) -> UseCase:
    def make(context: JobContext) -> tuple[Path, BundleReport]:
        sealing = Sealing(wish.passphrase, wish.recipients, wish.sign, wish.key_passphrase)
        return target, bundles.make(context, target, _choice(wish), sealing)

    return make


def _making_keys(bundles: CaseBundles, passphrase: str) -> UseCase:
    def make(_: JobContext) -> PublicKeys:
        return bundles.keys.make(passphrase)

    return make


def _opening(bundles: CaseBundles, source: Path, passphrase: str) -> UseCase:
    """A passphrase may be the bundle's, or that of the person's own keys."""

    def open_bundle(context: JobContext) -> tuple[ExitStack, OpenBundle]:
        ways = [Opening(passphrase), Opening(key_passphrase=passphrase)] if passphrase else [Opening()]
        for way in ways[:-1]:
            try:
                return _opened(context, bundles, source, way)
            except PassphraseNeeded:
                continue
        return _opened(context, bundles, source, ways[-1])

    return open_bundle


def _opened(context: JobContext, bundles: CaseBundles, source: Path, opening: Opening) -> tuple[ExitStack, OpenBundle]:
    with ExitStack() as stack:
        found = stack.enter_context(bundles.open(context, source, opening))
        return stack.pop_all(), found


def _merging(bundles: CaseBundles, bundle: OpenBundle, choices: Choices) -> UseCase:
    def merge(context: JobContext) -> Changes:
        return bundles.merge(context, bundle, choices)

    return merge


def _trusting(bundles: CaseBundles, whose: str, key: str) -> UseCase:
    def trust(_: JobContext) -> str:
        bundles.keys.trust(whose, key)
        return whose

    return trust


def _closing(stack: ExitStack) -> UseCase:
    def close(_: JobContext) -> None:
        stack.close()

    return close
