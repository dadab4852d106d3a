from __future__ import annotations

import hashlib
import plistlib
import re
import shutil
import subprocess
from pathlib import Path

import bundle
import pytest


@pytest.mark.parametrize(
    ("destination", "unused"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", False),
        ("PySide6/Qt/plugins/platforms/libqoffscreen.so", False),
        ("PySide6/Qt/plugins/platforms/libqeglfs.so", True),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", True),
        ("PySide6/Qt/translations/qt_de.qm", True),
        ("libQt6Network.so.6", True),
        ("libQt6Widgets.so.6", False),
        ("sqlite_vec/vec0.so", False),
        ("pptx/templates/default.pptx", False),
        ("numpy/tests/data.txt", True),
    ],
)
def test_files_that_nothing_opens_stay_out(destination: str, unused: bool) -> None:
    assert bundle.is_unused(destination) is unused


def test_what_is_kept_stays_in_its_order() -> None:
    entries = [("b.so", "/b", "BINARY"), ("libQt6Qml.so", "/q", "BINARY"), ("a.so", "/a", "BINARY")]
    assert bundle.kept(entries) == [("b.so", "/b", "BINARY"), ("a.so", "/a", "BINARY")]


def test_patched_libraries_keep_their_symbols() -> None:
    assert not bundle.is_stripped("_internal/numpy.libs/libopenblas.so")
    assert not bundle.is_stripped("_internal/numpy/_core/_multiarray_umath.so")
    assert bundle.is_stripped("_internal/bin/rg")
    assert bundle.is_stripped("_internal/libpython3.11.so.1.0")


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("Coffer", "start"),
        ("_internal/libssl.so.3", "libraries of the system and of Python"),
        ("_internal/numpy.libs/libopenblas.so", "numpy"),
        ("_internal/numpy/_core/x.so", "numpy"),
        ("_internal/resources/models/small/model.gguf", "resources/models/small"),
        ("_internal/resources/packs/attack-enterprise/pack.json", "resources/packs"),
        ("_internal/rapidocr-3.10.0.dist-info/METADATA", "rapidocr"),
    ],
)
def test_each_file_counts_for_one_part(path: str, part: str) -> None:
    assert bundle.part_of(path) == part


def test_sizes_count_files_once_and_links_not_at_all(tmp_path: Path) -> None:
    library = tmp_path / "_internal" / "cv2" / "cv2.so"
    library.parent.mkdir(parents=True)
    library.write_bytes(b"x" * 2_000_000)
    (library.parent / "again.so").symlink_to(library)
    (tmp_path / "Coffer").write_bytes(b"x" * 500_000)
    parts = bundle.sizes(tmp_path)
    assert parts == [("cv2", 2_000_000), ("start", 500_000)]
    assert bundle.size_table(parts, 3_000_000).splitlines() == [
        "     2.0 MB  cv2",
        "     0.5 MB  everything smaller",
        "     2.5 MB  in all, of 3",
    ]


def test_every_resource_of_the_program_is_there(root: Path) -> None:
    assert all((root / "resources" / part).exists() for part in bundle.RESOURCES)


def test_both_systems_know_the_endings_of_case_bundles(root: Path) -> None:
    kinds = (root / "packaging" / "linux" / "coffer-bundle.xml").read_text(encoding="utf-8")
    assert re.findall(r'<glob pattern="([^"]+)"/>', kinds) == ["*.coffer", "*.coffer.age"]
    (kind,) = re.findall(r'<mime-type type="([^"]+)">', kinds)
    entry = (root / "packaging" / "linux" / "coffer.desktop").read_text(encoding="utf-8").splitlines()
    assert f"MimeType={kind};" in entry
    assert "Exec=coffer --open %f" in entry
    written = plistlib.loads(plistlib.dumps(bundle.INFO_PLIST))
    assert written["CFBundleDocumentTypes"][0]["LSItemContentTypes"] == [written["UTExportedTypeDeclarations"][0]["UTTypeIdentifier"]]
    assert written["UTExportedTypeDeclarations"][0]["UTTypeTagSpecification"] == {"public.filename-extension": ["coffer"]}


def test_the_installed_entry_starts_the_installed_program(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "Coffer"
    (folder / "_internal" / "resources" / "icons").mkdir(parents=True)
    (folder / "_internal" / "resources" / "icons" / "coffer.svg").write_text("<svg/>", encoding="utf-8")
    (folder / "Coffer").write_text("#!/bin/sh\n", encoding="utf-8")
    (folder / "SHA256SUMS").write_text("", encoding="utf-8")
    for name in ("install.sh", "coffer.desktop", "coffer-bundle.xml"):
        shutil.copyfile(root / "packaging" / "linux" / name, folder / name)
    digest = hashlib.sha256(b"#!/bin/sh\n").hexdigest()
    (folder / "SHA256SUMS").write_text(f"{digest}  Coffer\n", encoding="utf-8")
    prefix = tmp_path / "a home"

    subprocess.run(["sh", folder / "install.sh", "--prefix", prefix], check=True, capture_output=True)
    entry = (prefix / "share" / "applications" / "coffer.desktop").read_text(encoding="utf-8")
    assert f'Exec="{prefix}/lib/coffer/Coffer" --open %f' in entry.splitlines()

    subprocess.run(["sh", folder / "install.sh", "--prefix", prefix, "--remove"], check=True, capture_output=True)
    assert not list(prefix.rglob("coffer*.*"))
