"""How fast Coffer is, and against what."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as Coffer does
