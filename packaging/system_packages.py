"""What the set-up needs from the system: checked, installed by root on Debian, otherwise said as one command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from console import SetUpFailed, run, say

QT_LIBRARIES = (
    *("libgl1", "libegl1", "libglib2.0-0", "libxkbcommon0", "libfontconfig1", "libfreetype6", "libdbus-1-3", "libx11-6"),
    *("libgssapi-krb5-2", "libbrotli1"),
    *("libxcb-cursor0", "libxcb-icccm4", "libxcb-image0", "libxcb-keysyms1", "libxcb-randr0", "libxcb-render-util0"),
    *("libxcb-shape0", "libxcb-shm0", "libxcb-sync1", "libxcb-util1", "libxcb-xfixes0", "libxcb-xkb1"),
    *("libxkbcommon-x11-0", "libx11-xcb1", "libwayland-client0", "libwayland-cursor0", "libwayland-egl1"),
)
FONTS = ("fonts-dejavu-core", "fonts-noto-cjk")
COMPILERS = ("gcc", "g++")

PLATFORM_PLUGINS = ("libqxcb.so", "libqwayland.so", "libqoffscreen.so")


def require(packages: Sequence[str], purpose: str) -> None:
    """See that Debian's packages are there; root gets what is missing, others are told how."""
    absent = missing(packages)
    if not absent:
        return
    if os.geteuid() != 0:
        raise SetUpFailed(
            f"{purpose} needs packages that are not installed. Run this, then start again:\n  sudo sh -c '{apt_command(absent)}'"
        )
    say(f"installing what {purpose} needs from the system: {' '.join(absent)}")
    failure = f"the system's packages could not be installed. By hand, as root: {apt_command(absent)}"
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "-qq", "update"], failure, environment, quiet=True)
    install = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300", "install", "-y", "--no-install-recommends", *absent]
    run(install, failure, environment, quiet=True)


def recommend(packages: Sequence[str], purpose: str) -> None:
    """As require, but who cannot install them is told and may go on without."""
    try:
        require(packages, purpose)
    except SetUpFailed as advice:
        say(f"{advice}\n  (Going on without.)")


def missing(packages: Sequence[str]) -> tuple[str, ...]:
    """Return those of Debian's packages that are not installed; none on a system that is not Debian's."""
    if shutil.which("dpkg-query") is None:
        return ()
    listing = subprocess.run(
        ["dpkg-query", "--show", "--showformat", "${db:Status-Status}\t${Package}, ${Provides}\n"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    installed = provided_names(listing)
    return tuple(package for package in packages if package not in installed)


def provided_names(listing: str) -> frozenset[str]:
    """Read the names that installed packages have or stand in for (libglib2.0-0t64 provides libglib2.0-0)."""
    lines = (line.partition("\t") for line in listing.splitlines())
    names = (name for status, _, packages in lines if status == "installed" for name in packages.split(","))
    return frozenset(name.split()[0] for name in names if name.strip())


def apt_command(packages: Sequence[str]) -> str:
    """Return the one line that installs packages on Debian."""
    return f"apt-get update && apt-get install -y --no-install-recommends {' '.join(packages)}"


def require_compiler() -> None:
    """See that C and C++ can be compiled."""
    if all(shutil.which(name) for name in ("cc", "c++")):
        return
    if sys.platform == "darwin":
        raise SetUpFailed("building llama.cpp needs a C++ compiler. Run this, then start again:\n  xcode-select --install")
    require(COMPILERS, "building llama.cpp")
    if shutil.which("c++") is None:
        raise SetUpFailed("building llama.cpp needs a C and a C++ compiler (cc and c++ on the PATH): install them, then start again.")


def require_qt_loads(plugins: Path) -> None:
    """Ask the loader itself whether Qt's platform plugins find every library: package lists can be wrong, it cannot."""
    if not sys.platform.startswith("linux"):
        return
    absent = sorted({library for name in PLATFORM_PLUGINS for library in unresolved(plugins / name)})
    if absent:
        raise SetUpFailed(
            f"Qt cannot open a window here: the system lacks {', '.join(absent)}. Install the packages that hold these, then start again."
            f"\n  On Debian: {apt_command(QT_LIBRARIES)}"
        )


def unresolved(library: Path) -> tuple[str, ...]:
    """Return the libraries that one library asks for and the system does not have."""
    listing = subprocess.run(["ldd", str(library)], capture_output=True, text=True, check=False).stdout
    return tuple(line.split()[0] for line in listing.splitlines() if line.endswith("not found"))
