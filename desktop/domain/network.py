"""What is said about the network: who reached for it, and that it was refused."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NetworkAttempt:
    """A part of Coffer reached for a network and was refused; `at` is an ISO 8601 time, `what` a phrase ("a connection to 192.0.2.1:9")."""

    at: str
    component: str
    what: str


@dataclass(frozen=True, slots=True)
class NetworkTrial:
    """A part of Coffer was made to reach for a network: whether all its ways were refused, and how, as a sentence."""

    component: str
    refused: bool
    detail: str
