"""Documents whose originals are converted again: by a better converter, with a password, or to undo what was edited.

What the converter finds is new; what a person stated about the document stays. Nothing is replaced that cannot be made again: a text
that somebody edited is only given up by name, and one that OCR read only where OCR can read it again.
"""

from __future__ import annotations

import os
import shutil
from collections import deque
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from desktop.application.ingest.allowances import Allowance
from desktop.application.ingest.batching import is_kept
from desktop.application.ingest.candidates import Candidate, unreadable
from desktop.application.ingest.conversions import Conversions, Converted, Unpacked
from desktop.application.ingest.describing import title_of
from desktop.application.ingest.fingerprint import sha256_of
from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.ingest.maintenance import EDITED
from desktop.application.job import CancelToken, JobContext, Progress
from desktop.application.ports import AuditLog, Conversion, DocumentStore, MarkdownConverter, StoredDocument
from desktop.application.settings import ImportSettings
from desktop.domain.changes import Changes
from desktop.domain.chunk import Chunk, content_hash
from desktop.domain.document import BY_PERSON, Document, document_id
from desktop.domain.errors import Cancelled, CofferError, ConversionFailed, OriginalUnusable, StorageProblem, TextEdited

_TICK = 0.1
_LONGEST_NAME = 200
_OUT_OF_VAULT = "Restore it from a backup, or import the file again."


@dataclass(frozen=True, slots=True)
class Refused:
    """A document that stayed as it is, and why."""

    document_id: str
    error: CofferError


@dataclass(frozen=True, slots=True)
class ReconversionReport:
    """What was converted again, and what was not."""

    changes: Changes
    refused: tuple[Refused, ...] = ()


class Reconversion:
    """Converts originals in the vault again; `recognises` says whether OCR follows."""

    def __init__(
        self,
        store: DocumentStore,
        converter: MarkdownConverter,
        indexer: DocumentIndexer,
        audit: AuditLog,
        settings: ImportSettings,
        *,
        recognises: bool = False,
    ) -> None:
        self.store = store
        self.converter = converter
        self.indexer = indexer
        self.audit = audit
        self.settings = settings
        self.recognises = recognises

    def convert_again(
        self, context: JobContext, document_ids: Iterable[str], *, discard_edits: bool = False, passwords: Sequence[str] = ()
    ) -> ReconversionReport:
        """Convert the originals of these documents again; emits the Changes of each as soon as it is stored.

        A document that somebody edited is refused (TextEdited) without `discard_edits`. What lies in a mail or archive stays as
        it is. A cancelled run returns what was done. Raises StorageProblem when the vault can take no more.
        """
        return _Run(self, context, discard_edits, tuple(passwords)).finish(list(dict.fromkeys(document_ids)))


