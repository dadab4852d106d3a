"""The PageRenderer port: pages of originals are drawn and searched in a child process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from desktop.adapters.worker_process.client import WorkerProcess, worker_command
from desktop.adapters.worker_process.limits import WorkerLimits
from desktop.adapters.worker_process.server import Reply
from desktop.application.ports import Box, PageImage
from desktop.domain.errors import ConversionFailed, WorkerDied

SECONDS = 30.0
MEMORY_BYTES = 1536 * 2**20


class OriginalPageRenderer:
    """Shows pages of PDFs and frames of images; its process starts with the first page and stays."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self._process = WorkerProcess(command or worker_command("render"), WorkerLimits(memory_bytes=MEMORY_BYTES, file_bytes=0))

    def page_count(self, path: Path) -> int:
        """Pages of the original."""
        return int(self._call("page_count", path).result["pages"])

    def render(self, path: Path, page: int, width: int) -> PageImage:
        """A page as PNG: a PDF's as wide as it is asked for, unless that would be huge, an image no wider than it is."""
        reply = self._call("render", path, page=page, width=width)
        return PageImage(reply.blob, reply.result["width"], reply.result["height"])

    def locate(self, path: Path, page: int, quote: str) -> tuple[Box, ...]:
        """Boxes that cover a quote on a page, a line each."""
        return tuple(Box(*edges) for edges in self._call("locate", path, page=page, quote=quote).result["boxes"])

    def close(self) -> None:
        """End the process."""
        self._process.close()

    def _call(self, method: str, path: Path, **args: Any) -> Reply:
        try:
            return self._process.call(method, {"path": str(path.absolute()), **args}, timeout=SECONDS)
        except WorkerDied as error:
            raise ConversionFailed(f"{path.name} cannot be shown. {error.message}", "Open the original with another program.") from error
