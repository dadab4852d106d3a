"""The recognition worker: pages of untrusted files are drawn, decoded and read in a process of its own."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop.adapters.worker_process.server import Reply, Request, serve
from desktop.domain.errors import ModelUnavailable

if TYPE_CHECKING:
    from desktop.adapters.recognisers.engine import TextReader


def serve_recognition(options: str) -> None:
    """Answer requests for the text of pages until the parent goes; `options` is a JSON object."""
    pages = _Pages(json.loads(options))
    serve({"load": pages.load, "read": pages.read})


class _Pages:
    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options

    def load(self, _: Request) -> Reply:
        """Load the models, so that what goes wrong with them is not held against a page."""
        return Reply({"loaded": self._reader is not None})

    def read(self, request: Request) -> Reply:
        """The text of a page in Markdown, and how sure the engine is of it."""
        from desktop.adapters.recognisers.layout import compose, mean_confidence
        from desktop.adapters.recognisers.pages import read_pixels

        pixels = read_pixels(Path(request.args["path"]), int(request.args["page"]))
        request.raise_if_cancelled()
        reading = self._reader.read(pixels, request.raise_if_cancelled)
        confidence = mean_confidence([*reading.lines, *reading.asides])
        return Reply({"confidence": confidence}, compose(reading.lines, reading.asides).encode("utf-8", "replace"))

    @cached_property
    def _reader(self) -> TextReader:
        from desktop.adapters.recognisers.engine import TextReader
        from desktop.adapters.recognisers.model_pack import find_models

        folder = self._options["models"]
        pack = find_models(Path(folder) if folder else None)
        try:
            return TextReader(pack, self._options["threads"], self._options["least_confidence"])
        except Exception as error:  # whatever RapidOCR or ONNX Runtime say, the pack's files are the cause
            raise ModelUnavailable(
                f"The recognition models “{pack.name}” could not be loaded: {str(error)[:200]}",
                "Their files are damaged or do not belong together; install them again.",
            ) from error
