"""What a bundle is made of: a ZIP with these names and no others, and a manifest that lists every file with its SHA-256."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from desktop.adapters.markdown_folder import is_plain_name
from desktop.domain.case_bundle import LISTED_IN, BundleManifest
from desktop.domain.errors import BundleDamaged
from desktop.domain.marking import Marking

MANIFEST, SIGNATURE = "manifest.json", "manifest.sig"
FORMAT = 3
_SINCE = {2: ("threads/", "boards/"), 3: ("searches/golden.toml", "searches/pins.toml")}
"""What a Coffer that knows only an earlier format would take for strange."""
LARGEST_MANIFEST = 256 * 2**20
AGE = b"age-encryption.org/v1"
"""How every file in the age format begins (https://age-encryption.org/v1)."""

_ALONE = frozenset({"audit.jsonl", "seen.json", *(name for names in LISTED_IN.values() for name in names)})
_FOLDERS = {"docs": re.compile(r".+\.md"), "memory": re.compile(r".+\.md"), "raw": re.compile(r".+"), "graphs": re.compile(r".+")}
_FOLDERS |= {"threads": re.compile(r".+\.md"), "boards": re.compile(r".+\.yaml")}


def is_bundle_name(name: str) -> bool:
    """Whether a bundle may hold a file of this name."""
    folder, slash, rest = name.partition("/")
    if name in _ALONE:
        return True
    return bool(slash) and folder in _FOLDERS and is_plain_name(rest) and _FOLDERS[folder].fullmatch(rest) is not None


def manifest_bytes(manifest: BundleManifest) -> bytes:
    """The manifest as it stands in the bundle."""
    said = {
        "format": max([1, *(number for number, names in _SINCE.items() if any(each.startswith(names) for each in manifest.files))]),
        "made_at": manifest.made_at,
        "made_by": manifest.made_by,
        "case": manifest.case,
        "limit": str(manifest.limit),
        "marking": str(manifest.marking),
        "withheld": dict(manifest.withheld),
        "cut": {key: list(parts) for key, parts in manifest.cut.items()},
        "files": dict(manifest.files),
    }
    return json.dumps(said, ensure_ascii=False, indent=1).encode("utf-8", "replace")


def read_manifest(content: bytes, source: str) -> BundleManifest:
    """What `manifest_bytes` wrote; BundleDamaged if it is nothing of the kind, or was written by a newer Coffer."""
    try:
        said: Mapping[str, Any] = json.loads(content)
        if said["format"] not in range(1, FORMAT + 1):
            raise BundleDamaged(f"{source} was written by a newer Coffer.", "Open it with that one.")
        return BundleManifest(
            made_at=str(said["made_at"]),
            made_by=str(said["made_by"]),
            case=str(said["case"]),
            limit=Marking(said["limit"]),
            marking=Marking(said["marking"]),
            files={str(name): str(digest) for name, digest in said["files"].items()},
            withheld={str(kind): int(count) for kind, count in said["withheld"].items()},
            cut={str(key): tuple(map(str, parts)) for key, parts in said["cut"].items()},
        )
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise BundleDamaged(f"{source} is no case bundle that can be understood.", "Ask for it again.") from error
