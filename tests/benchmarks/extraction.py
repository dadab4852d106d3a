"""Indicators a second in prose and in lists of indicators, in one warm process, with the real suffixes and warning lists.

    python -m tests.benchmarks.extraction [FILE …]

Without files, texts are made: sentences with few indicators, and lists of nothing else. Megabytes are millions of characters.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from desktop.adapters.packs.folders import PackFolders
from desktop.adapters.public_suffixes import PublicSuffixes
from desktop.adapters.warning_lists import MispWarningLists
from desktop.application.extraction.extraction import Extractor
from desktop.application.extraction.indicators import IndicatorFinder
from desktop.domain.pack import PartKind

SEED, SIZE, ROUNDS = 7, 1_000_000, 3
PACKS = Path(__file__).parents[2] / "resources" / "packs"
_TEXT = "the actor deployed a loader that contacts its server over port and drops further tools onto hosts of the victim"
WORDS = _TEXT.split()


def main() -> None:
    packs = PackFolders([PACKS])
    warnings = MispWarningLists(lambda: packs.contents(PartKind.WARNING_LISTS))
    extractor = Extractor([IndicatorFinder(PublicSuffixes(), warnings)])
    extractor.extract("evil.com 1.2.3.4")
    for name, text in _texts(sys.argv[1:]):
        best, found = float("inf"), 0
        for _ in range(ROUNDS):
            started = time.process_time()
            found = len(extractor.extract(text).mentions)
            best = min(best, time.process_time() - started)
        print(f"{name:20} {len(text) / best / 1e6:6.2f} MB/s  {found:8,} mentions  {best:6.3f} s")


def _texts(files: list[str]) -> list[tuple[str, str]]:
    if files:
        return [(Path(each).name, Path(each).read_text("utf-8", errors="replace")) for each in files]
    chance = random.Random(SEED)  # noqa: S311
    return [("prose", _until_full(lambda: _sentence(chance))), ("list", _until_full(lambda: _indicator(chance)))]


def _until_full(make: Callable[[], str]) -> str:
    lines: list[str] = []
    length = 0
    while length < SIZE:
        lines.append(make())
        length += len(lines[-1]) + 1
    return "\n".join(lines)


def _sentence(chance: random.Random) -> str:
    words = chance.choices(WORDS, k=24)
    if chance.random() < 0.1:
        words.insert(12, _indicator(chance))
    return " ".join(words).capitalize() + "."


def _indicator(chance: random.Random) -> str:
    digits = f"{chance.getrandbits(256):064x}"
    return chance.choice(
        [
            digits,
            digits[:32],
            digits[:40],
            f"hxxps://{digits[:9]}[.]com/{digits[:5]}.php",
            f"{digits[:8]}[.]net",
            f"{chance.randrange(1, 224)}.1.2[.]3",
        ]
    )


if __name__ == "__main__":
    main()
