"""Mails as files: one message, and what is attached to it taken out beside."""

from __future__ import annotations

import email
import re
from email.message import Message
from email.policy import compat32
from pathlib import Path

from desktop.adapters.converters.mail_headers import address_of, header, headers
from desktop.adapters.converters.mail_layout import mail_markdown, mail_stated
from desktop.adapters.converters.mail_parts import MailContent, read_content
from desktop.adapters.converters.member_folder import MemberFolder
from desktop.domain.conversion import Conversion, Member
from desktop.domain.errors import CofferError, ConversionFailed

CONVERTER = "coffer-mail 2"
SHOWN_HEADERS = (
    *("From", "Sender", "Reply-To", "Return-Path", "To", "Cc", "Bcc", "Date", "Message-ID", "X-Originating-IP"),
    "Subject",
)
TELLING = ("From", "To", "Cc", "Date", "Subject")
FROM_LINE = re.compile(rb"\s*>?From [^\r\n]{1,1000}\r?\n")
COUNT_LINE = re.compile(rb"(\d{1,12})[ \t]*\r?\n")
HINT = "Open it in a mail program and save it again."


def convert_mail(path: Path, kind: str, out: MemberFolder) -> Conversion:
    """The Markdown of one message: a file of its own, or one that Apple's Mail kept (`emlx`)."""
    data = path.read_bytes()
    try:
        return _convert(parse_mail(_without_frame(data) if kind == "emlx" else data), out)
    except (CofferError, MemoryError):
        raise
    except Exception as error:  # the parser of the standard library stumbles over malformed mails in many ways
        raise ConversionFailed("The mail is damaged and cannot be read.", HINT) from error


def parse_mail(data: bytes) -> Message:
    """The parts of a message; a line from a mailbox before its headers is passed over."""
    mark = FROM_LINE.match(data)
    return email.message_from_bytes(data[mark.end() :] if mark else data.lstrip(b"\r\n"), policy=compat32)


def shown_headers(message: Message) -> list[tuple[str, str]]:
    """The headers that are shown, each with its value; who a mail is from is said once."""
    sender = address_of(header(message, "From"))[1].lower()
    shown = []
    for name in SHOWN_HEADERS:
        value = header(message, name) if name in ("Subject", "Date", "Message-ID") else ", ".join(headers(message, name))
        if name in ("Sender", "Reply-To", "Return-Path") and address_of(value)[1].lower() in (sender, ""):
            value = ""
        shown.append((name, value))
    return shown


def take_parts(content: MailContent, out: MemberFolder) -> tuple[Member, ...]:
    """The parts of a mail as members."""
    return tuple(out.refuse(part.name, part.refusal) if part.refusal else out.take(part.name, part.pieces()) for part in content.parts)


def _convert(message: Message, out: MemberFolder) -> Conversion:
    content = read_content(message)
    shown = dict(shown_headers(message))
    if not content.body and not content.parts and not any(shown[name] for name in TELLING):
        raise ConversionFailed("It has neither the headers nor the text of a mail.", HINT)
    with out:
        members = take_parts(content, out)
    conversion = Conversion(
        mail_markdown(list(shown.items()), content.body, [part.name for part in content.parts]),
        "eml",
        CONVERTER,
        flags=tuple(content.flags),
        warnings=tuple(dict.fromkeys(content.warnings)),
        members=members,
    )
    return mail_stated(shown["Subject"], shown["From"], shown["Date"]).given_to(conversion)


def _without_frame(data: bytes) -> bytes:
    """The message in a file of Apple's Mail: its length stands before it, properties behind."""
    count = COUNT_LINE.match(data)
    return data[count.end() : count.end() + int(count[1])] if count else data
