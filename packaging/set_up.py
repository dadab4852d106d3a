"""Make this clone ready to run: its environment, the locked packages, llama.cpp, the models.

Run by run.sh and test.sh with whatever Python the machine has (3.11 or newer, standard library only). Every step looks at
what is there and does what is missing, so a set-up that was stopped anywhere is finished by starting again.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

import build_llama
import system_packages
from console import SetUpFailed, exclusively, pip, run, say

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "packaging"
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"
# There while packages are being installed: a package that was cut off in the middle looks installed to pip.
UNFINISHED = ENVIRONMENT / "coffer-unfinished"


def main() -> int:
    """Set everything up, and say what stands in the way if something does."""
    start = time.monotonic()
    try:
        with exclusively(PACKAGING, "another set-up is at work here; waiting for it"):
            set_up()
    except (SetUpFailed, OSError, subprocess.CalledProcessError) as failure:
        say(str(failure))
        return 1
    except KeyboardInterrupt:
        say("stopped; the next start goes on from here")
        return 130
    say(f"ready ({time.monotonic() - start:.0f} s)")
    return 0


def set_up() -> None:
    """Do every step in order."""
    say("setting up (once; later starts skip this)")
    system_packages.require(system_packages.QT_LIBRARIES, "the window")
    system_packages.recommend(system_packages.FONTS, "the window")
    make_environment()
    install_packages()
    system_packages.require_qt_loads(site_packages() / "PySide6" / "Qt" / "plugins" / "platforms")
    run([PYTHON, PACKAGING / "fetch_models.py"], "the models are not complete (see above)")


def make_environment() -> None:
    """Make .venv, anew if what is there does not work or was never finished."""
    if environment_works():
        return
    require_venv()
    say(f"making .venv with Python {sys.version.split()[0]}")
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    ENVIRONMENT.mkdir()
    UNFINISHED.touch()
    venv.create(ENVIRONMENT, with_pip=True, symlinks=True)


def environment_works() -> bool:
    """Say whether .venv holds a Python that is new enough and was left whole."""
    if UNFINISHED.exists() or not PYTHON.exists():
        return False
    probe = "import pip, sys; sys.exit(sys.version_info < (3, 11))"
    return subprocess.run([PYTHON, "-I", "-c", probe], capture_output=True, check=False).returncode == 0


def require_venv() -> None:
    """See that environments can be made: Debian keeps that part of Python in a package of its own."""
    probe = [sys.executable, "-I", "-c", "import ensurepip"]
    if subprocess.run(probe, capture_output=True, check=False).returncode == 0:
        return
    system_packages.require(("python3-venv",), "making .venv")
    run(probe, f"{sys.executable} cannot make environments: it lacks ensurepip (on Debian, the package python3-venv for that Python)")


def install_packages() -> None:
    """Install exactly what the lock says, and llama.cpp's bindings, which have no wheel to lock."""
    UNFINISHED.touch()
    say("packages: installing what the lock names (205 MB to fetch if none is here yet)")
    failure = "the packages could not be installed (pip's words are above)"
    pip(PYTHON, "install", "--require-hashes", "--only-binary", ":all:", "--requirement", PACKAGING / "requirements.lock", failure=failure)
    install_llama(build_llama.wheel())
    # Makes `python -m desktop` work from any folder, for the program and for the worker processes that it starts.
    (site_packages() / "coffer.pth").write_text(f"{ROOT}\n", encoding="utf-8")
    UNFINISHED.unlink()


def install_llama(wheel: Path) -> None:
    """Install the wheel unless this very one is installed."""
    records = site_packages().glob("llama_cpp_python-*.dist-info/direct_url.json")
    if wheel.as_uri() in (json.loads(record.read_text(encoding="utf-8"))["url"] for record in records):
        return
    say("installing llama.cpp")
    pip(PYTHON, "install", "--no-deps", "--force-reinstall", wheel, failure="llama.cpp could not be installed (pip's words are above)")


def site_packages() -> Path:
    """Return where the environment keeps its packages."""
    return next((ENVIRONMENT / "lib").glob("python3.*/site-packages"))


if __name__ == "__main__":
    sys.exit(main())
