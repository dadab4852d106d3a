"""Build the program that is carried in: dist/Coffer, its archive, its Debian package, its checksums and its list of parts.

Run by build.sh with the clone's own Python. Everything it takes is locked and lies in the environment and in resources/.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import bundle
import debian_package
import frozen_smoke
import parts_list
import stand_ins
from backports import zstd
from console import SetUpFailed, run, say

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
BUDGET = 650_000_000
# Gives every built file the same time, so that two builds can be compared: the first of January 2026.
EPOCH = "1767225600"


def main() -> int:
    """Build everything; say what stands in the way if something does."""
    try:
        folder = make_folder()
        strip(folder)
        if sys.platform == "linux":
            stand_ins.stand_in(folder / "_internal", bundle.STAND_INS)
        link_copies(folder)
        parts_list.write(folder)
        if sys.platform == "linux":
            for name in ("install.sh", "coffer.desktop", "coffer-bundle.xml"):
                shutil.copyfile(ROOT / "packaging" / "linux" / name, folder / name)
        write_sums(folder)
        say(f"{folder}:\n{bundle.size_table(bundle.sizes(folder), BUDGET)}")
        if frozen_smoke.main([str(folder)]):
            return 1
        if sys.platform == "linux":
            packed = [archive(folder), debian_package.build(folder, debian_file(), parts_list.version(), EPOCH)]
            write_sums(DIST, packed)
    except (SetUpFailed, OSError, subprocess.CalledProcessError) as failure:
        say(str(failure))
        return 1
    return 0


def make_folder() -> Path:
    """Have PyInstaller build the folder from build.spec."""
    shutil.rmtree(DIST / bundle.NAME, ignore_errors=True)
    command: list[str | Path] = [sys.executable, "-P", "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", DIST, "--workpath", ROOT / "build", "build.spec"]
    environment = {**os.environ, "PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": EPOCH}
    say("building the program (a minute or two)")
    os.chdir(ROOT)
    run(command, "the program could not be built (PyInstaller's words are above)", environment)
    return DIST / bundle.NAME


def strip(folder: Path) -> None:
    """Take the symbols out of the files that can do without."""
    tool = shutil.which("strip") if sys.platform == "linux" else None
    if tool is None:
        return
    for path in files_of(folder):
        if bundle.is_stripped(str(path.relative_to(folder))) and is_elf(path):
            run([tool, "--strip-unneeded", path], f"{path} could not be stripped")


def is_elf(path: Path) -> bool:
    """Say whether a file is a program or library of Linux."""
    with path.open("rb") as content:
        return content.read(4) == b"\x7fELF"


def files_of(folder: Path) -> Iterator[Path]:
    """Every file below a folder, links aside, in the order of their names."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())


def link_copies(folder: Path) -> None:
    """Let libraries that lie beside each other with the same content be one file and links to it, as their makers have them.

    A wheel holds no links, so the three names of each of llama.cpp's libraries came as three files.
    """
    if sys.platform != "linux":
        return
    first: dict[tuple[Path, str], Path] = {}
    for path in files_of(folder):
        if ".so" not in path.name:
            continue
        with path.open("rb") as content:
            same = first.setdefault((path.parent, hashlib.file_digest(content, "sha256").hexdigest()), path)
        if same != path:
            path.unlink()
            path.symlink_to(same.name)


def debian_file() -> Path:
    """Where the Debian package goes."""
    return DIST / f"coffer_{parts_list.version()}_{debian_package.ARCHITECTURES.get(platform.machine(), platform.machine())}.deb"


def write_sums(folder: Path, files: Sequence[Path] = ()) -> None:
    """Write SHA256SUMS into a folder, as `sha256sum --check` reads it: of these files, or of all below it."""
    target = folder / "SHA256SUMS"
    target.unlink(missing_ok=True)
    lines = []
    for path in files or files_of(folder):
        with path.open("rb") as content:
            lines.append(f"{hashlib.file_digest(content, 'sha256').hexdigest()}  {path.relative_to(folder)}\n")
    target.write_text("".join(lines), encoding="utf-8")


def archive(folder: Path) -> Path:
    """Pack a folder into one file, always the same from the same content; returns it."""
    target = DIST / f"{bundle.NAME}-{parts_list.version()}-linux-{platform.machine()}.tar.zst"
    with (
        zstd.open(target, "wb", options={zstd.CompressionParameter.compression_level: 10}) as packed,
        tarfile.open(fileobj=packed, mode="w") as tar,
    ):
        tar.add(folder, bundle.NAME, filter=anonymous)
    say(f"packed into {target} ({target.stat().st_size / 1e6:.0f} MB)")
    return target


def anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Take out of an archive's member who packed it and when."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mtime = int(EPOCH)
    return member


if __name__ == "__main__":
    sys.exit(main())
