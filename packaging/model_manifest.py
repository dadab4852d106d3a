"""Read resources/models.toml, and believe nothing in it that could write outside the models' folder."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from console import SetUpFailed

KINDS = ("embedder", "language")
SOURCES = ("repository", "package", "url")
SCHEMES = ("https", "http", "file")

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
SHA256 = re.compile(r"[0-9a-f]{64}")
PINNED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9][A-Za-z0-9.!+_-]*")


@dataclass(frozen=True)
class ModelFile:
    """One file of a model: where it goes, what it must be, and which part of the source it is."""

    path: str
    bytes: int
    sha256: str
    member: str = ""
    url: str = ""


@dataclass(frozen=True)
class Model:
    """One model: what it is, under which licence, why it was chosen, and where its files come from.

    `languages` are those that an embedder knows, as ISO 639 names them; a language model names none.
    """

    name: str
    kind: str
    version: str
    licence: str
    licence_text: str
    origin: str
    why: str
    file: str
    source: str
    files: tuple[ModelFile, ...]
    package: str = ""
    package_sha256: str = ""
    languages: tuple[str, ...] = ()


def read_manifest(path: Path) -> tuple[Model, ...]:
    """Read and check the whole list."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))["model"]
        models = tuple(read_model(table) for table in tables)
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as reason:
        raise SetUpFailed(f"{path} is not a list of models: {reason}") from reason
    names = [model.name for model in models]
    demand(len(set(names)) == len(names), f"{path} names a model twice")
    return models


def read_model(table: dict[str, Any]) -> Model:
    """Read one model."""
    files = tuple(ModelFile(**file) for file in table["files"])
    model = Model(**{**table, "files": files, "languages": tuple(table.get("languages", ()))})
    demand(bool(NAME.fullmatch(model.name)), f"{model.name!r} is no name for a folder")
    for key in ("version", "licence", "licence_text", "origin", "why"):
        demand(bool(getattr(model, key)), f"{model.name} says no {key}")
    demand(model.kind in KINDS, f"{model.name} is of no known kind: {model.kind!r}")
    demand(model.source in SOURCES, f"{model.name} has no known source: {model.source!r}")
    demand(model.file in [file.path for file in files], f"{model.name} does not list its own file {model.file!r}")
    if model.source == "package":
        demand(bool(PINNED.fullmatch(model.package)), f"{model.name} names no exact package: {model.package!r}")
        demand(bool(SHA256.fullmatch(model.package_sha256)), f"{model.name} has no SHA-256 of its package")
    for file in files:
        check_file(model, file)
    return model


def check_file(model: Model, file: ModelFile) -> None:
    """Refuse a file that cannot be verified, has no source, or would land outside its model's folder."""
    here = f"{model.name}: {file.path!r}"
    parts = PurePosixPath(file.path).parts
    demand(bool(parts) and all(NAME.fullmatch(part) for part in parts), f"{here} is no path inside the model's folder")
    demand(bool(SHA256.fullmatch(file.sha256)), f"{here} has no SHA-256")
    demand(file.bytes > 0, f"{here} has no size")
    demand(bool(file.member) == (model.source == "package"), f"{here} must name a member, and only if it comes from a package")
    demand(bool(file.url) == (model.source == "url"), f"{here} must name a url, and only if it comes from one")
    demand(not file.url or urlsplit(file.url).scheme in SCHEMES, f"{here} comes from no known kind of place: {file.url!r}")


def demand(holds: bool, reason: str) -> None:
    """Refuse the list with a reason."""
    if not holds:
        raise SetUpFailed(f"the list of models is refused: {reason}")
