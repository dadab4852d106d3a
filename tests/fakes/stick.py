"""A stick with two things on it, one of which is refused; what is taken is noted."""

from __future__ import annotations

from pathlib import Path

from desktop.application.job import JobContext, Progress
from desktop.domain.errors import CofferError
from desktop.domain.stick import Checked, StickItem, StickKind

PACK = StickItem(
    StickKind.KNOWLEDGE,
    Path("/stick/attack"),
    "ATT&CK",
    "18.1",
    "ATT&CK terms",
    "signed by team",
    Checked(3_145_728, "ab" * 32, listed=True),
    ("It takes the place of version 17.",),
)
DAMAGED = StickItem(StickKind.EMBEDDER, Path("/stick/embedder"), "embedder", problem="model.onnx is not the file that SHA256SUMS lists.")
MODEL = StickItem(StickKind.LANGUAGE_MODEL, Path("/stick/m.gguf"), "m", checked=Checked(1, "cd" * 32, listed=False), signer="not signed")


class FakeStick:
    def __init__(self, *items: StickItem) -> None:
        self.items = items or (PACK, DAMAGED)
        self.looked: list[Path] = []
        self.taken: list[StickItem] = []
        self.setting: tuple[str, str, str] | None = None
        self.failure: CofferError | None = None

    def look(self, context: JobContext, folder: Path) -> tuple[StickItem, ...]:
        self.looked.append(folder)
        context.report(Progress("check", 1, 4, "attack"))
        context.emit(self.items[0])
        return self.items

    def take(self, _: JobContext, item: StickItem) -> tuple[str, str, str] | None:
        if self.failure:
            raise self.failure
        self.taken.append(item)
        return self.setting
