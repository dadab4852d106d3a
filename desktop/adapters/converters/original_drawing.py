"""Draws pages of originals of every kind that has some; runs in the worker process `render`."""

from __future__ import annotations

from pathlib import Path

from desktop.adapters.converters.image_drawing import FrameDrawer
from desktop.adapters.converters.pdf.drawing import PageDrawer
from desktop.adapters.worker_process.server import Reply, Request
from desktop.domain.errors import ConversionFailed


class OriginalDrawer:
    """Handles the calls of the worker by what a file's content is."""

    def __init__(self) -> None:
        self._pdfs = PageDrawer()
        self._images = FrameDrawer()

    def page_count(self, request: Request) -> Reply:
        """How many pages the original has."""
        return self._drawer(request).page_count(request)

    def render(self, request: Request) -> Reply:
        """A page as PNG."""
        return self._drawer(request).render(request)

    def locate(self, request: Request) -> Reply:
        """Where on a page a quote stands, a box for each line."""
        return self._drawer(request).locate(request)

    def _drawer(self, request: Request) -> PageDrawer | FrameDrawer:
        try:
            with Path(request.args["path"]).open("rb") as file:
                is_pdf = b"%PDF-" in file.read(1024)
        except OSError as error:
            raise ConversionFailed(f"The original could not be read: {error.strerror}.") from error
        return self._pdfs if is_pdf else self._images
