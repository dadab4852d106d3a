"""What a further start of Coffer asks of the window that stands already."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class StartRequest:
    """A vault and a case bundle to open, as absolute paths; with neither, the window only comes to the front."""

    vault: Path | None = None
    bundle: Path | None = None
