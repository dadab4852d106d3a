"""Ctrl-C and progress, as a console sees them."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.application.job import Progress
from desktop.cli.console_job import console_job


def test_ctrl_c_asks_the_job_to_stop_and_a_second_interrupts() -> None:
    before = signal.getsignal(signal.SIGINT)
    with console_job() as context:
        assert not context.cancel.cancelled
        signal.raise_signal(signal.SIGINT)
        assert context.cancel.cancelled
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_away_from_a_terminal_progress_is_a_line_a_stage(capsys: pytest.CaptureFixture[str]) -> None:
    with console_job() as context:
        for done in range(3):
            context.report(Progress("import", done, 3, "a.pdf"))
        context.report(Progress("embed", 0))
    assert capsys.readouterr().err == "import …\nembed …\n"


def coffer(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "desktop", *map(str, arguments)]


@pytest.mark.slow
def test_an_interrupted_import_ends_with_130_and_leaves_a_sound_vault(tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    for number in range(1000):
        (files / f"{number:04}.md").write_text(f"# Note {number}\n\nVelvet Heron was seen {number} times.\n", encoding="utf-8")
    vault = tmp_path / "vault"
    subprocess.run(coffer("init", vault), check=True, capture_output=True)
    with subprocess.Popen(
        coffer("--vault", vault, "import", files, "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as importing:
        assert importing.stderr is not None
        while importing.stderr.readline() != "import …\n":
            pass
        importing.send_signal(signal.SIGINT)
        importing.communicate()
    assert importing.returncode == 130
    verified = subprocess.run(coffer("--vault", vault, "verify", "--json"), check=True, capture_output=True)
    assert json.loads(verified.stdout) == {"ok": True, "problems": []}
