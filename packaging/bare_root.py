"""Try the Debian package in a bare Debian 12 that holds nothing but what the package asks for: no Python, no compiler.

    bare_root.py PACKAGE.deb

Makes a root with debootstrap from the mirror that this machine's own apt uses, installs the package there, and walks the line: doctor,
sample case, every mode of search, an answer, verify, and the window without a screen. It is slow (it fetches some 100 MB) and needs root;
where it cannot run, it says so and why, and ends with 0: that is no fault of the package.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from console import SetUpFailed, run, say
from frozen_smoke import MODES, demand

RELEASE = "bookworm"
STEP_SECONDS = 600
OFFSCREEN = "This plugin does not support"  # what Qt says of having no window manager
ONE_LINE = re.compile(rf"^deb\s+(?:\[[^]]*\]\s+)?(\S+)\s+{RELEASE}\s.*\bmain\b", re.MULTILINE)
URI, SUITE = re.compile(r"^URIs:\s*(\S+)", re.MULTILINE), re.compile(rf"^Suites:(?:.*\s)?{RELEASE}(?:\s|$)", re.MULTILINE)


def main(arguments: Sequence[str]) -> int:
    """Try the package, or say why it cannot be tried here."""
    package = Path(arguments[0]).resolve()
    hindrance = what_hinders()
    if hindrance:
        say(f"NOT TRIED in a bare Debian 12: {hindrance}")
        return 0
    try:
        with tempfile.TemporaryDirectory(prefix="coffer-bare-") as name:
            root = Path(name) / "root"
            try:
                try:
                    make_root(root)
                except SetUpFailed as failure:
                    say(f"NOT TRIED in a bare Debian 12: {failure}")
                    return 0
                install(root, package)
                walk(root)
            finally:
                if (root / "proc").is_mount():
                    run(["umount", "--lazy", root / "proc"], "the bare root could not be taken down", quiet=True)
    except (SetUpFailed, OSError, subprocess.SubprocessError, json.JSONDecodeError) as failure:
        say(f"the package failed its trial in a bare Debian 12: {failure}")
        return 1
    say("the package passed its trial in a bare Debian 12")
    return 0


def what_hinders() -> str:
    """Why a root cannot be made here; empty if it can."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "it takes root on Linux"
    if shutil.which("debootstrap") is None:
        return "debootstrap is not installed"
    return "" if mirror() else "no mirror of Debian stands in apt's lists"


def mirror() -> str:
    """The first mirror of the release that this machine's apt is told to use."""
    folder = Path("/etc/apt/sources.list.d")
    lists = [Path("/etc/apt/sources.list"), *sorted(folder.glob("*.list")), *sorted(folder.glob("*.sources"))]
    found = (mirror_in(each.read_text(encoding="utf-8")) for each in lists if each.is_file())
    return next(filter(None, found), "")


def mirror_in(lists: str) -> str:
    """The first mirror of the release that a list of apt's names, in either of its two ways of writing; empty if none."""
    if line := ONE_LINE.search(lists):
        return line[1]
    for stanza in re.split(r"\n\s*\n", lists):
        if (uri := URI.search(stanza)) and SUITE.search(stanza):
            return uri[1]
    return ""


def make_root(root: Path) -> None:
    """Make a minimal Debian below a folder, with what apt is told of proxies and keys on this machine."""
    say("making a bare Debian 12")
    command: list[str | Path] = ["debootstrap", "--variant=minbase", RELEASE, root, mirror()]
    run(command, "debootstrap failed (its words are above)", quiet=True)
    for each in Path("/etc/apt/apt.conf.d").glob("*"):
        shutil.copy(each, root / "etc" / "apt" / "apt.conf.d" / each.name)
    run(["mount", "-t", "proc", "proc", root / "proc"], "/proc could not be mounted in the bare root", quiet=True)
    inside(root, "apt-get", "-qq", "-o", "APT::Sandbox::User=root", "update")


def install(root: Path, package: Path) -> None:
    """Install the package with what it depends on, and see that no Python came along."""
    shutil.copy(package, root / "coffer.deb")
    inside(root, "apt-get", "-qq", "-o", "APT::Sandbox::User=root", "install", "-y", "--no-install-recommends", "/coffer.deb")
    (root / "coffer.deb").unlink()
    demand(not list((root / "usr" / "bin").glob("python3*")), "a Python came with the package")


def walk(root: Path) -> None:
    """Walk the whole line with the installed program."""
    checks = ask(root, "doctor")
    demand(checks["ok"], f"the doctor found: {[check for check in checks['checks'] if not check['ok']]}")
    made = ask(root, "sample", "/root/sample")
    demand(made["totals"]["imported"] == 3 and len(made["facts"]) > 0, f"the sample case became {made['totals']}")
    for mode in MODES:
        found = ask(root, "--vault", "/root/sample", "search", "TrickBot", "--mode", mode)
        demand(bool(found["hits"]) and found["fallback"] is None, f"search by {mode} gave {len(found['hits'])} hits")
    answer = ask(root, "--vault", "/root/sample", "ask", "Which ransomware does TrickBot deliver?")
    demand(bool(answer["sentences"]), f"there was no answer: {answer['kind']}")
    demand(ask(root, "--vault", "/root/sample", "verify")["ok"], "the vault does not verify")
    window = ("timeout", "--signal=TERM", "20", "coffer", "--vault", "/root/sample")
    shown = subprocess.run(["chroot", str(root), *window], env=environment(), capture_output=True, text=True, check=False)
    said = [line for line in shown.stderr.splitlines() if OFFSCREEN not in line]
    demand(shown.returncode == 124 and not said, f"the window ended with {shown.returncode}: {said[:5]}")


def ask(root: Path, *arguments: str) -> Any:
    """What a command of the installed program says as JSON."""
    return json.loads(inside(root, "coffer", *arguments, "--json"))


def inside(root: Path, *command: str) -> str:
    """Run a command in the bare root; what it printed."""
    done = subprocess.run(
        ["chroot", str(root), *command], env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=STEP_SECONDS, check=False,
    )  # fmt: skip
    demand(done.returncode == 0, f"`{' '.join(command[:4])}` ended with {done.returncode}: {(done.stdout or done.stderr)[-1500:]}")
    return done.stdout


def environment() -> dict[str, str]:
    """What a bare session sets, and what this machine's apt goes by."""
    kept = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    bare = {"HOME": "/root", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen"}
    return {**kept, **bare, "DEBIAN_FRONTEND": "noninteractive"}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
