"""The states that two vaults have seen of the same things, as a file of a bundle and of a vault holds them."""

from __future__ import annotations

import json

from desktop.domain.case_bundle import States


def states_bytes(states: States) -> bytes:
    """States as JSON: by key and part the digests, in order."""
    said = {key: {part: sorted(digests) for part, digests in parts.items()} for key, parts in states.items()}
    return json.dumps(said, ensure_ascii=False, sort_keys=True).encode("utf-8", "replace")


def read_states(content: bytes) -> States:
    """What `states_bytes` wrote; ValueError if it is nothing of the kind, nothing of an empty file."""
    try:
        said = json.loads(content or b"{}")
        return {
            str(key): {str(part): frozenset(map(str, digests)) for part, digests in parts.items() if isinstance(digests, list)}
            for key, parts in said.items()
        }
    except (AttributeError, RecursionError) as error:
        raise ValueError("it is no table of states") from error
