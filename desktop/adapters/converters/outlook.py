"""Outlook messages (.msg), read from the properties in their container."""

from __future__ import annotations

import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from desktop.adapters.converters.decoding import decode_text
from desktop.adapters.converters.mail import attachment_warnings, mail_markdown
from desktop.adapters.converters.markitdown import html_markdown
from desktop.application.ports import Conversion
from desktop.domain.errors import ConversionFailed

CONVERTER = "coffer-msg 1"
SUBJECT, BODY, HTML, SENDER, SENDER_ADDRESS, SENDER_SMTP, SHOWN_TO, SHOWN_CC = (
    "0037",
    "1000",
    "1013",
    "0C1A",
    "0C1F",
    "5D01",
    "0E04",
    "0E03",
)
FILE_NAME, LONG_FILE_NAME, SHOWN_NAME = "3704", "3707", "3001"
TIMES = {0x0039: "sent", 0x0E06: "delivered"}
HEADER_BYTES = 32
HINT = "Open it in Outlook and save it as .eml or PDF."


def convert_outlook(path: Path) -> Conversion:
    """The Markdown of an Outlook message."""
    import olefile

    try:
        with olefile.OleFileIO(str(path)) as container:
            return _convert(container)
    except (OSError, struct.error, ValueError, IndexError) as error:
        raise ConversionFailed("The message is damaged and cannot be read.", HINT) from error


def _convert(container: Any) -> Conversion:
    subject = _text(container, SUBJECT)
    address = _text(container, SENDER_SMTP) or _text(container, SENDER_ADDRESS)
    sender = _text(container, SENDER)
    when = _time(container)
    headers = [
        ("From", f"{sender} <{address}>" if address and address != sender else sender),
        ("To", _text(container, SHOWN_TO)),
        ("Cc", _text(container, SHOWN_CC)),
        ("Date", when.strftime("%Y-%m-%d %H:%M UTC") if when else ""),
        ("Subject", subject),
    ]
    attached = [_attachment_name(container, folder) for folder in _attachments(container)]
    return Conversion(
        mail_markdown(headers, _text(container, BODY) or _html(container), attached),
        "msg",
        CONVERTER,
        title=subject or None,
        published=when.date().isoformat() if when else None,
        warnings=attachment_warnings(attached),
    )


def _text(container: Any, tag: str, folder: str = "") -> str:
    for kind in ("001F", "001E"):
        name = f"{folder}__substg1.0_{tag}{kind}"
        if container.exists(name):
            data: bytes = container.openstream(name).read()
            text = data.decode("utf-16-le", "replace") if kind == "001F" else decode_text(data)[0]
            return text.replace("\x00", "").replace("\r\n", "\n").strip()
    return ""


def _html(container: Any) -> str:
    name = f"__substg1.0_{HTML}0102"
    return html_markdown(decode_text(container.openstream(name).read())[0])[0] if container.exists(name) else ""


def _attachments(container: Any) -> list[str]:
    return sorted({entry[0] for entry in container.listdir(streams=True, storages=True) if entry[0].startswith("__attach_version1.0_")})


def _attachment_name(container: Any, folder: str) -> str:
    names = (_text(container, tag, f"{folder}/") for tag in (LONG_FILE_NAME, SHOWN_NAME, FILE_NAME))
    return next((name for name in names if name), "without a name")


def _time(container: Any) -> datetime | None:
    """When it was sent: a count of 100 ns since 1601 in the table of fixed properties."""
    if not container.exists("__properties_version1.0"):
        return None
    table: bytes = container.openstream("__properties_version1.0").read()
    for at in range(HEADER_BYTES, len(table) - 15, 16):
        kind, tag = struct.unpack_from("<HH", table, at)
        if kind == 0x0040 and tag in TIMES:
            moment = datetime(1601, 1, 1, tzinfo=UTC) + timedelta(microseconds=struct.unpack_from("<Q", table, at + 8)[0] // 10)
            return moment if moment.year >= 1980 else None
    return None
