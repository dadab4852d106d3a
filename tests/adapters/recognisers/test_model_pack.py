"""Models are found, or it is said what is missing."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path

import pytest

from desktop.adapters.recognisers.model_pack import find_models
from desktop.domain.errors import ModelUnavailable

MANIFEST = 'name = "PP-OCRv5 Cyrillic"\nversion = "2"\nrecogniser = "rec.onnx"\n'


def pack(folder: Path, manifest: str = MANIFEST, files: tuple[str, ...] = ("rec.onnx",)) -> Path:
    (folder / "recognition.toml").write_text(manifest, encoding="utf-8")
    for name in files:
        (folder / name).write_bytes(b"onnx")
    return folder


def test_the_bundled_models_are_found_without_loading_their_engine() -> None:
    models = find_models(None)
    assert models.identity() == f"RapidOCR {metadata.version('rapidocr')} PP-OCRv6 small@6f327246"
    assert models.detector.is_file()
    assert "rapidocr.main" not in sys.modules


def test_a_pack_names_its_files_and_may_leave_detection_to_the_bundled_model(tmp_path: Path) -> None:
    models = find_models(pack(tmp_path))
    assert (models.recogniser, models.characters) == (tmp_path / "rec.onnx", None)
    assert models.detector == find_models(None).detector
    assert "PP-OCRv5 Cyrillic 2@" in models.identity()
    whole = MANIFEST + 'detector = "det.onnx"\ncharacters = "chars.txt"\n'
    models = find_models(pack(tmp_path, whole, ("rec.onnx", "det.onnx", "chars.txt")))
    assert (models.detector, models.characters) == (tmp_path / "det.onnx", tmp_path / "chars.txt")


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ("name = ", "no manifest"),
        ('name = "x"\nversion = "1"\n', "'recogniser'"),
        ('name = "x"\nversion = "1"\nrecogniser = 3\n', "no manifest"),
        (MANIFEST.replace("rec.onnx", "../rec.onnx"), "not the name of a file in the pack"),
        (MANIFEST.replace("rec.onnx", "other.onnx"), "other.onnx is missing"),
        (MANIFEST.replace("rec.onnx", "a" * 300), "could not be read: File name too long"),
        (MANIFEST.replace("rec.onnx", r"a\u0000b"), "not the name of a file in the pack"),
        (f"name = {'[' * 5000}", "no manifest"),
    ],
)
def test_a_pack_that_is_wrong_is_named_with_what_is_wrong(tmp_path: Path, manifest: str, said: str) -> None:
    with pytest.raises(ModelUnavailable, match=said) as caught:
        find_models(pack(tmp_path, manifest))
    assert str(tmp_path) in caught.value.message
    assert caught.value.hint


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="nowhere"):
        find_models(tmp_path / "nowhere")
