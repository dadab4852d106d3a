"""Recognition models: those that RapidOCR brings, or a pack, which is a folder with a manifest.

A pack brings the models for scripts that the bundled ones do not read (Cyrillic and Korean, for two); right-to-left scripts are not
supported. It lies in the vault's `packs/` and is named in the settings (recognition.models). Its `recognition.toml` says

    name = "PP-OCRv5 Cyrillic"        what it is called, kept with every document that it read
    version = "1"
    detector = "det.onnx"             finds lines; without it the bundled one does
    recogniser = "rec.onnx"           reads lines
    characters = "characters.txt"     a character a line, where the recogniser does not carry them itself

with files as PaddleOCR and RapidOCR publish them. Names are of files in the folder itself.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from desktop.domain.errors import ModelUnavailable

MANIFEST = "recognition.toml"
BUNDLED = "PP-OCRv6 small"
DETECTOR = "PP-OCRv6_det_small.onnx"
RECOGNISER = "PP-OCRv6_rec_small.onnx"
_AGAIN = "Install Coffer, or the pack, again."


@dataclass(frozen=True, slots=True)
class ModelPack:
    """The files of a pack, and what it is called."""

    name: str
    detector: Path
    recogniser: Path
    characters: Path | None = None

    def identity(self) -> str:
        """Engine and models, with versions and the recogniser's hash."""
        with self.recogniser.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        return f"RapidOCR {metadata.version('rapidocr')} {self.name}@{digest[:8]}"

    def check(self) -> None:
        """Raise ModelUnavailable if a file is missing or cannot be read."""
        for path in filter(None, (self.detector, self.recogniser, self.characters)):
            try:
                path.open("rb").close()
            except FileNotFoundError as error:
                raise ModelUnavailable(f"The recognition model {path} is missing.", _AGAIN) from error
            except OSError as error:
                raise ModelUnavailable(f"The recognition model {path} could not be read: {error.strerror}.", _AGAIN) from error


def find_models(folder: Path | None) -> ModelPack:
    """The pack in `folder`, or the bundled models; ModelUnavailable if they are incomplete."""
    pack = _bundled() if folder is None else _read(folder)
    pack.check()
    return pack


def _bundled() -> ModelPack:
    """The engine itself is not imported for it: only the worker process may load that."""
    spec = find_spec("rapidocr")
    if spec is None or spec.origin is None:
        raise ModelUnavailable("RapidOCR is not installed.", "Install Coffer again.")
    models = Path(spec.origin).parent / "models"
    return ModelPack(BUNDLED, models / DETECTOR, models / RECOGNISER)


def _read(folder: Path) -> ModelPack:
    manifest = folder / MANIFEST
    try:
        said = tomllib.loads(manifest.read_text(encoding="utf-8"))
        files = {name: _file(folder, said[name]) for name in ("detector", "recogniser", "characters") if name in said}
        name = f"{said['name']} {said['version']}"
        return ModelPack(name, files.get("detector") or _bundled().detector, files["recogniser"], files.get("characters"))
    except OSError as error:
        raise ModelUnavailable(f"The pack {folder} has no readable {MANIFEST}: {error.strerror}.", "Check recognition.models.") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ModelUnavailable(
            f"{manifest} is no manifest of a pack: {error}.", "It names name, version, recogniser, and perhaps detector and characters."
        ) from error


def _file(folder: Path, name: str) -> Path:
    if not name or name != Path(name).name or "\0" in name:
        raise ValueError(f"{name!r} is not the name of a file in the pack")
    return folder / name
