from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import debian_package
import pytest

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is Debian's")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "Coffer"
    (folder / "_internal").mkdir(parents=True)
    (folder / "Coffer").write_bytes(b"#!/bin/sh\n")
    (folder / "Coffer").chmod(0o755)
    (folder / "_internal" / "lib.so.1").write_bytes(b"x" * 3000)
    (folder / "_internal" / "lib.so").symlink_to("lib.so.1")
    return folder


def build(folder: Path, name: str) -> Path:
    return debian_package.build(folder, folder.parent / name, "1.2.3", "1767225600")


def asked(package: Path, *options: str) -> str:
    return subprocess.run(["dpkg-deb", *options, str(package)], capture_output=True, text=True, check=True).stdout


def test_the_package_holds_the_program_and_what_a_desktop_asks_for(folder: Path) -> None:
    listed = asked(build(folder, "one.deb"), "--contents")
    for path in (
        "./opt/coffer/Coffer",
        "./opt/coffer/_internal/lib.so -> lib.so.1",
        "./usr/bin/coffer -> /opt/coffer/Coffer",
        "./usr/share/applications/coffer.desktop",
        "./usr/share/mime/packages/coffer-bundle.xml",
        "./usr/share/icons/hicolor/scalable/apps/coffer.svg",
        "./usr/share/doc/coffer/copyright",
    ):
        assert f" {path}\n" in listed
    assert {line.split()[1] for line in listed.splitlines()} == {"root/root"}


def test_it_says_what_it_is_and_needs(folder: Path) -> None:
    package = build(folder, "one.deb")
    assert asked(package, "--field").startswith("Package: coffer\nVersion: 1.2.3\n")
    said = dict(line.split(": ", 1) for line in asked(package, "--field").splitlines() if not line.startswith(" "))
    assert "libc6 (>= 2.36)" in said["Depends"]
    assert int(said["Installed-Size"]) >= 3


def test_it_is_the_same_whenever_and_by_whomever_it_is_packed(folder: Path) -> None:
    one = build(folder, "one.deb")
    os.utime(folder / "Coffer", (1, 1_500_000_000))
    mask = os.umask(0o077)
    try:
        other = build(folder, "other.deb")
    finally:
        os.umask(mask)
    assert one.read_bytes() == other.read_bytes()
