"""Quotes on real pages: a box for each line, where the words really stand."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageStat

from desktop.adapters.converters.rendering import OriginalPageRenderer
from desktop.domain.errors import ConversionFailed
from tests.adapters.converters.pdf_maker import Put, make_pdf

DATA = Path(__file__).parents[2] / "data" / "converters"


@pytest.fixture(scope="module")
def renderer() -> Iterator[OriginalPageRenderer]:
    renderer = OriginalPageRenderer()
    yield renderer
    renderer.close()


def test_a_quote_over_two_lines_has_two_boxes_and_there_is_ink_in_them(renderer: OriginalPageRenderer) -> None:
    path = DATA / "fact-sheet.pdf"
    boxes = renderer.locate(path, 1, 'by delivering a "phishing" email to a company employee')
    assert len(boxes) == 3
    assert [box.top for box in boxes] == sorted(box.top for box in boxes)
    page = renderer.render(path, 1, 1000)
    picture = Image.open(BytesIO(page.png)).convert("L")
    for box in boxes:
        area = picture.crop(
            (int(box.left * page.width), int(box.top * page.height), int(box.right * page.width), int(box.bottom * page.height))
        )
        assert 40 < ImageStat.Stat(area).mean[0] < 240


def test_boxes_are_where_the_line_was_put(renderer: OriginalPageRenderer, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(make_pdf([[Put(100, 742, "evil.example", 10)]]))
    (box,) = renderer.locate(path, 1, "evil[.]example")
    assert box.left == pytest.approx(100 / 595, abs=0.003)
    assert box.bottom == pytest.approx(1 - 742 / 842, abs=0.004)
    assert box.top == pytest.approx(1 - 750 / 842, abs=0.004)


def test_a_quote_of_which_the_page_holds_half_is_shown_by_that_half(renderer: OriginalPageRenderer, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    half = "The group sent mails to three ministries and waited"
    path.write_bytes(make_pdf([[Put(100, 742, half, 10)]]))
    assert len(renderer.locate(path, 1, half + " for answers that never came from anyone at all")) == 1


def test_a_huge_width_is_bounded_and_a_changed_file_is_read_anew(renderer: OriginalPageRenderer, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(make_pdf([[Put(100, 742, "one")]]))
    image = renderer.render(path, 1, 50_000)
    assert image.width * image.height < 41_000_000
    path.write_bytes(make_pdf([[Put(100, 742, "one")], []]))
    assert renderer.page_count(path) == 2


def test_a_password_is_named(renderer: OriginalPageRenderer) -> None:
    with pytest.raises(ConversionFailed, match="needs a password"):
        renderer.page_count(DATA / "r5-user-password.pdf")


def test_a_page_is_drawn_again_after_a_pdf_that_would_not_open(renderer: OriginalPageRenderer, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.pdf", tmp_path / "bad.pdf"
    good.write_bytes(make_pdf([[Put(100, 742, "one")]]))
    bad.write_bytes(b"%PDF-1.4 nothing more")
    first = renderer.render(good, 1, 200)
    with pytest.raises(ConversionFailed, match="damaged"):
        renderer.page_count(bad)
    assert renderer.render(good, 1, 200) == first


def test_frames_of_an_image_are_drawn_no_wider_than_they_are(renderer: OriginalPageRenderer, tmp_path: Path) -> None:
    path = tmp_path / "fax.tiff"
    Image.new("RGB", (300, 200), "red").save(path, save_all=True, append_images=[Image.new("RGB", (120, 60), "blue")])
    assert renderer.page_count(path) == 2
    for page, width, size in ((1, 0, (300, 200)), (1, 150, (150, 100)), (2, 900, (120, 60))):
        drawn = renderer.render(path, page, width)
        assert (drawn.width, drawn.height) == size
    assert Image.open(BytesIO(renderer.render(path, 2, 0).png)).getpixel((5, 5)) == (0, 0, 255)
    assert renderer.locate(path, 1, "anything") == ()


def test_an_image_that_cannot_be_decoded_costs_an_error_and_no_more(renderer: OriginalPageRenderer, tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    with pytest.raises(ConversionFailed, match="damaged"):
        renderer.render(path, 1, 100)
    Image.new("L", (10, 10)).save(path)
    assert renderer.render(path, 1, 0).width == 10
