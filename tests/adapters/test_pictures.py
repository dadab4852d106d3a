"""Image files as a person is meant to see them, and what is wrong with them in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from desktop.adapters import pictures
from desktop.adapters.pictures import count_frames, picture_format, read_frame
from desktop.domain.errors import ConversionFailed

PLENTY = 1_000_000


def saved(path: Path, image: Image.Image, kind: str, **options: object) -> Path:
    image.save(path, kind, **options)
    return path


@pytest.mark.parametrize(
    ("kind", "name"), [("PNG", "png"), ("JPEG", "jpg"), ("GIF", "gif"), ("BMP", "bmp"), ("TIFF", "tiff"), ("WEBP", "webp")]
)
def test_each_format_is_read(tmp_path: Path, kind: str, name: str) -> None:
    path = saved(tmp_path / "a", Image.new("RGB", (30, 20), "red"), kind)
    frame = read_frame(path, 1, PLENTY)
    red, green, blue = frame.getpixel((5, 5))
    assert (picture_format(path), count_frames(path), frame.mode, frame.size) == (name, 1, "RGB", (30, 20))
    assert red > 240
    assert green < 20
    assert blue < 20


@pytest.mark.parametrize("kind", ["TIFF", "GIF", "WEBP"])
def test_frames_are_pages(tmp_path: Path, kind: str) -> None:
    colours = ("red", "lime", "blue")
    first, *rest = [Image.new("RGB", (20, 20), colour) for colour in colours]
    path = saved(tmp_path / "a", first, kind, save_all=True, append_images=rest)
    assert count_frames(path) == 3
    seen = [read_frame(path, number, PLENTY).resize((1, 1)).tobytes() for number in (1, 2, 3)]
    assert [max(range(3), key=colour.__getitem__) for colour in seen] == [0, 1, 2]


@pytest.mark.parametrize("frame", [0, 2])
def test_a_frame_that_is_not_there_is_named(tmp_path: Path, frame: int) -> None:
    path = saved(tmp_path / "a.png", Image.new("L", (5, 5)), "PNG")
    with pytest.raises(ConversionFailed, match=f"no page {frame}: the image has 1"):
        read_frame(path, frame, PLENTY)


def test_a_photograph_is_turned_as_the_camera_says(tmp_path: Path) -> None:
    image = Image.new("RGB", (40, 20), "white")
    exif = Image.Exif()
    exif[0x0112] = 6
    assert read_frame(saved(tmp_path / "a.jpg", image, "JPEG", exif=exif), 1, PLENTY).size == (20, 40)


def test_what_is_transparent_lies_on_paper_that_shows_the_rest(tmp_path: Path) -> None:
    for ink, paper in (((0, 0, 0, 255), (255, 255, 255)), ((255, 255, 255, 255), (0, 0, 0))):
        image = Image.new("RGBA", (20, 20), (0, 0, 0, 0))
        image.paste(ink, (0, 0, 10, 10))
        frame = read_frame(saved(tmp_path / "a.png", image, "PNG"), 1, PLENTY)
        assert (frame.getpixel((5, 5)), frame.getpixel((15, 15))) == (ink[:3], paper)


def test_grey_in_sixteen_bits_keeps_its_shades(tmp_path: Path) -> None:
    image = Image.new("I;16", (10, 10), 0x8000)
    assert read_frame(saved(tmp_path / "a.png", image, "PNG"), 1, PLENTY).getpixel((5, 5)) == (128, 128, 128)


def test_a_large_picture_is_made_smaller(tmp_path: Path) -> None:
    for kind in ("PNG", "JPEG"):
        frame = read_frame(saved(tmp_path / "a", Image.new("RGB", (800, 400)), kind), 1, 80_000)
        assert frame.width * frame.height <= 80_000
        assert frame.width == pytest.approx(2 * frame.height, rel=0.02)


def test_a_bomb_is_refused_before_it_goes_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_PIXELS", 1_000_000)
    path = saved(tmp_path / "a.png", Image.new("1", (1001, 1000)), "PNG")
    with pytest.raises(ConversionFailed, match="more than 1 million pixels") as caught:
        count_frames(path)
    assert caught.value.hint


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n" + bytes(40), b"%!PS-Adobe-3.0\n", b"GIF89a" + b"\xff" * 30])
def test_what_is_no_image_is_a_known_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(content)
    with pytest.raises(ConversionFailed) as caught:
        read_frame(path, 1, PLENTY)
    assert caught.value.hint


def test_an_image_that_breaks_off_is_a_known_error(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.jpg", Image.effect_noise((200, 200), 80).convert("RGB"), "JPEG")
    path.write_bytes(path.read_bytes()[:2000])
    assert count_frames(path) == 1
    with pytest.raises(ConversionFailed, match="damaged"):
        read_frame(path, 1, PLENTY)
