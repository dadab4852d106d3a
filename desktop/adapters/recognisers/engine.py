"""Lines of text on a picture, by RapidOCR; runs in the worker process `recognise`."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean, median
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from rapidocr import RapidOCR
from rapidocr.main import RapidOCRError
from rapidocr.utils.process_img import get_rotate_crop_image

from desktop.adapters.recognisers.areas import Box, content_of, tiles_of
from desktop.adapters.recognisers.geometry import Quad, lengths, placed
from desktop.adapters.recognisers.layout import PrintedLine
from desktop.adapters.recognisers.model_pack import ModelPack
from desktop.adapters.recognisers.pages import Pixels

LOOK_PIXELS = 1_400_000
TILE_PIXELS = 2_500_000
SMALL_SIDE = 736
MOST_ENLARGED = 4.0
LEAST_LINE_HEIGHT = 14
MARGIN = 16
LINES_A_CALL = 8
SAMPLED_LINES = 3
SURE = 0.9
WIDE_ASCII = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}


@dataclass(frozen=True, slots=True)
class Reading:
    """The lines of a page, and those that run across it, like a label at its side."""

    lines: list[PrintedLine]
    asides: list[PrintedLine]


class TextReader:
    """Reads the lines of pictures with the models of a pack."""

    def __init__(self, pack: ModelPack, threads: int, least_confidence: float) -> None:
        cv2.setNumThreads(threads)
        self._least = least_confidence
        self._engine = RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.use_preprocess_img": False,
                "Global.use_vertical_padding": False,
                "EngineConfig.onnxruntime.intra_op_num_threads": threads,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
                "Det.model_path": str(pack.detector),
                "Det.limit_type": "max",
                "Det.limit_side_len": 2**16,
                "Rec.model_path": str(pack.recogniser),
                "Rec.rec_keys_path": str(pack.characters) if pack.characters else None,
                "Rec.rec_batch_num": 1,
            }
        )
        blank = np.full((64, 64, 3), 255, np.uint8)
        self._look(blank, (0, 0, 64, 64), 1.0)  # it loads a model when it first needs it
        self._texts([blank])

    def read(self, pixels: Pixels, pause: Callable[[], None]) -> Reading:
        """The lines on a picture, whichever way up it is; `pause` is called between steps and may raise."""
        picture = np.pad(pixels, ((MARGIN, MARGIN), (MARGIN, MARGIN), (0, 0)), mode="edge")
        quads = self._detect(picture, pause)
        if not quads:
            return Reading([], [])
        along, across, turned = _sorted_out(quads)
        crops = [_crop(picture, quad, turned=turned) for quad in along]
        asides = [_crop(picture, quad, turned=not turned) for quad in across]
        flipped = self._is_upside_down(crops)
        turns = (1 if turned else 0) + (2 if flipped else 0)
        frames = placed(along, picture.shape[1], picture.shape[0], turns)
        lines = [
            PrintedLine(text, left, top, right, bottom, sure)
            for (text, sure), (left, top, right, bottom) in zip(self._recognise(crops, flipped, pause), frames, strict=True)
        ]
        aside_texts = self._recognise(asides, self._is_upside_down(asides), pause)
        return Reading(self._kept(lines), self._kept([PrintedLine(text, 0, 0, 0, 0, sure) for text, sure in aside_texts]))

    def _kept(self, lines: list[PrintedLine]) -> list[PrintedLine]:
        return [line for line in lines if line.text and line.confidence >= self._least]

    # --- where there is text

    def _detect(self, picture: Pixels, pause: Callable[[], None]) -> list[Quad]:
        """Quadrangles around lines: a small copy is looked at first, and the picture itself, in pieces, only where its text is small."""
        whole = content_of(picture, (0, 0, picture.shape[1], picture.shape[0]))
        if whole is None:
            return []
        width, height = whole[2] - whole[0], whole[3] - whole[1]
        scale = min((LOOK_PIXELS / (width * height)) ** 0.5, max(1.0, min(SMALL_SIDE / max(width, height), MOST_ENLARGED)))
        quads = self._look(picture, whole, scale)
        if scale >= 1 or (quads and median(min(lengths(quad)) for quad in quads) * scale >= LEAST_LINE_HEIGHT):
            return quads
        found: list[Quad] = []
        for tile in tiles_of(picture, whole, TILE_PIXELS):
            pause()
            found += self._look(picture, tile, 1.0)
        return found if len(found) >= len(quads) else quads

    def _look(self, picture: Pixels, box: Box, scale: float) -> list[Quad]:
        left, top, right, bottom = box
        size = max(32, round((right - left) * scale)), max(32, round((bottom - top) * scale))
        seen = cv2.resize(picture[top:bottom, left:right], size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
        try:
            _, found = self._engine.detect_and_crop(seen, {})
        except RapidOCRError:  # its way to say that there is no text
            return []
        factors = np.array([(right - left) / size[0], (bottom - top) / size[1]], np.float32)
        corner = np.array([left, top], np.float32)
        return [np.asarray(quad, np.float32) * factors + corner for quad in (() if found.boxes is None else found.boxes)]

    # --- what it says

    def _is_upside_down(self, crops: Sequence[Pixels]) -> bool:
        """Whether lines read better the other way up, by a few long ones: upside-down lines are read too, but badly."""
        sample = sorted(crops, key=lambda crop: crop.shape[1] / crop.shape[0], reverse=True)[:SAMPLED_LINES]
        sure = _sureness(self._texts(sample))
        return sure < SURE and _sureness(self._texts([np.rot90(crop, 2) for crop in sample])) > sure

    def _recognise(self, crops: Sequence[Pixels], flipped: bool, pause: Callable[[], None]) -> list[tuple[str, float]]:
        found: list[tuple[str, float]] = []
        for at in range(0, len(crops), LINES_A_CALL):
            pause()
            found += self._texts([np.rot90(crop, 2) if flipped else crop for crop in crops[at : at + LINES_A_CALL]])
        return found

    def _texts(self, crops: Sequence[Pixels]) -> list[tuple[str, float]]:
        if not crops:
            return []
        found = self._engine.recognize_txt([np.ascontiguousarray(crop) for crop in crops])
        return [(_tidied(text), float(sure)) for text, sure in zip(found.txts or (), found.scores, strict=True)]


def _sureness(texts: Sequence[tuple[str, float]]) -> float:
    return mean(sure for _, sure in texts) if texts else 1.0


def _tidied(text: str) -> str:
    """A line in NFC; the wide signs of Chinese type that the engine sees in Latin text become what was printed."""
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    has_wide_letters = any(unicodedata.east_asian_width(each) == "W" for each in plain)
    return plain if has_wide_letters else plain.translate(WIDE_ASCII)


def _sorted_out(quads: Sequence[Quad]) -> tuple[list[Quad], list[Quad], bool]:
    """Quadrangles that run the way most text of the page does, those that run across, and whether that way is up or down the page."""
    sizes = [lengths(quad) for quad in quads]
    upright = sum(width for width, height in sizes if width >= 1.5 * height)
    turned = sum(height for width, height in sizes if height >= 1.5 * width) > upright
    across = [(width >= 1.5 * height) if turned else (height >= 1.5 * width) for width, height in sizes]
    along = [quad for quad, is_across in zip(quads, across, strict=True) if not is_across]
    return along, [quad for quad, is_across in zip(quads, across, strict=True) if is_across], turned


def _crop(picture: Pixels, quad: Quad, *, turned: bool) -> Pixels:
    """What is within a quadrangle, lying; RapidOCR lays down by itself what is much higher than wide."""
    crop: NDArray[Any] = get_rotate_crop_image(picture, quad.copy())
    width, height = lengths(quad)
    return np.rot90(crop) if turned and height < 1.5 * width else crop
