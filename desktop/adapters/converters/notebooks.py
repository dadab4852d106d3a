"""Jupyter notebooks: text, code, and what the code wrote."""

from __future__ import annotations

import json
from collections.abc import Iterator

from desktop.adapters.converters.fences import fenced
from desktop.adapters.converters.stated import Found, Stated
from desktop.domain.conversion import Conversion

CONVERTER = "coffer-notebook 1"


def convert_notebook(text: str) -> Conversion | None:
    """The Markdown of a notebook; None if it is none."""
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError):
        return None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        return None
    metadata = notebook.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    language = _string(metadata, "language_info", "name") or _string(metadata, "kernelspec", "language") or "python"
    parts = [part for cell in cells if isinstance(cell, dict) for part in _cell(cell, language) if part.strip()]
    title = metadata.get("title")
    stated = Stated(title=Found(title, "the notebook's title") if isinstance(title, str) and title.strip() else None)
    return stated.given_to(Conversion("\n\n".join(part.strip("\n") for part in parts) + "\n", "ipynb", CONVERTER))


def _cell(cell: dict[str, object], language: str) -> Iterator[str]:
    source = _joined(cell.get("source"))
    if cell.get("cell_type") == "markdown":
        yield source
    elif source.strip():
        yield fenced(source, language if cell.get("cell_type") == "code" else "")
    outputs = cell.get("outputs")
    for output in outputs if isinstance(outputs, list) else []:
        if isinstance(output, dict) and (text := _output(output)).strip():
            yield fenced(text, "")


def _output(output: dict[str, object]) -> str:
    """What was written, in its plainest form."""
    if "text" in output:
        return _joined(output["text"])
    if output.get("output_type") == "error":
        return f"{output.get('ename', '')}: {output.get('evalue', '')}"
    data = output.get("data")
    data = data if isinstance(data, dict) else {}
    return next((_joined(data[kind]) for kind in ("text/markdown", "text/plain", "application/json", "text/html") if kind in data), "")


def _joined(value: object) -> str:
    return "".join(map(str, value)) if isinstance(value, list) else value if isinstance(value, str) else ""


def _string(values: dict[str, object], *names: str) -> str:
    inner: object = values
    for name in names:
        inner = inner.get(name) if isinstance(inner, dict) else None
    return inner if isinstance(inner, str) and inner.isalnum() else ""
