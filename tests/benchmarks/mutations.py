"""Damage to files, drawn from a seed: what a bad disk, a bad line and a bad mind make of them."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from random import Random

NUMBERS = (0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF)


@dataclass(frozen=True, slots=True)
class Sample:
    """A file as it could be given."""

    name: str
    content: bytes

    @property
    def suffix(self) -> str:
        """What its format is called in the table."""
        return self.name.rpartition(".")[2].lower()


class Mutator:
    """Draws samples and damages them; the same random numbers make the same."""

    def __init__(self, samples: Sequence[Sample], random: Random) -> None:
        self._samples = samples
        self._random = random
        self._ways: tuple[Callable[[bytes], bytes], ...] = (
            self._flip,
            self._cut_off,
            self._splice,
            self._set_number,
            self._repeat,
            self._remove,
            self._zero,
            bytes,
        )

    def draw(self) -> tuple[str, Sample]:
        """A damaged file under a name that may lie, and how it was damaged."""
        sample = self._random.choice(self._samples)
        content, done = sample.content, []
        for _ in range(self._random.choice((1, 1, 1, 2, 4))):
            way = self._random.choice(self._ways)
            content = way(content)
            done.append(way.__name__.strip("_"))
        name = sample.name
        if self._random.random() < 0.15:
            name = f"{name.partition('.')[0]}.{self._random.choice(self._samples).suffix}"
            done.append("renamed")
        if self._random.random() < 0.2:
            name, content = self._nest(name, content)
            done.append("nested")
        return "+".join(done), Sample(name, content)

    def _place(self, content: bytes) -> int:
        """Anywhere, but often near the beginning or the end, where formats keep their tables."""
        near = self._random.choice((0, 0, 1, 2))
        last = max(len(content) - 1, 0)
        if near == 1:
            return self._random.randint(0, min(last, 600))
        if near == 2:
            return self._random.randint(max(0, last - 600), last)
        return self._random.randint(0, last)

    def _flip(self, content: bytes) -> bytes:
        changed = bytearray(content)
        for _ in range(self._random.choice((1, 3, 20))):
            if changed:
                changed[self._place(changed)] ^= 1 << self._random.randrange(8)
        return bytes(changed)

    def _cut_off(self, content: bytes) -> bytes:
        return content[: self._place(content)]

    def _splice(self, content: bytes) -> bytes:
        other = self._random.choice(self._samples).content
        start = self._place(other)
        at = self._place(content)
        return content[:at] + other[start : start + self._random.choice((16, 500, 20_000))] + content[at:]

    def _set_number(self, content: bytes) -> bytes:
        size = self._random.choice((1, 2, 4, 8))
        value = self._random.choice(NUMBERS) & (2 ** (8 * size) - 1)
        written = value.to_bytes(size, self._random.choice(("little", "big")))
        at = self._place(content)
        return content[:at] + written + content[at + size :]

    def _repeat(self, content: bytes) -> bytes:
        at = self._place(content)
        return content[:at] + content[at : at + self._random.choice((8, 100, 3000))] * self._random.choice((2, 50)) + content[at:]

    def _remove(self, content: bytes) -> bytes:
        at = self._place(content)
        return content[:at] + content[at + self._random.choice((1, 30, 2000)) :]

    def _zero(self, content: bytes) -> bytes:
        at, size = self._place(content), self._random.choice((4, 64, 4096))
        return content[:at] + bytes(len(content[at : at + size])) + content[at + size :]

    def _nest(self, name: str, content: bytes) -> tuple[str, bytes]:
        kind = self._random.choice(("zip", "tar.gz", "eml", "gz"))
        stream = io.BytesIO()
        if kind == "zip":
            with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr(f"inside/{name}", content)
        elif kind == "tar.gz":
            with tarfile.open(fileobj=stream, mode="w:gz") as archive:
                entry = tarfile.TarInfo(f"inside/{name}")
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
        elif kind == "eml":
            mail = EmailMessage()
            mail["From"], mail["Subject"], mail["Message-ID"] = "a@example.org", "Nested", "<1@example.org>"
            mail.set_content("See what is attached.")
            mail.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
            stream.write(bytes(mail))
        else:
            stream.write(gzip.compress(content, mtime=0))
        return f"{name}.{kind}", stream.getvalue()
