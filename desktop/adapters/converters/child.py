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
    from desktop.domain.conversion import ConversionLimits

    args = request.args
    members = args["members"]
    conversion = convert_file(
        Path(args["path"]), ConversionLimits(**args["limits"]), Path(members) if members else None, tuple(args["passwords"])
    )
    result = asdict(conversion)
    for member in result["members"]:
        member["path"] = str(member["path"]) if member["path"] else None
    return Reply(result, result.pop("markdown").encode("utf-8"))


def serve_pages() -> None:
    """Draw and search pages of originals until the caller ends it."""
    from desktop.adapters.converters.original_drawing import OriginalDrawer

    drawer = OriginalDrawer()
    serve({"page_count": drawer.page_count, "render": drawer.render, "locate": drawer.locate})
