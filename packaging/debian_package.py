"""The built program as a Debian package, made with dpkg-deb alone; always the same from the same content."""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
from pathlib import Path

import bundle
from console import SetUpFailed, run, say

ROOT = Path(__file__).resolve().parent.parent
LINUX = ROOT / "packaging" / "linux"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
PROGRAM = Path("opt") / "coffer"

# What the bundle leaves to the system, because it must be the system's own: the C library, graphics, the display's protocol.
DEPENDS = (
    *("libc6 (>= 2.36)", "libegl1", "libgl1", "libxcb1"),
    *("libwayland-client0", "libwayland-cursor0", "libwayland-egl1", "fontconfig-config"),
)
RECOMMENDS = ("fonts-dejavu-core", "fonts-noto-cjk")

CONTROL = """\
Package: coffer
Version: {version}
Architecture: {architecture}
Maintainer: The makers of Coffer <coffer@invalid>
Installed-Size: {kilobytes}
Depends: {depends}
Recommends: {recommends}
Section: science
Priority: optional
Description: workstation for analysts who work cut off from every network
 Keeps reports as Markdown, searches them by words and by meaning, remembers
 what was concluded, and answers questions with the sentences that say so.
 Everything happens on this machine; Coffer connects to nothing.
"""


def build(folder: Path, target: Path, version: str, epoch: str) -> Path:
    """Pack a built program into a Debian package at `target`; returns it."""
    if shutil.which("dpkg-deb") is None:
        raise SetUpFailed("the Debian package needs dpkg-deb, which is not installed here (Debian: dpkg)")
    with tempfile.TemporaryDirectory(prefix="deb-", dir=target.parent) as name:
        root = Path(name) / "root"
        lay_out(folder, root)
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN" / "control").write_text(control(version, size_of(root)), encoding="utf-8")
        make_uniform(root, int(epoch))
        # Uniform times and owners, and one way to compress: the package depends on what is in it alone.
        command: list[str | Path] = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z9", "--build", root, target]
        run(command, f"{target} could not be made (dpkg-deb's words are above)", {**os.environ, "SOURCE_DATE_EPOCH": epoch}, quiet=True)
    say(f"packed into {target} ({target.stat().st_size / 1e6:.0f} MB)")
    return target


def lay_out(folder: Path, root: Path) -> None:
    """Put the program and what a desktop asks for where Debian has such things; files are linked, not copied."""
    shutil.copytree(folder, root / PROGRAM, symlinks=True, copy_function=os.link)
    share = root / "usr" / "share"
    for name, place in (
        ("coffer.desktop", share / "applications"),
        ("coffer-bundle.xml", share / "mime" / "packages"),
    ):
        place.mkdir(parents=True)
        shutil.copyfile(LINUX / name, place / name)
    icons = share / "icons" / "hicolor" / "scalable" / "apps"
    icons.mkdir(parents=True)
    shutil.copyfile(ROOT / "resources" / "icons" / "coffer.svg", icons / "coffer.svg")
    notices = share / "doc" / "coffer"
    notices.mkdir(parents=True)
    shutil.copyfile(ROOT / "LICENSE", notices / "copyright")
    starters = root / "usr" / "bin"
    starters.mkdir(parents=True)
    (starters / "coffer").symlink_to(Path("/") / PROGRAM / bundle.NAME)


def make_uniform(root: Path, time: int) -> None:
    """Take out who packed it, when, and what their account lets others read of new files."""
    for each in (*root.rglob("*"), root):
        if not each.is_symlink():
            each.chmod(0o755 if each.is_dir() or each.stat().st_mode & 0o100 else 0o644)
        os.utime(each, (time, time), follow_symlinks=False)


def control(version: str, size: int) -> str:
    """What Debian is told of the package; `size` in bytes."""
    return CONTROL.format(
        version=version,
        architecture=ARCHITECTURES.get(platform.machine(), platform.machine()),
        kilobytes=-(-size // 1024),
        depends=", ".join(DEPENDS),
        recommends=", ".join(RECOMMENDS),
    )


def size_of(root: Path) -> int:
    """Bytes of all files below a folder; a link weighs nothing."""
    return sum(path.stat().st_size for path in root.rglob("*") if path.is_file() and not path.is_symlink())
