"""The worker that fills templates which lie in a vault: they may be a stranger's, and a sandbox bounds neither time nor memory."""

from __future__ import annotations

import json

from desktop.adapters.worker_process.server import Reply, Request, serve


def serve_templates() -> None:
    """Answer requests until the parent goes."""
    serve({"fill": _fill})


def _fill(request: Request) -> Reply:
    from desktop.adapters.report_templates import filled

    given = json.loads(request.blob)
    return Reply(blob=filled(given["template"], given["values"], given["place"]).encode("utf-8", "replace"))
