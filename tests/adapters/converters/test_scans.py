"""Pages that are pictures of text, and pages that only look like it."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from desktop.adapters.converters.pdf.document import convert_pdf
from tests.adapters.converters.pdf_maker import Put, make_pdf

STAMP = [Put(250, 30, "- 17 -")]
FIGURE_TEXT = [Put(50, 60, "Figure 1 shows how the loader reached the host.")]


def with_picture(path: Path, texts: list[Put], share: float) -> Path:
    """A page with texts, and a picture over this share of its height."""
    document = pypdfium2.PdfDocument(make_pdf([texts]))
    page = document[0]
    stream = io.BytesIO()
    Image.new("RGB", (60, 80), "grey").save(stream, "JPEG")
    picture = pypdfium2.PdfImage.new(document)
    picture.load_jpeg(io.BytesIO(stream.getvalue()), inline=True)
    width, height = page.get_size()
    picture.set_matrix(pypdfium2.PdfMatrix().scale(width, share * height))
    page.insert_obj(picture)
    page.gen_content()
    document.save(path)
    document.close()
    return path


@pytest.mark.parametrize(
    ("texts", "share", "scanned"),
    [(STAMP, 1.0, True), (STAMP, 0.6, True), (STAMP, 0.3, False), (FIGURE_TEXT, 1.0, False)],
    ids=["stamp on a scan", "stamp below a scan", "a small picture", "a figure with its caption"],
)
def test_hardly_any_text_on_a_picture_waits_for_ocr_and_is_kept(tmp_path: Path, texts: list[Put], share: float, scanned: bool) -> None:
    conversion = convert_pdf(with_picture(tmp_path / "a.pdf", texts, share), 10)
    assert conversion.empty_pages == ((1,) if scanned else ())
    assert texts[0].text.strip("- ") in conversion.markdown
