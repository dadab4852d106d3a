"""An image is a document of pages that wait for OCR."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from desktop.adapters.converters.conversion import convert_file
from desktop.adapters.converters.images import convert_image
from desktop.application.ports import ConversionLimits
from desktop.domain.errors import ConversionFailed


def test_each_frame_is_a_page_without_text(tmp_path: Path) -> None:
    path = tmp_path / "scan.png"
    first, second = Image.new("L", (20, 20)), Image.new("L", (20, 20))
    first.save(path, "TIFF", save_all=True, append_images=[second])
    conversion = convert_file(path, ConversionLimits(60, 10**9, 10**6, 100))
    assert conversion.markdown == "<!-- page: 1 -->\n\n<!-- page: 2 -->\n"
    assert (conversion.format, conversion.pages, conversion.empty_pages) == ("tiff", 2, (1, 2))
    assert conversion.converter.startswith("coffer-image 1 (Pillow ")


def test_too_many_frames_are_refused_with_the_limit_named(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    frames = [Image.new("L", (8, 8), shade) for shade in (0, 90, 180)]
    frames[0].save(path, "GIF", save_all=True, append_images=frames[1:])
    with pytest.raises(ConversionFailed, match="3 frames, more than the 2") as caught:
        convert_image(path, 2)
    assert "imports.max_pages" in caught.value.hint
