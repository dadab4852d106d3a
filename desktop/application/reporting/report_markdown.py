"""A report as Markdown: the text, and its pictures beside it."""

from __future__ import annotations

import base64
from pathlib import Path
from urllib.parse import quote

from desktop.domain.report import Report


def markdown_files(report: Report, target: Path) -> list[tuple[Path, bytes]]:
    """The files to write: pictures are named after the text's; where that is no file of a folder, such as a pipe, they stand in it."""
    text, files = report.marked_text, list[tuple[Path, bytes]]()
    has_room = target.is_file() or not target.exists()
    for name, content in report.images.items():
        if has_room:
            beside = target.with_name(f"{target.stem}-{name}")
            files.append((beside, content))
            text = text.replace(f"]({name})", f"]({quote(beside.name)})")
        else:
            text = text.replace(f"]({name})", f"](data:image/png;base64,{base64.b64encode(content).decode()})")
    return [(target, text.encode("utf-8", errors="replace")), *files]
