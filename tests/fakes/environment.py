"""Surroundings that lie in one folder."""

from __future__ import annotations

from pathlib import Path

from desktop.bootstrap import Environment


def an_environment(resources: Path, folder: Path) -> Environment:
    """The real resources, and everything else below `folder`, which is also the default vault."""
    return Environment(
        resources=resources,
        state_file=folder / "state.json",
        default_vault=folder,
        default_vault_is_ours=True,
        sample_vault=folder / "sample",
        faults=folder / "faults",
        meeting_place=folder / "run",
        screen="window",
    )
