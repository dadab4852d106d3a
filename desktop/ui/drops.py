"""What is dragged onto the window: each kind of file by what is done with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QDropEvent


@dataclass(frozen=True, slots=True)
class Dropped:
    """Files and folders of this machine, by their endings: language models, case bundles, and what can be imported."""

    models: tuple[Path, ...] = ()
    bundles: tuple[Path, ...] = ()
    others: tuple[Path, ...] = ()

    @property
    def passed_over(self) -> str:
        """What was dropped in vain: of models and of bundles one is looked at at a time; empty if nothing was."""
        kinds = (("language model", self.models[1:]), ("case bundle", self.bundles[1:]))
        told = (f"One {kind} is looked at at a time: not {', '.join(each.name for each in more)}." for kind, more in kinds if more)
        return " ".join(told)

    def __bool__(self) -> bool:
        return bool(self.models or self.bundles or self.others)


def dropped(event: QDropEvent) -> Dropped:
    """What an event carries; what is not of this machine is nothing."""
    paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
    models = tuple(each for each in paths if each.suffix.lower() == ".gguf")
    bundles = tuple(each for each in paths if each.name.lower().endswith((".coffer", ".coffer.age")))
    return Dropped(models, bundles, tuple(each for each in paths if each not in models and each not in bundles))
