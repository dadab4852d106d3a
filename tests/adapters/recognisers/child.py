"""A recognition worker for the tests: it does what the text of the file says."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from desktop.adapters.worker_process.server import Reply, Request, serve
from desktop.domain.errors import ConversionFailed, ModelUnavailable

mode = sys.argv[1] if len(sys.argv) > 1 else ""
asked = 0


def load(request: Request) -> Reply:
    if mode == "dies at start":
        os.kill(os.getpid(), signal.SIGKILL)
    if mode == "no models":
        raise ModelUnavailable("The models are damaged.", "Install them again.")
    return Reply()


def read(request: Request) -> Reply:
    global asked
    asked += 1
    text = Path(request.args["path"]).read_text(encoding="utf-8")
    if text == "hang":
        time.sleep(60)
    if text == "wait":
        while True:
            request.raise_if_cancelled()
            time.sleep(0.01)
    if text == "crash" or (text == "crash when worn" and asked > 1):
        os.kill(os.getpid(), signal.SIGKILL)
    if text == "grow":
        raise MemoryError
    if text == "fail":
        raise ConversionFailed("It is torn.", "Scan it again.")
    return Reply({"confidence": 0.9}, f"{text} by {os.getpid()}".encode())


if __name__ == "__main__":
    serve({"load": load, "read": read})
