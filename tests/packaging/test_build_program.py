from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
from pathlib import Path

import build_program
import pytest
from backports import zstd


def make_folder(at: Path) -> Path:
    (at / "Coffer" / "inside").mkdir(parents=True)
    (at / "Coffer" / "b.txt").write_bytes(b"two")
    (at / "Coffer" / "inside" / "a.txt").write_bytes(b"one")
    (at / "Coffer" / "link").symlink_to("b.txt")
    return at / "Coffer"


def test_sums_name_every_file_but_themselves_and_links(tmp_path: Path) -> None:
    folder = make_folder(tmp_path)
    build_program.write_sums(folder)
    build_program.write_sums(folder)
    one, two = (hashlib.sha256(content).hexdigest() for content in (b"one", b"two"))
    assert (folder / "SHA256SUMS").read_text() == f"{two}  b.txt\n{one}  inside/a.txt\n"


@pytest.mark.skipif(sys.platform != "linux", reason="sha256sum and archives are Linux's")
def test_an_archive_is_the_same_whenever_it_is_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = []
    for name in ("first", "second"):
        folder = make_folder(tmp_path / name)
        build_program.write_sums(folder)
        monkeypatch.setattr(build_program, "DIST", tmp_path / name)
        packed.append(build_program.archive(folder))
    assert packed[0].read_bytes() == packed[1].read_bytes()
    with zstd.open(packed[0], "rb") as content, tarfile.open(fileobj=content) as tar:
        assert {member.name for member in tar if member.isfile()} == {"Coffer/b.txt", "Coffer/inside/a.txt", "Coffer/SHA256SUMS"}
        assert {(member.uid, member.uname, member.mtime) for member in tar} == {(0, "", int(build_program.EPOCH))}
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=tmp_path / "first" / "Coffer", check=True)


def test_only_programs_and_libraries_are_stripped(tmp_path: Path) -> None:
    (tmp_path / "library").write_bytes(b"\x7fELF and more")
    (tmp_path / "text").write_bytes(b"plain")
    assert build_program.is_elf(tmp_path / "library")
    assert not build_program.is_elf(tmp_path / "text")


@pytest.mark.skipif(sys.platform != "linux", reason="only wheels for Linux hold copies for links")
def test_copies_of_a_library_become_links_and_nothing_else_does(tmp_path: Path) -> None:
    library, other = tmp_path / "llama" / "lib", tmp_path / "other"
    library.mkdir(parents=True)
    other.mkdir()
    for path in (library / "libllama.so", library / "libllama.so.0", other / "libllama.so", library / "copy.txt", library / "text.txt"):
        path.write_bytes(b"the same")
    (library / "libggml.so").write_bytes(b"another")
    build_program.link_copies(tmp_path)
    assert [path.name for path in sorted(library.iterdir()) if path.is_symlink()] == ["libllama.so.0"]
    assert (library / "libllama.so.0").read_bytes() == b"the same"
    assert not (other / "libllama.so").is_symlink()


def test_sums_of_chosen_files_leave_the_rest_out(tmp_path: Path) -> None:
    for name in ("a.deb", "b.tar.zst", "other"):
        (tmp_path / name).write_bytes(name.encode())
    build_program.write_sums(tmp_path, [tmp_path / "a.deb"])
    assert (tmp_path / "SHA256SUMS").read_text() == f"{hashlib.sha256(b'a.deb').hexdigest()}  a.deb\n"