class _Run:
    """One run over several documents."""

    def __init__(self, stage: Reconversion, context: JobContext, discard_edits: bool, passwords: tuple[str, ...]) -> None:
        self._stage = stage
        self._context = context
        self._discard_edits = discard_edits
        self._passwords = passwords
        self._stop = CancelToken()
        self._changed: set[str] = set()
        self._refused: list[Refused] = []

    def finish(self, document_ids: Sequence[str]) -> ReconversionReport:
        with ExitStack() as opened:
            folder = opened.enter_context(self._stage.store.staging())
            opened.enter_context(self._context.cancel.on_cancel(self._stop.cancel))
            workers = self._stage.settings.workers or min(4, os.cpu_count() or 1)
            conversions = opened.enter_context(Conversions(self._convert, self._chunk, workers, self._stop))
            opened.callback(self._stop.cancel)
            with suppress(Cancelled):  # what was finished is kept, and told
                self._convert_all(conversions, document_ids, folder)
        return ReconversionReport(Changes(frozenset(self._changed)), tuple(self._refused))

    def _convert_all(self, conversions: Conversions, document_ids: Sequence[str], folder: Path) -> None:
        waiting = deque(enumerate(document_ids))
        while waiting or not conversions.idle:
            self._stop.raise_if_cancelled()
            while waiting and not conversions.full:
                candidate = self._admit(*waiting.popleft(), folder)
                if candidate is not None:
                    conversions.start(candidate)
            for candidate, future in conversions.finished(_TICK):
                self._take(conversions, candidate, future)
                done = len(self._changed) + len(self._refused)
                self._context.report(Progress("convert", done, len(document_ids), candidate.name))

    def _admit(self, number: int, name: str, folder: Path) -> Candidate | None:
        """A document's original under the name that it had when it was given; None if the document is refused."""
        try:
            stored = self._readable(name)
            original = _given_again(stored, folder / str(number))
        except StorageProblem:
            raise
        except CofferError as error:
            self._refused.append(Refused(name, error))
            return None
        document = stored.document
        return Candidate((number,), original, name, document.source_filename, sha256=document.source_sha256)

    def _readable(self, name: str) -> StoredDocument:
        """A document that may be converted again."""
        stored = self._stage.store.read(name)
        document = stored.document
        if not document.source_sha256:
            raise OriginalUnusable(f"{name} was written by hand, so there is no original to convert.", "Change its text instead.")
        if stored.raw_path is None or not stored.raw_path.is_file():
            raise OriginalUnusable(f"The original of {name} is not in the vault's `raw` folder.", _OUT_OF_VAULT)
        if document.source_mode == EDITED and not self._discard_edits:
            raise TextEdited(
                f"The text of {name} was edited by hand.",
                "To convert it again, allow that the edits are lost (`--discard-edits`).",
            )
        if document.quality.recogniser and not self._stage.recognises:
            raise ConversionFailed(
                f"The text of {name} was read by OCR, which is switched off now and could not read it again.",
                "Switch OCR on in the settings (recognition.enabled), then convert it again.",
            )
        return stored

    def _convert(self, candidate: Candidate) -> Unpacked:
        """Runs on a thread of its own, where the worker process that converts is waited for."""
        try:
            intact = sha256_of(candidate.path, self._stop) == candidate.sha256
        except OSError as error:
            raise OriginalUnusable(unreadable(error, f"The original of {candidate.shown}"), _OUT_OF_VAULT) from error
        if not intact:
            raise OriginalUnusable(f"The original of {candidate.shown} in `raw` is no longer what was imported.", _OUT_OF_VAULT)
        settings = self._stage.settings
        limits = Allowance.for_file(candidate.path.stat().st_size, settings).limits(settings)
        return Unpacked(self._stage.converter.convert(candidate.path, limits, self._stop, None, self._passwords))

    def _chunk(self, markdown: str) -> list[Chunk]:
        return self._stage.indexer.chunk(markdown, self._stop)

    def _take(self, conversions: Conversions, candidate: Candidate, future: Future[Converted]) -> None:
        try:
            converted = future.result()
            conversions.release(converted)
            self._replace(candidate, converted)
        except (StorageProblem, Cancelled):
            raise
        except CofferError as error:
            self._refused.append(Refused(candidate.shown, error))
        except Exception as error:  # noqa: BLE001 -- one file that trips us must not cost the others
            trouble = f"{type(error).__name__}: {error}"
            said = f"An error in Coffer itself kept {candidate.shown} from being converted ({trouble}); please report it."
            self._refused.append(Refused(candidate.shown, CofferError(said)))
        finally:
            shutil.rmtree(candidate.path.parent, ignore_errors=True)

    def _replace(self, candidate: Candidate, converted: Converted) -> None:
        """Put what was made anew into file, audit log and index; the document may have been edited meanwhile."""
        stage, conversion = self._stage, converted.conversion
        if not is_kept(converted):
            raise ConversionFailed(f"No text was found in the original of {candidate.shown} this time, so its text was kept.")
        stored = self._readable(candidate.shown)
        before, document = stored.document, refreshed(stored.document, conversion)
        stamp = stage.store.replace(document, conversion.markdown)
        hashes = {"before": content_hash(stored.body), "body_sha256": content_hash(conversion.markdown)}
        details = {"converter": conversion.converter, **hashes}
        stage.audit.append("reconvert", document.id, **details, discarded_edits=before.source_mode == EDITED)
        stage.indexer.put(document, conversion.markdown, converted.chunks, stamp)
        self._changed.add(document.id)
        self._context.emit(Changes(frozenset({document.id})))


def refreshed(old: Document, conversion: Conversion) -> Document:
    """What a document says once its original was converted again: what a person stated stays, what was found is found anew."""
    stated = [name for name in ("title", "published", "language", "author") if _is_stated(old, name)]
    kept = {name: where for name, where in old.origins if name in stated}
    found = {name: where for name, where in conversion.origins if name not in stated}
    return replace(
        old,
        title=old.title if "title" in stated else _title(old, conversion),
        published=old.published if "published" in stated else conversion.published,
        language=old.language if "language" in stated else conversion.language,
        author=old.author if "author" in stated else conversion.author,
        source_format=conversion.format,
        converter=conversion.converter,
        source_mode="converted",
        pages=conversion.pages,
        origins=tuple((kept | found).items()),
        quality=conversion.quality,
    )


def _title(old: Document, conversion: Conversion) -> str:
    """The title that is found, unless it says the same but for case and signs: a person may have written it that way."""
    found = title_of(old.source_filename, conversion)
    return old.title if document_id(found, old.source_sha256) == document_id(old.title, old.source_sha256) else found


def _is_stated(old: Document, name: str) -> bool:
    """Whether a person stated a value: it says so, nothing says where it was found, or a title no longer is that of the id."""
    if name == "title":
        made_of = document_id(old.title, old.source_sha256)
        return dict(old.origins).get(name) == BY_PERSON or not (old.id == made_of or old.id.startswith(f"{made_of}-"))
    return getattr(old, name) is not None and dict(old.origins).get(name, BY_PERSON) == BY_PERSON


def _given_again(stored: StoredDocument, folder: Path) -> Path:
    """The original in a folder of its own, under the name by which it was given: its suffix and name tell a converter something."""
    raw, name = stored.raw_path or Path(), stored.document.source_filename
    plain = "/" not in name and "\0" not in name and len(os.fsencode(name)) <= _LONGEST_NAME and name not in (".", "..")
    target = folder / (name if plain else raw.name)
    try:
        folder.mkdir()
        try:
            os.link(raw, target)
        except OSError:  # not every disk has links
            shutil.copyfile(raw, target)
    except OSError as error:
        raise StorageProblem(
            f"The original of {stored.document.id} could not be read from the vault: {os.strerror(error.errno or 0)}.",
            "Check the disk that holds the vault, and whether there is room on it.",
        ) from error
    return target
