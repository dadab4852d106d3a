from __future__ import annotations

import csv
import io
import platform
import sys
import zipfile
from pathlib import Path

import build_llama
import pytest
from console import SetUpFailed


def test_a_wheel_for_x86_64_runs_on_other_machines_and_is_not_slow() -> None:
    flags = build_llama.flags("linux", "x86_64")
    assert {"-DGGML_NATIVE=OFF", "-DGGML_AVX2=ON", "-DGGML_FMA=ON", "-DGGML_F16C=ON", "-DLLAVA_BUILD=OFF"} <= set(flags)
    assert not any("AVX512" in flag for flag in flags)


def test_a_wheel_for_apple_silicon_knows_no_instructions_of_x86_64() -> None:
    flags = build_llama.flags("darwin", "arm64")
    assert {"-DGGML_NATIVE=OFF", "-DGGML_METAL_EMBED_LIBRARY=ON"} <= set(flags)
    assert not any("AVX" in flag or "SSE" in flag for flag in flags)


def test_what_goes_in_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = tmp_path / "llama.lock"
    lock.write_bytes(build_llama.SOURCE_LOCK.read_bytes())
    before = build_llama.cache_key(("-DA=ON",))
    monkeypatch.setattr(build_llama, "SOURCE_LOCK", lock)
    assert build_llama.cache_key(("-DA=ON",)) == before
    assert build_llama.cache_key(("-DA=OFF",)) != before
    lock.write_text(f"# a comment\n{lock.read_text()}")
    assert build_llama.cache_key(("-DA=ON",)) == before
    lock.write_text(lock.read_text().replace("832db0", "832db1"))
    assert build_llama.cache_key(("-DA=ON",)) != before


def test_the_build_does_not_inherit_the_date_that_switches_vectors_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    monkeypatch.setenv("CMAKE_ARGS", "-DGGML_NATIVE=ON")
    environment = build_llama.build_environment(tmp_path)
    assert "SOURCE_DATE_EPOCH" not in environment
    assert "-DGGML_NATIVE=OFF" in environment["CMAKE_ARGS"]
    assert environment["PATH"].startswith(str(tmp_path / "tools" / "bin"))


def test_the_wheel_leaves_nothing_at_the_top(tmp_path: Path) -> None:
    built = tmp_path / "llama_cpp_python-0.3.36-py3-none-linux_x86_64.whl"
    kept = ["llama_cpp/__init__.py", "llama_cpp/lib/libllama.so", "llama_cpp_python-0.3.36.dist-info/RECORD"]
    with zipfile.ZipFile(built, "w") as archive:
        for name in ("lib/libllama.so", "include/llama.h", *kept[:-1]):
            archive.writestr(name, f"content of {name}")
        archive.writestr(kept[-1], "".join(f"{name},sha256=x,1\n" for name in ("lib/libllama.so", "include/llama.h", *kept)))
    with zipfile.ZipFile(build_llama.trimmed(built, tmp_path / "trimmed")) as wheel:
        assert wheel.namelist() == kept
        assert [row[0] for row in csv.reader(io.StringIO(wheel.read(kept[-1]).decode()))] == kept
        assert wheel.read(kept[1]) == b"content of llama_cpp/lib/libllama.so"


class TestCache:
    @pytest.fixture
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        return tmp_path / "coffer" / "wheels"

    def test_a_wheel_is_built_once(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        built = []

        def build(destination: Path) -> Path:
            built.append(destination)
            (destination / "llama_cpp_python-0.3.36-py3-none-linux_x86_64.whl").write_bytes(b"a wheel")
            return next(destination.iterdir())

        monkeypatch.setattr(build_llama, "build", build)
        first, second = build_llama.wheel(), build_llama.wheel()
        assert first == second
        assert first.is_relative_to(folder)
        assert len(built) == 1

    def test_a_build_that_fails_leaves_nothing(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def download_source(work: Path) -> Path:
            raise SetUpFailed("no network")

        monkeypatch.setattr(build_llama, "download_source", download_source)
        assert build_llama.main() == 1
        assert "no network" in capsys.readouterr().err
        assert [path for path in folder.rglob("*") if path.is_file()] == []

    def test_what_an_interrupted_build_left_is_cleared(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        key = build_llama.cache_key(build_llama.flags("linux", platform.machine()))
        left = folder / key / "build-interrupted"
        left.mkdir(parents=True)
        monkeypatch.setattr(build_llama, "download_source", lambda work: work)

        def compile_source(source: Path, work: Path) -> Path:
            built = work / "llama_cpp_python-0.3.36-py3-none-linux_x86_64.whl"
            with zipfile.ZipFile(built, "w") as archive:
                archive.writestr("llama_cpp/__init__.py", "")
            return built

        monkeypatch.setattr(build_llama, "compile_source", compile_source)
        assert [path.name for path in build_llama.wheel().parent.iterdir()] == ["llama_cpp_python-0.3.36-py3-none-linux_x86_64.whl"]
