"""Text recognition: pages of PDFs that have text, drawn as pictures at two resolutions, read by OCR, and compared with their own text.

Words are compared whatever their order and case; indicators (addresses, hosts, hashes, CVE) letter by letter, white space aside.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory

import pypdfium2

from desktop.adapters.recognisers.rapidocr_recogniser import RapidOcrRecogniser
from desktop.application.job import CancelToken
from tests.benchmarks.corpus import DATA, pdfs_in
from tests.benchmarks.measuring import Figures, PeakMemory, arguments, at_least, report, tree_cpu_seconds

RESOLUTIONS = (150, 200)
FEWEST_CHARACTERS = 200
WORD = re.compile(r"\w+")
INDICATOR = re.compile(
    r"h(?:xx|tt)ps?\S{4,}|\b\d{1,3}(?:\[?\.\]?\d{1,3}){3}\b|\b[0-9a-fA-F]{32,64}\b|\bCVE-\d{4}-\d{4,}|\b[\w-]+\[\.\]\S+|\b[\w.+-]+@[\w-]+\.\w+"
)


@dataclass(frozen=True, slots=True)
class PageRead:
    """What became of one page."""

    words: int
    words_found: int
    words_made_up: int
    indicators: int
    indicators_found: int
    confidence: float
    seconds: float


def measure_pages(pdfs: Sequence[Path], dots_per_inch: int, most_pages: int) -> Figures:
    """Read up to so many pages, and say how much of their text came out."""
    recogniser = RapidOcrRecogniser()
    with TemporaryDirectory() as folder, PeakMemory() as memory:
        cpu = tree_cpu_seconds()
        pages = [_read(recogniser, picture, text) for picture, text in _pictures(pdfs, dots_per_inch, most_pages, Path(folder))]
        cpu = tree_cpu_seconds() - cpu
    recogniser.close()
    words, indicators = sum(page.words for page in pages), sum(page.indicators for page in pages)
    return {
        "pages": len(pages),
        "word_recall": round(sum(page.words_found for page in pages) / max(words, 1), 4),
        "word_recall_median_page": round(median(page.words_found / page.words for page in pages), 4),
        "words_made_up": round(sum(page.words_made_up for page in pages) / max(words, 1), 4),
        "indicators": indicators,
        "indicator_recall": round(sum(page.indicators_found for page in pages) / max(indicators, 1), 4),
        "confidence": round(mean(page.confidence for page in pages), 3),
        "seconds_a_page": round(median(page.seconds for page in pages), 2),
        "cpu_seconds_a_page": round(cpu / max(len(pages), 1), 2),
        "peak_memory_mb": memory.peak_mb,
    }


def _pictures(pdfs: Sequence[Path], dots_per_inch: int, most_pages: int, folder: Path) -> Iterator[tuple[Path, str]]:
    """Pages with text as PNG files, with that text, evenly from all PDFs."""
    places = [(path, index) for path in pdfs for index in range(_count(path))]
    for path, index in places[:: max(1, len(places) // most_pages)][:most_pages]:
        document = pypdfium2.PdfDocument(path)
        text = document[index].get_textpage().get_text_range()
        if len(text) >= FEWEST_CHARACTERS:
            picture = folder / "page.png"
            document[index].render(scale=dots_per_inch / 72, may_draw_forms=False).to_pil().save(picture)
            yield picture, re.sub(r"[\ufffe\x02]\s*", "", text)
        document.close()


def _count(path: Path) -> int:
    document = pypdfium2.PdfDocument(path)
    try:
        return len(document)
    finally:
        document.close()


def _read(recogniser: RapidOcrRecogniser, picture: Path, text: str) -> PageRead:
    started = time.perf_counter()
    found = recogniser.read_page(picture, 1, CancelToken())
    seconds = time.perf_counter() - started
    wanted, had = Counter(WORD.findall(text.casefold())), Counter(WORD.findall(found.text.casefold()))
    plain = "".join(found.text.split())
    indicators = set(INDICATOR.findall(text))
    return PageRead(
        words=wanted.total(),
        words_found=(wanted & had).total(),
        words_made_up=(had - wanted).total(),
        indicators=len(indicators),
        indicators_found=sum("".join(each.split()) in plain for each in indicators),
        confidence=found.confidence or 0.0,
        seconds=seconds,
    )


def main() -> None:
    """Measure as the command line says."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--pdfs", type=Path, default=DATA, help="a folder of PDFs with text")
    parser.add_argument("--pages", type=int, default=40, help="most pages that are read at each resolution")
    given = parser.parse_args()
    pdfs = pdfs_in(given.pdfs)
    figures = {f"{each}_dpi": measure_pages(pdfs, each, 2 if given.quick else given.pages) for each in RESOLUTIONS}
    report(
        "recognition", given.quick, figures, {f"{name} word recall": at_least(each["word_recall"], 0.95) for name, each in figures.items()}
    )


if __name__ == "__main__":
    main()
