"""What a folder with an embedding model says of itself, by the files that sentence-transformers writes and one of our own.

`embedder.toml`, if it is there, has the last word: `model_file`, `pooling` (mean or cls), `query_prefix`, `document_prefix`, `languages`.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from desktop.domain.errors import ModelUnavailable

OWN = "embedder.toml"
CONFIG, TOKENIZER = "config.json", "tokenizer.json"
_NEEDED = (TOKENIZER, "tokenizer_config.json", CONFIG)
_MODELS = ("model.onnx", "model_quantized.onnx", "onnx/model.onnx", "onnx/model_quantized.onnx", "model_optimized.onnx")
_WIDTHS = ("hidden_size", "n_embd", "dim", "d_model")
_POOLINGS = ("mean", "cls")
_PREFIXES = {"nomic_bert": ("search_query: ", "search_document: ")}
"""Models that are known to need prefixes and whose own files do not say so, by `model_type`."""
_LARGEST = 2**20
_FETCH = "Fetch it again with packaging/fetch_models.py. Keyword search and grep work without it."


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A model's file, how its vectors come about, and what stands before each text; `languages` is empty where nothing is stated."""

    folder: Path
    model_file: str = "model.onnx"
    pooling: str = "mean"
    query_prefix: str = ""
    document_prefix: str = ""
    languages: tuple[str, ...] = ()
    dimensions: int = 0

    @property
    def manner(self) -> str:
        """What of this makes vectors differ, besides the model itself."""
        prefixes = f" query={self.query_prefix!r} document={self.document_prefix!r}" if self.query_prefix or self.document_prefix else ""
        return f"{self.pooling}{prefixes}"


def read_model_folder(folder: Path) -> ModelFolder:
    """What a folder says; ModelUnavailable if it lacks a file, or says something that makes no sense."""
    missing = [name for name in _NEEDED if not _is_file(folder / name)]
    model_file = next((name for name in _MODELS if _is_file(folder / name)), "")
    if missing or not (model_file or (folder / OWN).is_file()):
        lacking = ", ".join([*missing, *([] if model_file else [_MODELS[0]])])
        raise ModelUnavailable(f"The embedding model in {folder} is incomplete: {lacking} missing.", _FETCH)
    config = _json(folder / CONFIG)
    width = next((config[name] for name in _WIDTHS if isinstance(config.get(name), int)), 0)
    if width < 1:
        raise ModelUnavailable(f"The embedding model's {folder / CONFIG} is damaged.", _FETCH)
    query, document = _PREFIXES.get(str(config.get("model_type")), ("", ""))
    told = ModelFolder(folder, model_file, _pooling(folder), query, document, (), width)
    return _with_own(_with_prompts(told))


def _pooling(folder: Path) -> str:
    path = folder / "1_Pooling" / "config.json"
    return "cls" if path.is_file() and _json(path).get("pooling_mode_cls_token") is True else "mean"


def _with_prompts(told: ModelFolder) -> ModelFolder:
    """With the prefixes that sentence-transformers keeps, if there are any."""
    path = told.folder / "config_sentence_transformers.json"
    prompts = _json(path).get("prompts") if path.is_file() else None
    if not isinstance(prompts, dict):
        return told
    query, document = prompts.get("query"), prompts.get("document", prompts.get("passage"))
    return replace(
        told,
        query_prefix=query if isinstance(query, str) else told.query_prefix,
        document_prefix=document if isinstance(document, str) else told.document_prefix,
    )


def _with_own(told: ModelFolder) -> ModelFolder:
    path = told.folder / OWN
    if not path.is_file():
        return told
    try:
        own = tomllib.loads(_content(path).decode())
    except (ValueError, RecursionError) as error:
        raise ModelUnavailable(f"{path} cannot be understood: {error}.", "Mend it, or move it away.") from error
    changes: dict[str, Any] = {name: own[name] for name in ("model_file", "pooling", "query_prefix", "document_prefix") if name in own}
    languages = own.get("languages", [])
    texts = [*changes.values(), *(languages if isinstance(languages, list) else [None])]
    if not all(isinstance(each, str) for each in texts) or changes.get("pooling", told.pooling) not in _POOLINGS:
        raise ModelUnavailable(f"{path} says something that makes no sense.", f"Pooling is {' or '.join(_POOLINGS)}; the rest is text.")
    made = replace(told, **changes, languages=tuple(languages))
    try:
        inside = (told.folder / made.model_file).resolve()
    except (ValueError, OSError, RuntimeError) as error:  # a zero in the name; too long a name; a link to itself
        raise ModelUnavailable(f"{path} names a model by what is no path.", "Mend it, or move it away.") from error
    if not inside.is_relative_to(told.folder.resolve()) or not _is_file(inside):
        raise ModelUnavailable(f"{path} names the model {made.model_file}, which is not in the folder.", "Mend it, or move it away.")
    return made


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(_content(path))
    except (ValueError, RecursionError) as error:
        raise ModelUnavailable(f"The embedding model's {path} is damaged.", _FETCH) from error
    return found if isinstance(found, dict) else {}


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError as error:
        raise ModelUnavailable(f"The embedding model's {path} could not be read: {error.strerror}.", _FETCH) from error


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_LARGEST)
    except OSError as error:
        raise ModelUnavailable(f"The embedding model's {path} could not be read: {error.strerror}.", _FETCH) from error
