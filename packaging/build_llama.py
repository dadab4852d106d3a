"""Find or build the wheel of llama-cpp-python, and print its path.

The package is published as source alone and takes minutes to compile, so the wheel is built once and kept outside the
repository. Everything that goes into it is locked by hash, and the folder it is kept in is named after all that shaped it.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import platform
import shutil
import sys
import tempfile
import time
import venv
import zipfile
from pathlib import Path

import system_packages
from console import SetUpFailed, exclusively, pip, say

HERE = Path(__file__).resolve().parent
SOURCE_LOCK = HERE / "llama.lock"
BUILD_LOCK = HERE / "llama-build.lock"

# No -march=native: a wheel built on a server must run on a laptop. The multimodal part is not used.
PORTABLE = ("-DGGML_NATIVE=OFF", "-DGGML_OPENMP=OFF", "-DLLAVA_BUILD=OFF")
# What every x86_64 since 2013 has; without naming them, a portable build would fall back to SSE2.
X86_64_V3 = tuple(f"-DGGML_{name}=ON" for name in ("SSE42", "AVX", "AVX2", "FMA", "F16C", "BMI2"))
METAL = ("-DGGML_METAL=ON", "-DGGML_METAL_EMBED_LIBRARY=ON")
MACOS_MINIMUM = "14.0"  # ONNX Runtime's wheels ask for it too

KEPT = ("llama_cpp/", "llama_cpp_python-")


def main() -> int:
    """Print the path of the wheel for this machine, building it if nobody has."""
    try:
        print(wheel())
    except (SetUpFailed, OSError) as failure:
        say(str(failure))
        return 1
    return 0


def wheel() -> Path:
    """Return the wheel for this machine, built now if it was not before."""
    folder = cache_folder() / cache_key(flags(sys.platform, platform.machine()))
    folder.mkdir(parents=True, exist_ok=True)
    with exclusively(folder, "another set-up is building llama.cpp; waiting for it"):
        return finished(folder) or build(folder)


def finished(folder: Path) -> Path | None:
    """Return the wheel in a folder of the cache; one is only ever renamed into it whole."""
    return next(iter(sorted(folder.glob("llama_cpp_python-*.whl"))), None)


def cache_folder() -> Path:
    """Return where wheels are kept, outside any clone."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "coffer" / "wheels"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "coffer" / "wheels"


def cache_key(cmake_flags: tuple[str, ...]) -> str:
    """Name what the wheel is made of: the source, the build's tools, the flags, the machine."""
    parts = (*requirements(SOURCE_LOCK), *requirements(BUILD_LOCK), *cmake_flags, sys.platform, platform.machine())
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return f"llama-cpp-python-{digest[:16]}"


def requirements(lock: Path) -> list[str]:
    """Return the lines of a lock that are not comments."""
    return [line for line in lock.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("#")]


def flags(system: str, machine: str) -> tuple[str, ...]:
    """Return CMake's flags for a kind of machine."""
    if system == "darwin":
        return (*PORTABLE, *METAL)
    return (*PORTABLE, *X86_64_V3) if machine in ("x86_64", "AMD64") else PORTABLE


def build(folder: Path) -> Path:
    """Compile the wheel and put it into the cache."""
    system_packages.require_compiler()
    say("building llama.cpp, once: some four minutes on two cores")
    start = time.monotonic()
    for interrupted in folder.glob("build-*"):
        shutil.rmtree(interrupted)
    with tempfile.TemporaryDirectory(prefix="build-", dir=folder) as name:
        work = Path(name)
        source = download_source(work)
        built = trimmed(compile_source(source, work), work / "trimmed")
        destination = folder / built.name
        built.replace(destination)
    say(f"llama.cpp is built ({time.monotonic() - start:.0f} s) and kept in {folder}")
    return destination


def download_source(work: Path) -> Path:
    """Fetch the source, checked against its hash, with an environment that holds the locked build tools."""
    venv.create(work / "tools", with_pip=True)
    failure = "the tools that build llama.cpp could not be installed (pip's words are above)"
    pip(tools_python(work), "install", "--require-hashes", "--only-binary", ":all:", "--requirement", BUILD_LOCK, failure=failure)
    failure = "the source of llama-cpp-python could not be fetched (pip's words are above)"
    chosen = ("--no-deps", "--no-binary", "llama-cpp-python", "--no-build-isolation", "--require-hashes", "--requirement", SOURCE_LOCK)
    pip(tools_python(work), "download", *chosen, "--dest", work / "source", failure=failure, environment=build_environment(work))
    return next((work / "source").iterdir())


def compile_source(source: Path, work: Path) -> Path:
    """Build a wheel from the source."""
    # Without pip's cache: it would hand out a wheel that was built with other flags.
    options = ("--no-deps", "--no-build-isolation", "--no-cache-dir", "--wheel-dir", work / "wheel")
    failure = "llama.cpp could not be built (the compiler's words are above)"
    pip(tools_python(work), "wheel", *options, source, failure=failure, environment=build_environment(work))
    return next((work / "wheel").iterdir())


def tools_python(work: Path) -> Path:
    """Return the interpreter of the environment that holds the build's tools."""
    return work / "tools" / "bin" / "python"


def build_environment(work: Path) -> dict[str, str]:
    """Return the environment variables of the build."""
    # SOURCE_DATE_EPOCH switches llama.cpp's own defaults: it turns the vector instructions off.
    kept = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    return {
        **kept,
        "PATH": f"{work / 'tools' / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "CMAKE_ARGS": " ".join(flags(sys.platform, platform.machine())),
        "MACOSX_DEPLOYMENT_TARGET": MACOS_MINIMUM,
        "TMPDIR": str(work),
    }


def trimmed(built: Path, folder: Path) -> Path:
    """Copy a wheel without the second set of libraries and headers that it would strew over site-packages."""
    folder.mkdir()
    destination = folder / built.name
    with zipfile.ZipFile(built) as source, zipfile.ZipFile(destination, "w", zipfile.ZIP_DEFLATED) as target:
        for member in source.infolist():
            if member.filename.startswith(KEPT):
                content = source.read(member)
                target.writestr(member, kept_records(content) if member.filename.endswith(".dist-info/RECORD") else content)
    return destination


def kept_records(record: bytes) -> bytes:
    """Return a wheel's RECORD without the lines of the files that are left out."""
    rows = [row for row in csv.reader(io.StringIO(record.decode())) if row and row[0].startswith(KEPT)]
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue().encode()


if __name__ == "__main__":
    sys.exit(main())
