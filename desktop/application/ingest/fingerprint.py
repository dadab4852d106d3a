"""What a file's bytes are known by."""

from __future__ import annotations

import hashlib
from pathlib import Path

from desktop.application.job import CancelToken

_PIECE = 1 << 20


def sha256_of(path: Path, cancel: CancelToken) -> str:
    """SHA-256 of a file in hexadecimal, read piece by piece; Cancelled between two pieces."""
    digest = hashlib.sha256()
    with path.open("rb", buffering=0) as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
            cancel.raise_if_cancelled()
    return digest.hexdigest()
