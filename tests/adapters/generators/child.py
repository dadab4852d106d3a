"""The generating worker, started as a script, so that these tests need no composition."""

import os
import sys

from desktop.adapters.generators import child

if __name__ == "__main__":
    if sys.argv[1].endswith("aborts.gguf"):
        os.abort()  # what a failed assertion of ggml does
    child.serve_generation(*sys.argv[1:])
