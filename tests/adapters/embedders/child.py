"""The embedding worker, started as a script, so that these tests need no composition."""

import sys

from desktop.adapters.embedders.child import serve_embeddings

if __name__ == "__main__":
    serve_embeddings(*sys.argv[1:])
