"""The generating worker, started as a script, so that these tests need no composition."""

import os
import sys
import time

from desktop.adapters.generators import child
from desktop.adapters.worker_process.server import Reply, Request, serve


def hang(_: Request) -> Reply:
    """Never answer, nor hear that somebody cancels."""
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    if sys.argv[1].endswith("aborts.gguf"):
        os.abort()  # what a failed assertion of ggml does
    if sys.argv[1].endswith("hangs.gguf"):
        serve(dict.fromkeys(("load", "count", "generate"), hang))
    child.serve_generation(*sys.argv[1:])
