"""A program and its libraries, built for the test: what nothing calls is replaced, and the program still starts and works."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import stand_ins
from console import SetUpFailed

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or any(shutil.which(tool) is None for tool in ("cc", "nm", "objdump")), reason="takes a compiler, on Linux"
)


def compiled(target: Path, code: str, *options: str) -> Path:
    source = target.with_suffix(".c")
    source.write_text(code, encoding="utf-8")
    command = ["cc", "-shared", "-fPIC", f"-Wl,-soname,{target.name}", "-o", str(target), str(source), *options]
    subprocess.run(command, check=True, cwd=target.parent)
    source.unlink()
    return target


@pytest.fixture
def internal(tmp_path: Path) -> Path:
    """A program that reads pictures and could play films, which takes a film library, which takes a network library."""
    libraries = tmp_path / "reader.libs"
    libraries.mkdir()
    versions = tmp_path / "versions.map"
    versions.write_text("FILM_1 { global: play; rewind_film; local: *; };", encoding="utf-8")
    compiled(libraries / "libnet-1.so", "int reach(void) { return 1; }")
    compiled(libraries / "libpicture-1.so", "int look(void) { return 7; }")
    compiled(
        libraries / "libfilm-1.so",
        "int reach(void); int play(void) { return reach(); } int rewind_film(void) { return 0; }",
        f"-Wl,--version-script,{versions}",
        "-Wl,--no-as-needed",
        "libnet-1.so",
    )
    (tmp_path / "reader").mkdir()
    compiled(
        tmp_path / "reader" / "reader.so",
        "int look(void); int play(void); int picture(void) { return look(); } int film(void) { return play(); }",
        "-Wl,-rpath,$ORIGIN/../reader.libs",
        *(str(libraries / name) for name in ("libfilm-1.so", "libpicture-1.so")),
        f"-Wl,-rpath-link,{libraries}",
    )
    return tmp_path


def test_what_nothing_calls_goes_with_all_that_it_needed_and_the_program_works(internal: Path) -> None:
    stand_ins.stand_in(internal, {"reader/reader.so": ("reader.libs", ("libfilm-",))})
    assert sorted(path.name for path in (internal / "reader.libs").iterdir()) == ["libfilm-1.so", "libpicture-1.so"]
    assert stand_ins.symbols(internal / "reader.libs" / "libfilm-1.so", "--defined-only") == {("play", "FILM_1")}
    assert ctypes.CDLL(str(internal / "reader" / "reader.so")).picture() == 7


def test_whoever_calls_a_stand_in_ends_at_once(internal: Path) -> None:
    stand_ins.stand_in(internal, {"reader/reader.so": ("reader.libs", ("libfilm-",))})
    code = f"import ctypes; ctypes.CDLL({str(internal / 'reader' / 'reader.so')!r}).film()"
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode < 0


def test_a_stand_in_is_the_same_each_time(internal: Path) -> None:
    film = internal / "reader.libs" / "libfilm-1.so"
    functions = stand_ins.wanted(internal / "reader" / "reader.so", film)
    assert functions == {"FILM_1": ["play"]}
    stand_ins.replace(film, functions)
    first = film.read_bytes()
    stand_ins.replace(film, functions)
    assert film.read_bytes() == first


def test_without_a_compiler_it_says_what_to_install(internal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(SetUpFailed, match="Debian: gcc"):
        stand_ins.replace(internal / "reader.libs" / "libfilm-1.so", {"FILM_1": ["play"]})
    assert (internal / "reader.libs" / "libfilm-1.so").exists()
