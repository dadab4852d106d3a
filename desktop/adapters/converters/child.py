"""The worker processes `convert` and `render`: what runs where untrusted files are opened."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from desktop.adapters.worker_process.server import Reply, Request, serve


def serve_conversions() -> None:
    """Convert one file after the other until the caller ends it."""
    serve({"convert": _convert})


def _convert(request: Request) -> Reply:
    from desktop.adapters.converters.conversion import convert_file
    from desktop.application.ports import ConversionLimits

    conversion = convert_file(Path(request.args["path"]), ConversionLimits(**request.args["limits"]))
    result = asdict(conversion)
    return Reply(result, result.pop("markdown").encode("utf-8"))


def serve_pages() -> None:
    """Draw and search pages of originals until the caller ends it."""
    from desktop.adapters.converters.original_drawing import OriginalDrawer

    drawer = OriginalDrawer()
    serve({"page_count": drawer.page_count, "render": drawer.render, "locate": drawer.locate})
