"""Packs MISP's warning lists: python packaging/derive_warning_lists.py FOLDER, which holds one JSON file a list."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from derive_packs import write_json, write_manifest

PACK = "misp-warninglists"


def main() -> None:
    """Write the pack."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    lists = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]
    write_json(PACK, "lists", lists)
    write_manifest(
        PACK,
        title="MISP warning lists",
        version="pymispwarninglists 1.7.0",
        date=f"{max(each['version'] for each in lists)}",
        licence="CC0-1.0",
        source="https://github.com/MISP/misp-warninglists",
        authority=3,
    )


if __name__ == "__main__":
    main()
