"""What every Recogniser does: the fake that other tests use, and the real process on RapidOCR."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from desktop.adapters.recognisers.rapidocr_recogniser import RapidOcrRecogniser
from desktop.application.job import CancelToken
from desktop.application.ports import Recognised, Recogniser
from desktop.domain.errors import Cancelled, ConversionFailed
from tests.adapters.converters.pictures import scanned_pdf, text_picture
from tests.fakes.recogniser import TextRecogniser

PAGES = ("Velvet Heron", "", "CVE-2023-23397")


@pytest.fixture(scope="module")
def real() -> Iterator[RapidOcrRecogniser]:
    recogniser = RapidOcrRecogniser()
    yield recogniser
    recogniser.close()


@pytest.fixture(params=["fake", "real"])
def recogniser(request: pytest.FixtureRequest, real: RapidOcrRecogniser) -> Recogniser:
    return TextRecogniser() if request.param == "fake" else real


@pytest.fixture
def original(recogniser: Recogniser, tmp_path: Path) -> Path:
    path = tmp_path / "original.pdf"
    if isinstance(recogniser, TextRecogniser):
        path.write_text("\f".join(PAGES), encoding="utf-8")
        return path
    return scanned_pdf(path, [text_picture([text]) if text else Image.new("L", (400, 400), 255) for text in PAGES])


def test_each_page_is_read_by_its_number(recogniser: Recogniser, original: Path) -> None:
    for page in (1, 3):
        found = recogniser.read_page(original, page, CancelToken())
        assert found.text == PAGES[page - 1]
        assert found.confidence is not None
        assert 0 < found.confidence <= 1


def test_a_page_without_text_is_none_to_be_sure_of(recogniser: Recogniser, original: Path) -> None:
    assert recogniser.read_page(original, 2, CancelToken()) == Recognised("", None)


def test_one_that_rested_reads_again(recogniser: Recogniser, original: Path) -> None:
    recogniser.rest()
    assert recogniser.read_page(original, 1, CancelToken()).text == PAGES[0]


@pytest.mark.parametrize("page", [0, 4])
def test_a_page_that_is_not_there_is_a_known_error(recogniser: Recogniser, original: Path, page: int) -> None:
    with pytest.raises(ConversionFailed, match=f"no page {page}"):
        recogniser.read_page(original, page, CancelToken())


@pytest.mark.parametrize("content", [None, b"\xff\xfe\xff", b"\xff%PDF-1.4 and nothing more"])
def test_what_cannot_be_opened_is_a_known_error(recogniser: Recogniser, tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "bad"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConversionFailed) as caught:
        recogniser.read_page(path, 1, CancelToken())
    assert caught.value.hint


def test_who_has_cancelled_gets_nothing(recogniser: Recogniser, original: Path) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        recogniser.read_page(original, 1, cancel)


def test_it_says_who_read(recogniser: Recogniser) -> None:
    assert recogniser.identity
