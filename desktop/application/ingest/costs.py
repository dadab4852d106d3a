"""In what order files are read: small ones and texts first, so that something can be searched within seconds."""

from __future__ import annotations

from pathlib import Path, PurePath

_COSTS = {
    1: "md markdown txt log csv tsv json jsonl ndjson xml yaml yml adoc ini toml py js ps1 sh yar yara sigma rules stix ioc",
    3: "html htm xhtml rtf eml ipynb mht mhtml rss atom",
    8: "docx odt epub pptx odp xlsx ods doc ppt xls msg",
    20: "pdf",
    60: "zip tar gz tgz bz2 xz 7z mbox pst",
}
_BY_SUFFIX = {suffix: cost for cost, suffixes in _COSTS.items() for suffix in suffixes.split()}
_UNKNOWN = 10
_OPENING = 20_000
"""Bytes of text that are read in the time it takes to open a file at all."""


def expected_cost(path: Path, name: str = "") -> int:
    """How long a file may take to read, by its size and the suffix of its name; files that are not there come first."""
    suffix = PurePath(name or path.name).suffix.lower().lstrip(".")
    try:
        size = path.stat().st_size
    except OSError:
        return 0
    return (size + _OPENING) * _BY_SUFFIX.get(suffix, _UNKNOWN)
