"""Writes small PDFs whose every line is where a test wants it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Put:
    """A text at a place, in points from the bottom left."""

    x: float
    y: float
    text: str
    size: float = 10
    bold: bool = False
    before: str = ""
    """Operators that go before it, as `1 1 1 rg` for white or `3 Tr` for not painted."""


def paragraph(x: float, y: float, lines: list[str], pitch: float = 12) -> list[Put]:
    return [Put(x, y - pitch * index, line) for index, line in enumerate(lines)]


def make_pdf(pages: list[list[Put]], title: str = "", created: str = "") -> bytes:
    """A PDF of A4 pages in Helvetica; nothing is compressed."""
    count = len(pages)
    kids = " ".join(f"{5 + 2 * index} 0 R" for index in range(count))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    ]
    for index, page in enumerate(pages):
        stream = b"\n".join(map(_show, page))
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {6 + 2 * index} 0 R "
            "/Resources << /Font << /F0 3 0 R /F1 4 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    objects.append(f"<< /Title ({title}) /CreationDate ({created}) >>".encode("cp1252"))
    return _assemble(objects)


def _show(put: Put) -> bytes:
    text = put.text.encode("cp1252").replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
    return b"q %s BT /F%d %g Tf %g %g Td (%s) Tj ET Q" % (put.before.encode(), put.bold, put.size, put.x, put.y, text)


def _assemble(objects: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(objects), start)
    return bytes(out)
