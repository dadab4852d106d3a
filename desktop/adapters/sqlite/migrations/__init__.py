"""The steps from an empty file to the current schema, in order; a shipped step never changes."""

from __future__ import annotations

from desktop.adapters.sqlite.migrations import step_001, step_002, step_003, step_004, step_005, step_006

STEPS: tuple[str, ...] = (step_001.SQL, step_002.SQL, step_003.SQL, step_004.SQL, step_005.SQL, step_006.SQL)
