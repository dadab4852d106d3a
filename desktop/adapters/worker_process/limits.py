"""What a worker process may use, and how the worker binds itself to it."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

LOW_PRIORITY = 10
"""How nice a worker is whose work fills whole cores, so that the window gets one whenever it asks."""


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """Limits of one worker process; None leaves a resource unlimited.

    `memory_bytes` is the resident size that the parent watches, `address_space_bytes` what the kernel enforces
    on Linux: engines that map model files need the second left open. `cpu_seconds` counts over the worker's whole
    life. `nice` lowers its priority.
    """

    memory_bytes: int | None = None
    address_space_bytes: int | None = None
    cpu_seconds: int | None = None
    file_bytes: int | None = None
    nice: int = 0

    def as_dict(self) -> dict[str, Any]:
        """For the frame that carries the limits to the worker."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> WorkerLimits:
        """What `as_dict` made."""
        return cls(**values)


def apply_limits(limits: WorkerLimits) -> None:
    """Bind the calling process to its limits, for the rest of its life."""
    _limit(resource.RLIMIT_CORE, 0)
    if sys.platform == "linux":  # elsewhere the kernel takes the figure and does not enforce it
        _limit(resource.RLIMIT_AS, limits.address_space_bytes)
    _limit(resource.RLIMIT_CPU, limits.cpu_seconds)
    _limit(resource.RLIMIT_FSIZE, limits.file_bytes)
    if limits.nice:
        os.nice(limits.nice)


def _limit(kind: int, value: int | None) -> None:
    if value is None:
        return
    _, hard = resource.getrlimit(kind)
    allowed = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (allowed, allowed))
