"""What is inside the built program, and under which licences: a CycloneDX list of parts, and the licence texts themselves.

The list goes by what was built, not by what is installed: a package is in it if one of its files or modules is in the bundle.
Format: CycloneDX 1.5, https://cyclonedx.org/docs/1.5/json/.
"""

from __future__ import annotations

import json
import re
import shutil
import tomllib
import uuid
from collections.abc import Iterable
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

from model_manifest import Model, read_manifest

ROOT = Path(__file__).resolve().parent.parent
MODULES_OF = re.compile(r"\('([\w.]+)',")
LICENCE_FILE = re.compile(r"(?:licen[cs]e|copying|notice|authors|copyright|third.?party)", re.IGNORECASE)


def write(folder: Path) -> None:
    """Write parts.cdx.json and the folder licences/ into the built program, beside its resources."""
    shipped = tuple(packages_in(folder))
    models = read_manifest(ROOT / "resources" / "models.toml")
    listed = bill_of_materials(shipped, models)
    (folder / "parts.cdx.json").write_text(json.dumps(listed, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    for distribution in shipped:
        copy_licences(distribution, folder / "licences")


def packages_in(folder: Path) -> Iterable[Distribution]:
    """The installed packages that the bundle holds a part of, by name."""
    built = modules_in(ROOT / "build")
    present = built | {path.name.split(".")[0] for path in (folder / "_internal").iterdir()}
    for distribution in sorted(distributions(), key=name_of):
        if modules_of(distribution) & present:
            yield distribution


def modules_in(work: Path) -> set[str]:
    """The top names of the Python modules that PyInstaller packed, from its own table of contents."""
    tables = [*work.rglob("PYZ-*.toc")]
    return {name.split(".")[0] for table in tables for name in MODULES_OF.findall(table.read_text(encoding="utf-8"))}


def modules_of(distribution: Distribution) -> set[str]:
    """The top names under which a package is imported, and the folders of its own libraries."""
    files = [str(file) for file in distribution.files or ()]
    tops = {file.split("/")[0] for file in files if not file.startswith("..") and ".dist-info/" not in file and "/" in file}
    return tops | {file.split(".")[0] for file in files if "/" not in file} | ({"bin"} if name_of(distribution) == "ripgrep" else set())


def name_of(distribution: Distribution) -> str:
    """A package's name, folded as the Python index does."""
    return re.sub(r"[-_.]+", "-", distribution.metadata["Name"]).lower()


def licence_of(distribution: Distribution) -> str:
    """What a package says its licence is, in a few words."""
    metadata = distribution.metadata.json
    stated = str(metadata.get("license_expression", ""))
    classified = [value.rsplit("::", 1)[-1].strip() for value in metadata.get("classifier", ()) if value.startswith("License ::")]
    first_line = str(metadata.get("license", "")).strip().splitlines()[:1]
    return stated or "; ".join(classified) or "".join(first_line)[:80] or "see its licence file"


def bill_of_materials(shipped: Iterable[Distribution], models: Iterable[Model]) -> dict[str, Any]:
    """A CycloneDX document that names every package and model."""
    components = [
        {
            "type": "library",
            "name": name_of(each),
            "version": each.version,
            "purl": f"pkg:pypi/{name_of(each)}@{each.version}",
            "licenses": [{"license": {"name": licence_of(each)}}],
        }
        for each in shipped
    ]
    components += [
        {
            "type": "machine-learning-model",
            "name": each.name,
            "version": each.version,
            "licenses": [{"license": {"name": each.licence}}],
            "hashes": [{"alg": "SHA-256", "content": file.sha256} for file in each.files if file.path == each.file],
        }
        for each in models
    ]
    identity = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(components, sort_keys=True))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{identity}",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "Coffer", "version": version()}},
        "components": components,
    }


def copy_licences(distribution: Distribution, folder: Path) -> None:
    """Copy a package's licence texts into a folder of its name; what it says of itself stands in where it has none."""
    target = folder / name_of(distribution)
    texts = [file for file in distribution.files or () if LICENCE_FILE.search(file.name) and file.suffix not in (".py", ".pyc", ".pyi")]
    target.mkdir(parents=True, exist_ok=True)
    for file in texts:
        source = Path(str(distribution.locate_file(file)))
        if source.is_file():
            shutil.copyfile(source, target / "-".join(file.parts[-2:] if len(file.parts) > 2 else file.parts[-1:]))
    if not any(target.iterdir()):
        stated = f"{distribution.metadata['Name']} {distribution.version}\n{licence_of(distribution)}\n"
        (target / "LICENCE.txt").write_text(stated, encoding="utf-8")


def version() -> str:
    """The version of Coffer."""
    stated: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    return stated
