"""The hash that chains the lines of audit logs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def record_hash(record: Mapping[str, Any]) -> str:
    """SHA-256 of a record without its own hash, in a form that does not depend on the order of keys."""
    content = {key: value for key, value in record.items() if key != "hash"}
    canonical = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(canonical.encode("utf-8", "replace")).hexdigest()
