"""The Recogniser port: pages are read by RapidOCR in a worker process, which a bad page may cost."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from desktop.adapters.recognisers.model_pack import find_models
from desktop.adapters.worker_process.client import WorkerProcess, worker_command
from desktop.adapters.worker_process.faults import WorkerOutgrew, WorkerTimedOut
from desktop.adapters.worker_process.limits import LOW_PRIORITY, WorkerLimits
from desktop.application.job import CancelToken
from desktop.application.ports import Recognised
from desktop.domain.errors import Cancelled, ConversionFailed, ModelUnavailable, WorkerDied

SECONDS_A_PAGE = 180
LEAST_CONFIDENCE = 0.5
LOADING_SECONDS = 60.0
MEMORY_BYTES = 2 * 2**30
GRACE_SECONDS = 3.0


class RapidOcrRecogniser:
    """Reads pages with the bundled models or those of a pack; nothing is loaded before it is needed.

    Lines of which the engine is less sure than `least_confidence` are left out: they are drawings and noise.
    """

    def __init__(
        self,
        models: Path | None = None,
        *,
        seconds_a_page: float = SECONDS_A_PAGE,
        least_confidence: float = LEAST_CONFIDENCE,
        command: Sequence[str] | None = None,
    ) -> None:
        self._models = models
        self._seconds = seconds_a_page
        options = {
            "models": str(models) if models else "",
            "threads": max(1, (os.cpu_count() or 2) - 1),
            "least_confidence": least_confidence,
        }
        limits = WorkerLimits(memory_bytes=MEMORY_BYTES, file_bytes=0, nice=LOW_PRIORITY)
        self._worker = WorkerProcess(command or worker_command("recognise", json.dumps(options)), limits, cancel_grace=GRACE_SECONDS)
        self._closed = False

    @cached_property
    def identity(self) -> str:
        """Engine and models, with versions."""
        return find_models(self._models).identity()

    def read_page(self, path: Path, page: int, cancel: CancelToken) -> Recognised:
        """Read a page of a PDF or a frame of an image."""
        try:
            self._load(cancel)
            try:
                return self._read(path, page, cancel)
            except WorkerTimedOut:
                raise
            except WorkerDied:  # what other pages left behind may be to blame: once more, afresh
                self._load(cancel)
                return self._read(path, page, cancel)
        except WorkerDied as error:
            if self._closed:
                raise Cancelled from error
            raise self._as_failure(error) from error

    def rest(self) -> None:
        """End the worker process if no page is being read: it holds some 350 MB."""
        self._worker.rest()

    def close(self) -> None:
        """End the worker process; a page in progress is cancelled."""
        self._closed = True
        self._worker.close()

    def _load(self, cancel: CancelToken) -> None:
        """See to it that the models are there before a page can be blamed for what is wrong with them."""
        if self._worker.running:
            return
        try:
            self._worker.call("load", timeout=LOADING_SECONDS, cancel=cancel)
        except WorkerDied as error:
            if self._closed:
                raise
            raise ModelUnavailable(
                f"Text recognition cannot be started. {error.message}", "Everything that has text of its own is read without it."
            ) from error

    def _read(self, path: Path, page: int, cancel: CancelToken) -> Recognised:
        args = {"path": str(path.absolute()), "page": page}
        reply = self._worker.call("read", args, timeout=self._seconds, cancel=cancel)
        return Recognised(reply.blob.decode("utf-8"), reply.result["confidence"])

    def _as_failure(self, error: WorkerDied) -> ConversionFailed:
        if isinstance(error, WorkerTimedOut):
            return ConversionFailed(
                f"It took longer than {self._seconds:g} seconds and was given up.", "Raise recognition.seconds_per_page in the settings."
            )
        if isinstance(error, WorkerOutgrew):
            return ConversionFailed("It needed more memory than text recognition may use.", "Save it smaller and import that.")
        return ConversionFailed(f"Text recognition broke down on it. {error.message}", "Save it in another format and import that.")
