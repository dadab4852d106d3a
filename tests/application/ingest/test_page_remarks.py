"""What is said about pages without text."""

from __future__ import annotations

import pytest

from desktop.application.ingest.page_remarks import remark_on_pages
from desktop.domain.quality import FULLY_READ, Quality, RecognisedPage


def read(*pages: tuple[int, float | None], empty: tuple[int, ...]) -> Quality:
    return Quality(empty_pages=empty, recognised=tuple(RecognisedPage(page, sure) for page, sure in pages))


@pytest.mark.parametrize(
    ("quality", "pages", "sentences"),
    [
        (FULLY_READ, 3, ""),
        (Quality(empty_pages=(2, 3)), 3, "No text on 2 of 3 pages; they are read by OCR afterwards."),
        (Quality(empty_pages=(1,)), 1, "No text was found in it; it is read by OCR afterwards."),
        (read((2, 0.9), (3, 0.95), empty=(2, 3)), 20, "2 of 20 pages had no text and were read by OCR."),
        (read((2, 0.9), empty=(2,)), 20, "1 of 20 pages had no text and was read by OCR."),
        (read((1, 0.9), empty=(1,)), 1, "It had no text and was read by OCR."),
        (read((1, 0.414), empty=(1,)), 1, "It had no text and was read by OCR. It was hard to read (41 %)."),
        (read((3, 0.41), empty=(3,)), 9, "1 of 9 pages had no text and was read by OCR. Page 3 was hard to read (41 %)."),
        (
            read((3, 0.41), (4, 0.5), empty=(3, 4)),
            4,
            "2 of 4 pages had no text and were read by OCR. Pages 3 (41 %), 4 (50 %) were hard to read.",
        ),
        (read((1, None), empty=(1,)), 1, "OCR got no text from it; look at the original."),
        (
            read((1, 0.9), (2, None), (3, None), empty=(1, 2, 3, 5)),
            5,
            "1 of 5 pages had no text and was read by OCR. OCR got no text from pages 2–3; look at the original. "
            "No text on 1 of 5 pages; they are read by OCR afterwards.",
        ),
    ],
)  # fmt: skip
def test_every_page_without_text_is_spoken_of(quality: Quality, pages: int, sentences: str) -> None:
    assert remark_on_pages(quality, pages, recognises=True) == sentences


def test_where_ocr_is_off_it_says_so_and_names_the_setting() -> None:
    said = remark_on_pages(Quality(empty_pages=(1, 2)), 2, recognises=False)
    assert said == "No text on 2 of 2 pages; OCR is off, so they can be looked at, not searched (recognition.enabled)."


def test_many_hard_pages_are_drawn_together() -> None:
    quality = read(*((page, 0.5) for page in range(1, 8)), empty=tuple(range(1, 8)))
    assert "7 pages were hard to read: pages 1–7." in remark_on_pages(quality, 7, recognises=True)
