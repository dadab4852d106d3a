"""What every PageRenderer must do: the fake that other tests use, and the real process on PDFium."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.adapters.converters.rendering import OriginalPageRenderer
from desktop.application.ports import PageRenderer
from desktop.domain.errors import ConversionFailed
from tests.adapters.converters.pdf_maker import Put, make_pdf
from tests.fakes.renderer import TextRenderer

PAGES = (("Grey Otter stole cre-", "dentials, then CVE-2023-23397"), ("A second page",))


@pytest.fixture(scope="module")
def real() -> Iterator[OriginalPageRenderer]:
    renderer = OriginalPageRenderer()
    yield renderer
    renderer.close()


@pytest.fixture(params=["fake", "real"])
def renderer(request: pytest.FixtureRequest, real: OriginalPageRenderer) -> PageRenderer:
    return TextRenderer() if request.param == "fake" else real


@pytest.fixture
def original(renderer: PageRenderer, tmp_path: Path) -> Path:
    path = tmp_path / "original.pdf"
    if isinstance(renderer, TextRenderer):
        path.write_text("\f".join("\n".join(lines) for lines in PAGES), encoding="utf-8")
    else:
        path.write_bytes(make_pdf([[Put(50, 800 - 12 * row, line) for row, line in enumerate(lines)] for lines in PAGES]))
    return path


def test_pages_are_counted(renderer: PageRenderer, original: Path) -> None:
    assert renderer.page_count(original) == 2


def test_a_page_is_a_picture_of_the_width_asked_for(renderer: PageRenderer, original: Path) -> None:
    image = renderer.render(original, 1, 300)
    assert image.png.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", image.png[16:24]) == (image.width, image.height)
    assert image.width == 300


def test_a_quote_is_found_by_its_letters_on_its_page_only(renderer: PageRenderer, original: Path) -> None:
    (box,) = renderer.locate(original, 1, "*then* cve 2023 23397")
    assert 0 <= box.left < box.right <= 1
    assert 0 < box.top < box.bottom < 0.2
    assert renderer.locate(original, 2, "then CVE-2023-23397") == ()
    assert renderer.locate(original, 1, "…") == ()


@pytest.mark.parametrize("page", [0, 3])
def test_a_page_that_is_not_there_is_a_known_error(renderer: PageRenderer, original: Path, page: int) -> None:
    with pytest.raises(ConversionFailed, match=f"no page {page}"):
        renderer.render(original, page, 100)


def test_what_is_no_pdf_is_a_known_error(renderer: PageRenderer, tmp_path: Path) -> None:
    path = tmp_path / "bad.pdf"
    path.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(ConversionFailed):
        renderer.page_count(path)
    with pytest.raises(ConversionFailed):
        renderer.page_count(tmp_path / "gone.pdf")
