"""Packs that are one file."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

from desktop.adapters.packs.folders import LARGEST_PART
from desktop.domain.errors import PackDamaged

MOST_PARTS = 500
_BLOCK = 2**20


def unpack_archive(file: Path, folder: Path) -> None:
    """Unpack the files of a ZIP, which lie side by side or in one folder; runs where nothing but this can be harmed."""
    try:
        with zipfile.ZipFile(file) as archive:
            members = [each for each in archive.infolist() if not each.is_dir()]
            if len(members) > MOST_PARTS or sum(each.file_size for each in members) > LARGEST_PART:
                raise PackDamaged(f"{file.name} unpacks to more than any pack may hold.", "Get it from somebody else.")
            for member in members:
                parts = Path(member.filename).parts
                if len(parts) > 2 or any(part in ("..", "/") or part.startswith("/") for part in parts):
                    raise PackDamaged(f"{file.name} holds {member.filename}, which is no part of a pack.", "Get it from somebody else.")
                target = folder.joinpath(*parts)
                target.parent.mkdir(exist_ok=True)
                with archive.open(member) as packed, target.open("xb") as unpacked:
                    shutil.copyfileobj(packed, unpacked, _BLOCK)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError) as error:
        raise PackDamaged(f"{file.name} is no ZIP that can be unpacked: {error}.", "Bring the pack as a folder.") from error
