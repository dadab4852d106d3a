"""Writes Word documents whose body a test spells out."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

NAMES = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'
)


def make_docx(path: Path, body: str, parts: Mapping[str, str] | None = None) -> Path:
    """A document with a body and other parts by their names."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("_rels/.rels", RELATIONS)
        archive.writestr("word/document.xml", f"<w:document {NAMES}><w:body>{body}</w:body></w:document>")
        for name, content in (parts or {}).items():
            archive.writestr(name, content)
    return path
