"""Seeded material: text of a Zipf vocabulary, questions about it, clustered unit vectors, PDFs that all differ.

The vocabulary is the whole words of the bundled embedder's tokenizer, which come most frequent first.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import pypdfium2
from numpy.typing import NDArray

Floats = NDArray[np.float32]

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
MODELS = ROOT / "resources" / "models"
EMBEDDER = MODELS / "all-MiniLM-L6-v2"
COMMON_WORDS, MID_WORDS = slice(10, 60), slice(400, 4000)
WORDS_A_SENTENCE, WORDS_A_PARAGRAPH = 13, (30, 75)
CLUSTERS, NOISE = 256, 0.6


@cache
def vocabulary() -> tuple[str, ...]:
    """Words, the most frequent first."""
    numbers: dict[str, int] = json.loads((EMBEDDER / "tokenizer.json").read_text("utf-8"))["model"]["vocab"]
    ordered = sorted(numbers, key=numbers.__getitem__)
    return tuple(word for word in ordered if word.isascii() and word.isalpha() and len(word) > 1)


class TextMaker:
    """Makes paragraphs and questions; the same seed makes the same."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._words = np.array(vocabulary(), dtype=object)
        weights = np.cumsum(1 / (np.arange(len(self._words)) + 2.7))
        self._cumulated = weights / weights[-1]
        self.rare: list[str] = []

    def paragraph(self, words: int = 0) -> str:
        """Sentences, one of them about an indicator that stands nowhere else; every eighth names an address too.

        Of so many words, or of 30 to 75: texts of one length would give far more equal scores than real ones.
        """
        words = words or int(self._random.integers(*WORDS_A_PARAGRAPH))
        drawn = self._words[np.searchsorted(self._cumulated, self._random.random(words))]
        self.rare.append(f"CVE-{2000 + len(self.rare) % 27}-{10_000 + len(self.rare)}")
        drawn[words // 2] = self.rare[-1]
        if len(self.rare) % 8 == 0:
            drawn[words // 3] = f"10.{len(self.rare) >> 16 & 255}.{len(self.rare) >> 8 & 255}.{len(self.rare) & 255}"
        sentences = [" ".join(drawn[at : at + WORDS_A_SENTENCE]) for at in range(0, words, WORDS_A_SENTENCE)]
        return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)

    def note(self, number: int, paragraphs: int = 4) -> str:
        """A Markdown file."""
        return f"# Note {number}\n\n" + "\n\n".join(self.paragraph() for _ in range(paragraphs)) + "\n"

    def rare_words(self, count: int) -> list[str]:
        """Indicators that stand in one paragraph each."""
        return [str(each) for each in self._random.choice(np.array(self.rare, dtype=object), count)]

    def mid_words(self, count: int) -> list[str]:
        """Words that stand in some thousandths of the paragraphs."""
        return [str(each) for each in self._random.choice(self._words[MID_WORDS], count, replace=False)]

    def question(self) -> str:
        """Six words of the middle and two common ones."""
        return " ".join([*self.mid_words(6), *(str(each) for each in self._random.choice(self._words[COMMON_WORDS], 2, replace=False))])

    def phrases(self, paragraphs: Sequence[str], count: int) -> list[str]:
        """Three words in a row out of given paragraphs."""
        chosen = self._random.integers(0, len(paragraphs), count)
        return [" ".join(paragraphs[int(at)].rstrip(".").lower().split(" ")[1:4]) for at in chosen]


def unit_vectors(count: int, dimensions: int, seed: int, noise: int | None = None) -> Floats:
    """Vectors of unit length, in clusters with noise around them; with a seed for the noise, others in the same clusters."""
    random = np.random.default_rng(seed)
    centres = random.standard_normal((CLUSTERS, dimensions), dtype=np.float32)
    random = random if noise is None else np.random.default_rng(noise)
    vectors: Floats = centres[random.integers(0, CLUSTERS, count)]
    vectors += np.float32(NOISE) * random.standard_normal((count, dimensions), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def pdfs_in(folder: Path) -> list[Path]:
    """All PDFs below a folder that open without a password, in order."""
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() == ".pdf" and _opens(path))


def _opens(path: Path) -> bool:
    try:
        pypdfium2.PdfDocument(path).close()
    except pypdfium2.PdfiumError:
        return False
    return True


def differing_copies(files: Sequence[Path], count: int, folder: Path) -> list[Path]:
    """`count` PDFs made of `files` in turn, each with other bytes at its end, so that none is a duplicate."""
    folder.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    for number, file in enumerate(islice((each for _ in range(count) for each in files), count)):
        target = folder / f"{number:04}-{file.name}"
        target.write_bytes(file.read_bytes() + f"\n% copy {number}\n".encode())
        made.append(target)
    return made


def write_scans(files: Sequence[Path], count: int, folder: Path) -> list[Path]:
    """`count` pictures of first pages of PDFs, as a scanner makes them at 150 dots an inch, each with other bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    for number, file in enumerate(islice((each for _ in range(count) for each in files), count)):
        document = pypdfium2.PdfDocument(file)
        picture = document[0].render(scale=150 / 72, may_draw_forms=False).to_pil()
        document.close()
        made.append(folder / f"scan-{number:03}.png")
        picture.putpixel((0, 0), (number // 256, number % 256, 0))
        picture.save(made[-1])
    return made


def write_notes(count: int, folder: Path, seed: int) -> list[Path]:
    """`count` Markdown notes of four paragraphs."""
    folder.mkdir(parents=True, exist_ok=True)
    maker = TextMaker(seed)
    files = [folder / f"note-{number:05}.md" for number in range(count)]
    for number, file in enumerate(files):
        file.write_text(maker.note(number), encoding="utf-8")
    return files


def write_reports(count: int, folder: Path, seed: int) -> tuple[list[Path], list[str]]:
    """`count` reports, each about a group of its own, and a question that each answers."""
    folder.mkdir(parents=True, exist_ok=True)
    maker = TextMaker(seed)
    files, questions = [], []
    for number in range(count):
        group, malware, tool, sector = (word.capitalize() for word in maker.mid_words(4))
        facts = (
            f"The group {group} Spider uses the malware {malware}Loader to steal credentials from the {sector} sector.",
            f"{group} Spider exploited CVE-2024-{20_000 + number} in mail gateways of its victims in March 2024.",
            f"After the first access, {group} Spider runs {tool}Shell to move to domain controllers.",
            f"The command server of {malware}Loader was 203.0.113.{number % 256}, and later {malware.lower()}.example.",
        )
        paragraphs = [f"{maker.paragraph()} {fact} {maker.paragraph(26)}" for fact in facts]
        files.append(folder / f"report-{number:04}.md")
        files[-1].write_text(f"# {group} Spider\n\n" + "\n\n".join(paragraphs) + "\n", encoding="utf-8")
        questions.append(f"Which malware does {group} Spider use?" if number % 2 else f"Which vulnerability did {group} Spider exploit?")
    return files, questions
