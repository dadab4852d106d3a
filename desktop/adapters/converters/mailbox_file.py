"""Mailboxes: a list of the messages in a file, each of which is taken out as a mail of its own."""

from __future__ import annotations

import re
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32
from pathlib import Path

from desktop.adapters.converters.decoding import decode_text
from desktop.adapters.converters.mail_headers import header
from desktop.adapters.converters.markdown_tables import NumberedRow, table_sections
from desktop.adapters.converters.member_folder import MemberFolder
from desktop.domain.conversion import Conversion
from desktop.domain.errors import ConversionFailed

CONVERTER = "coffer-mbox 2"
START = re.compile(rb"^From [^\r\n]{1,500}\r?\n(?=>?[\w-]{1,80}:)", re.MULTILINE)
TIME = re.compile(rb"\d{1,2}:\d\d")
HEADER_BYTES = 64 * 1024


def convert_mailbox(path: Path, out: MemberFolder) -> Conversion:
    """The list of a mailbox's messages, after what stands before the first of them."""
    data = path.read_bytes()
    starts = [match for match in START.finditer(data) if _begins_message(data, match)]
    if not starts:
        raise ConversionFailed("No message was found in the mailbox.", "Open it in a mail program and save its mails as .eml.")
    ends = [*(match.start() for match in starts[1:]), len(data)]
    rows, members = [NumberedRow(0, ("Message", "Date", "From", "Subject"))], []
    with out:
        for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1):
            name = f"message-{number:04}.eml"
            message = _headers(data[start.end() : min(end, start.end() + HEADER_BYTES)])
            rows.append(NumberedRow(number, (name, *(header(message, each) for each in ("Date", "From", "Subject")))))
            members.append(out.take(name, [data[start.end() : end]]))
    count = len(members)
    before = decode_text(data[: starts[0].start()])[0].strip()
    parts = [*([before] if before else []), f"A mailbox with {count:,} message{'' if count == 1 else 's'}.", table_sections(rows, level=2)]
    return Conversion("\n\n".join(parts) + "\n", "mbox", CONVERTER, members=tuple(members))


def _begins_message(data: bytes, match: re.Match[bytes]) -> bool:
    """Whether a line that begins with `From ` divides messages: it tells the time, or stands behind an empty line."""
    before = data[max(0, match.start() - 4) : match.start()].replace(b"\r", b"")
    return not match.start() or before.endswith(b"\n\n") or before == b"\n" or TIME.search(match[0]) is not None


def _headers(data: bytes) -> Message:
    return BytesHeaderParser(policy=compat32).parsebytes(data)
