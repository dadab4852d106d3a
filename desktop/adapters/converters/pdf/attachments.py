"""Files that are attached to a PDF, which readers show beside its pages."""

from __future__ import annotations

from collections.abc import Iterator

import pypdfium2

from desktop.adapters.converters.archive_names import plain_name
from desktop.adapters.converters.member_folder import MemberFolder
from desktop.domain.conversion import Member


def take_attachments(document: pypdfium2.PdfDocument, out: MemberFolder) -> tuple[Member, ...]:
    """The attached files as members."""
    return tuple(_take(document, number, out) for number in range(document.count_attachments()))


def _take(document: pypdfium2.PdfDocument, number: int, out: MemberFolder) -> Member:
    attachment = document.get_attachment(number)
    try:
        name = plain_name(attachment.get_name())
    except (pypdfium2.PdfiumError, ValueError):
        name = ""
    return out.take(name or f"attachment-{number + 1}.bin", _pieces(attachment))


def _pieces(attachment: pypdfium2.PdfAttachment) -> Iterator[bytes]:
    yield bytes(attachment.get_data())
