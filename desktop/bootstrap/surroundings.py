"""What the surroundings say: nothing else reads the environment."""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote


@dataclass(frozen=True, slots=True)
class Environment:
    """What the surroundings say."""

    resources: Path
    state_file: Path
    default_vault: Path
    default_vault_is_ours: bool
    sample_vault: Path
    faults: Path
    meeting_place: Path
    screen: str
    session_bus: tuple[str, ...] = ()


def read_environment() -> Environment:
    """Read where things lie. The vault is `$COFFER_VAULT`, else the last one opened, else `Coffer` among the person's documents."""
    import platformdirs

    from desktop.adapters.state_file import StateFile

    bundle = getattr(sys, "_MEIPASS", None)
    resources = Path(bundle or Path(__file__).parents[2]) / "resources"
    state_file = platformdirs.user_config_path("coffer", appauthor=False) / "state.json"
    named = os.environ.get("COFFER_VAULT") or StateFile(state_file).read().get("vault")
    documents = platformdirs.user_documents_path()
    faults = platformdirs.user_state_path("coffer", appauthor=False) / "faults"
    default_vault = Path(named).expanduser() if named else documents / "Coffer"
    sample = documents / "Coffer sample"
    return Environment(resources, state_file, default_vault, not named, sample, faults, _meeting_place(), _screen(), session_bus())


def _meeting_place() -> Path:
    """Where the window that stands is asked for: among what ends with the session, where there is such a folder."""
    import platformdirs

    runtime = os.environ.get("XDG_RUNTIME_DIR")
    return Path(runtime) / "coffer" if runtime else platformdirs.user_state_path("coffer", appauthor=False) / "run"


def _screen() -> str:
    """A name for the screen on which a window would come up: two of one person's may be far apart."""
    shown = f"{os.environ.get('WAYLAND_DISPLAY', '')} {os.environ.get('DISPLAY', '')}"
    return f"window-{hashlib.sha256(shown.encode()).hexdigest()[:8]}"


def session_bus() -> tuple[str, ...]:
    """The sockets on which the session's services answer, the keychain among them; names without a file begin with a zero byte."""
    found = []
    for address in os.environ.get("DBUS_SESSION_BUS_ADDRESS", "").split(";"):
        kind, _, said = address.partition(":")
        parts = dict(each.partition("=")[::2] for each in said.split(","))
        if kind == "unix":
            found += [unquote(parts["path"])] if parts.get("path") else []
            found += [f"\0{unquote(parts['abstract'])}"] if parts.get("abstract") else []
    return tuple(found)


def account(table: Path = Path("/etc/passwd")) -> str:
    """The name of the account that this process runs under: what the session says, else what the machine's own table says.

    The system is not asked: it may ask a directory service, over a network, and on Linux reaches for one with each asking.
    """
    named = next((os.environ[name] for name in ("LOGNAME", "USER") if os.environ.get(name)), "")
    number = str(os.getuid())
    with suppress(OSError):
        rows = (line.split(":") for line in table.read_text(encoding="utf-8", errors="replace").splitlines())
        named = named or next((row[0] for row in rows if len(row) > 2 and row[2] == number), "")
    return named or f"account {number}"
