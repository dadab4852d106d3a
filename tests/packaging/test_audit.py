"""The audit before a release, in a clone whose pip-audit says what a test wants."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PRETENDED_PYTHON = """\
#!/bin/sh
# `-m venv FOLDER` makes an environment whose pip installs nothing, beside a pip-audit that fails for the locks that are named.
if [ "$2" = venv ]; then
    mkdir -p "$3/bin"
    cp "$0" "$3/bin/python"
    printf '#!/bin/sh\\nfor each in "$@"; do case $each in *"$UNCLEAN") exit 1 ;; esac; done\\n' >"$3/bin/pip-audit"
    chmod +x "$3/bin/pip-audit"
fi
"""


@pytest.fixture
def clone(tmp_path: Path, root: Path) -> Path:
    clone = tmp_path / "clone"
    (clone / "packaging").mkdir(parents=True)
    for name in ("audit.sh", "build.sh"):
        shutil.copyfile(root / "packaging" / name, clone / "packaging" / name)
    (clone / "packaging" / "setup.sh").write_text("python=$root/built\n", encoding="utf-8")
    (clone / "built").write_text("#!/bin/sh\necho built\n", encoding="utf-8")
    (clone / "python").write_text(PRETENDED_PYTHON, encoding="utf-8")
    for name in ("built", "python"):
        (clone / name).chmod(0o755)
    return clone


def run(clone: Path, script: str, *arguments: str, unclean: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COFFER_PYTHON": str(clone / "python"), "UNCLEAN": unclean}
    command = ["sh", str(clone / "packaging" / script), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_what_is_known_against_nothing_is_said_to_be_clean(clone: Path) -> None:
    done = run(clone, "audit.sh", unclean="nothing")
    assert done.returncode == 0
    assert "nothing is known against any" in done.stderr


def test_a_lock_that_is_not_clean_fails_and_is_named_and_the_others_are_audited_all_the_same(clone: Path) -> None:
    done = run(clone, "audit.sh", unclean="/requirements.lock")
    assert done.returncode == 1
    assert "NOT CLEAN: requirements.lock." in done.stderr
    assert "auditing packaging/lancedb.lock" in done.stderr


def test_a_release_is_built_only_after_a_clean_audit(clone: Path) -> None:
    assert run(clone, "build.sh", "--release", unclean="/llama-build.lock").stdout == ""
    assert run(clone, "build.sh", "--release", unclean="/llama-build.lock").returncode == 1
    assert run(clone, "build.sh", "--release", unclean="nothing").stdout == "built\n"
    assert run(clone, "build.sh", unclean="/requirements.lock").stdout == "built\n"
