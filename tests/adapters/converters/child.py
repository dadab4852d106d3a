"""A converter's worker for the tests: it does what the text of the file says."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from desktop.adapters.worker_process.server import Reply, Request, serve
from desktop.domain.errors import ConversionFailed

FIELDS = {"format": "txt", "converter": f"test {os.getpid()}", "title": None, "pages": None, "pages_with_text": None, "ocr_pages": None}
LATER = {"published": None, "language": None, "truncated": False, "warnings": ["a warning"]}
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
    return Reply(FIELDS | LATER, text.encode())


if __name__ == "__main__":
    serve({"convert": convert})
