"""Reports as PDF, set in a process of their own: what a report quotes comes from documents, and the command line knows no window."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from desktop.adapters.worker_process.client import WorkerProcess
from desktop.adapters.worker_process.limits import LOW_PRIORITY, WorkerLimits
from desktop.adapters.worker_process.server import Reply, Request, serve
from desktop.application.ports.reports import RendersReport
from desktop.domain.errors import WorkerDied
from desktop.domain.marking import Marking
from desktop.domain.report import Report

_LIMITS = WorkerLimits(memory_bytes=2**31, cpu_seconds=600, file_bytes=2**30, nice=LOW_PRIORITY)
_SECONDS = 600.0
_HINT = "Write it as .docx or .md, or put less into it."


class PdfWorker:
    """Renders reports as PDF; a worker starts for each, for they are rare and what sets them is large."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command

    def __call__(self, report: Report) -> bytes:
        """The content of the file, with the marking in header and footer of every page; WorkerDied where it cannot be set."""
        marked = {"tlp": str(report.marking), "limit": str(report.limit)}
        said = {"title": report.title, "items": report.items, "sources": report.sources, **marked}
        try:
            with closing(WorkerProcess(self._command, _LIMITS)) as worker:
                text = report.text.encode("utf-8", "replace")
                said["lengths"] = {"": len(text)} | {name: len(content) for name, content in report.images.items()}
                return worker.call("render", said, text + b"".join(report.images.values()), timeout=_SECONDS).blob
        except WorkerDied as error:
            raise WorkerDied(f"The report could not be set as PDF. {error.message}", _HINT) from error


def serve_pdf(render: RendersReport) -> None:
    """Answer requests until the parent goes."""

    def answer(request: Request) -> Reply:
        said, images, at = request.args, dict[str, bytes](), 0
        for name, length in said["lengths"].items():
            images[name] = request.blob[at : at + length]
            at += length
        text = images.pop("").decode()
        made = Report(said["title"], Marking(said["tlp"]), Marking(said["limit"]), text, said["items"], said["sources"], images=images)
        return Reply(blob=render(made))

    serve({"render": answer})
