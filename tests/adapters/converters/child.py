"""A converter's worker for the tests: it does what the text of the file says."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from desktop.adapters.worker_process.server import Reply, Request, serve
from desktop.domain.errors import ConversionFailed

FIELDS = {"format": "txt", "converter": f"test {os.getpid()}", "title": None, "warnings": ["a warning"]}
NOTHING: dict[str, list[str]] = {"empty_pages": [], "origins": [], "flags": [], "members": []}
RICH = {
    "pages": 2,
    "empty_pages": [2],
    "author": "A. Analyst",
    "origins": [["author", "the mail's From header"]],
    "undecodable": 0.25,
    "tables": 1,
    "flags": [{"kind": "hidden-text", "quote": "psst"}],
}
converted = 0


def convert(request: Request) -> Reply:
    global converted
    converted += 1
    text = Path(request.args["path"]).read_text(encoding="utf-8")
    if text == "hang":
        time.sleep(60)
    if text == "crash" or (text == "crash when worn" and converted > 1):
        os.kill(os.getpid(), signal.SIGKILL)
    if text == "grow":
        sys.setrecursionlimit(1000)
        raise MemoryError
    if text == "fail":
        raise ConversionFailed("It is bad.", "Get another.")
    if text == "rich":
        return Reply(FIELDS | RICH | {"members": _members(request)}, text.encode())
    return Reply(FIELDS | NOTHING, text.encode())


def _members(request: Request) -> list[dict[str, str | bool | None]]:
    folder, passwords = request.args["members"], request.args["passwords"]
    refused = {"name": "b.txt", "path": None, "reason": " ".join(passwords), "failed": True, "problem": "password_needed"}
    taken = str(Path(folder) / "0001.txt") if folder else None
    return [{"name": "a/a.txt", "path": taken, "reason": "", "failed": False, "problem": ""}, refused]


if __name__ == "__main__":
    serve({"convert": convert})
