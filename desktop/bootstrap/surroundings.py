"""What the surroundings say: nothing else reads the environment."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Environment:
    """What the surroundings say."""

    resources: Path
    state_file: Path
    default_vault: Path
    default_vault_is_ours: bool
    sample_vault: Path
    faults: Path


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
    return Environment(resources, state_file, default_vault, not named, documents / "Coffer sample", faults)
