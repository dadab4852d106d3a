"""What is dragged onto the window: each kind of file by what is done with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QDropEvent


@dataclass(frozen=True, slots=True)
class Dropped:
    """Files and folders of this machine, by their endings: language models, and what can be imported."""

    models: tuple[Path, ...] = ()
    others: tuple[Path, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.models or self.others)


def dropped(event: QDropEvent) -> Dropped:
    """What an event carries; what is not of this machine is nothing."""
    paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
    models = tuple(each for each in paths if each.suffix.lower() == ".gguf")
    return Dropped(models, tuple(each for each in paths if each not in models))
