"""Stand-ins for libraries that a package is linked with although Coffer never calls them, so that these need not come along.

OpenCV brings codecs of films, and with them protocols of the network; Coffer reads pictures. A program that is linked with a library does
not start without it, so a small one of the same name takes its place: it has the functions that are asked for, and each of them ends the
process. Linux alone: there a wheel's libraries lie in a folder of their own, named after their content.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from console import SetUpFailed, run, say

SYMBOL = re.compile(r"\s[A-Za-z] ([A-Za-z_]\w*)@{1,2}(\w+)$", re.MULTILINE)
NEEDED = re.compile(r"^\s*NEEDED\s+(\S+)$", re.MULTILINE)


def stand_in(internal: Path, programs: Mapping[str, tuple[str, Sequence[str]]]) -> None:
    """Replace libraries below a folder: for each program its folder of libraries, and how the names of the unused ones begin.

    What only the replaced ones needed goes too.
    """
    for program, (folder, unused) in programs.items():
        user, libraries = internal / program, internal / folder
        before = size_of(libraries)
        for library in sorted(libraries.iterdir()):
            if library.name.startswith(tuple(unused)):
                replace(library, wanted(user, library))
        remove_orphans(user, libraries)
        say(f"{folder}: {(before - size_of(libraries)) / 1e6:.1f} MB that nothing calls were left out")


def wanted(user: Path, library: Path) -> dict[str, list[str]]:
    """The functions that a program takes from a library, by the version it asks for."""
    offered = symbols(library, "--defined-only")
    found: dict[str, list[str]] = {}
    for name, version in sorted(symbols(user, "--undefined-only") & offered):
        found.setdefault(version, []).append(name)
    return found


def symbols(path: Path, which: str) -> set[tuple[str, str]]:
    """The versioned symbols that a file defines, or asks others for."""
    return {(name, version) for name, version in SYMBOL.findall(said_by("nm", "--dynamic", which, "--with-symbol-versions", path))}


def replace(library: Path, functions: Mapping[str, Sequence[str]]) -> None:
    """Put a library into place of another that has these functions, by version, and nothing behind them."""
    with tempfile.TemporaryDirectory() as name:
        source, script = Path(name) / "stand_in.c", Path(name) / "versions.map"
        source.write_text(code(each for names in functions.values() for each in names), encoding="utf-8")
        script.write_text(versions(functions), encoding="utf-8")
        command: list[str | Path] = [os.environ.get("CC", "cc"), "-shared", "-nostdlib", "-fPIC", "-O1", "-fno-builtin"]
        command += [f"-Wl,-soname,{library.name}", f"-Wl,--version-script,{script}", "-Wl,--build-id=none", "-s", "-o", library, source]
        if shutil.which(str(command[0])) is None:
            raise SetUpFailed("building the program takes a C compiler, which is not installed here (Debian: gcc)")
        library.unlink()
        run(command, f"no stand-in for {library.name} could be made (the compiler's words are above)")


def code(functions: Iterable[str]) -> str:
    """Functions that end the process, in C."""
    return "".join(f"void {name}(void) {{ __builtin_trap(); }}\n" for name in functions)


def versions(functions: Mapping[str, Sequence[str]]) -> str:
    """Which version each function has, as the linker reads it."""
    return "".join(f"{version} {{ global: {' '.join(f'{name};' for name in names)} local: *; }};\n" for version, names in functions.items())


def remove_orphans(user: Path, libraries: Path) -> None:
    """Remove the libraries of a folder that neither the program nor another of them needs any more."""
    reached, waiting = set[str](), [user]
    while waiting:
        needed = NEEDED.findall(said_by("objdump", "--private-headers", waiting.pop()))
        new = [name for name in needed if name not in reached and (libraries / name).exists()]
        reached.update(new)
        waiting += [libraries / name for name in new]
    for library in files_in(libraries):
        if library.name not in reached:
            library.unlink()


def files_in(folder: Path) -> Iterator[Path]:
    """The files of a folder, in the order of their names."""
    return (path for path in sorted(folder.iterdir()) if path.is_file())


def size_of(folder: Path) -> int:
    """Bytes of the files of a folder."""
    return sum(path.stat().st_size for path in files_in(folder))


def said_by(*command: str | Path) -> str:
    """What a tool of binutils says about a file."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except FileNotFoundError as missing:
        raise SetUpFailed(f"building the program takes {command[0]}, which is not installed here (Debian: binutils)") from missing
