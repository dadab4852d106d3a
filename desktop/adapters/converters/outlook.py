"""Outlook messages (.msg), read from the properties in their container."""

from __future__ import annotations

from email.message import Message
from email.parser import HeaderParser
from email.policy import compat32
from pathlib import Path
from typing import Any

from desktop.adapters.converters.compressed_rtf import decompress_rtf, wrapped_html
from desktop.adapters.converters.decoding import decode_text
from desktop.adapters.converters.mail_headers import header
from desktop.adapters.converters.mail_layout import mail_markdown, mail_stated
from desktop.adapters.converters.mail_parts import MailContent, says_it_all
from desktop.adapters.converters.member_folder import MemberFolder
from desktop.adapters.converters.outlook_storage import UNICODE, Storage
from desktop.adapters.converters.rich_text import rtf_markdown
from desktop.adapters.converters.web_pages import read_web_page
from desktop.domain.conversion import Conversion, Member
from desktop.domain.errors import CofferError, ConversionFailed

CONVERTER = "coffer-msg 2"
SUBJECT, BODY, HTML, RTF, TRANSPORT_HEADERS = "0037", "1000", "1013", "1009", "007D"
SENDER, SENDER_ADDRESS, SENDER_SMTP, SHOWN_TO, SHOWN_CC, MESSAGE_ID = "0C1A", "0C1F", "5D01", "0E04", "0E03", "1035"
SENT, DELIVERED = 0x0039, 0x0E06
RECIPIENT, RECIPIENT_KIND, SHOWN_NAME, SMTP, RECIPIENT_ADDRESS = "__recip_version1.0_", 0x0C15, "3001", "39FE", "3003"
ATTACHMENT, ATTACHMENT_METHOD, DATA = "__attach_version1.0_", 0x3705, "3701"
LONG_FILE_NAME, FILE_NAME = "3707", "3704"
BY_REFERENCE, EMBEDDED_MESSAGE = frozenset({2, 3, 4, 7}), 5
TO, CC, BCC = 1, 2, 3
ELSEWHERE = "It is not in the message, which only says where it lies; Coffer fetches nothing."
HINT = "Open it in Outlook and save it as .eml or PDF."


def convert_outlook(path: Path, out: MemberFolder) -> Conversion:
    """The Markdown of an Outlook message, and its attachments as members."""
    import olefile

    try:
        with olefile.OleFileIO(str(path)) as container, out:
            return _convert(container, out)
    except (CofferError, MemoryError):
        raise
    except Exception as error:  # whatever the library says of a damaged container
        raise ConversionFailed("The message is damaged and cannot be read.", HINT) from error


def _convert(container: Any, out: MemberFolder) -> Conversion:
    root = Storage(container)
    transport = HeaderParser(policy=compat32).parsestr(root.text(TRANSPORT_HEADERS))
    content = _content(root)
    when = root.time(SENT, DELIVERED)
    headers = [
        ("From", _sender(root)),
        *_recipients(root),
        ("Date", when.strftime("%Y-%m-%d %H:%M UTC") if when else header(transport, "Date")),
        ("Message-ID", root.text(MESSAGE_ID) or header(transport, "Message-ID")),
        *_telling(transport),
        ("Subject", root.text(SUBJECT)),
    ]
    attachments = root.inner(ATTACHMENT)
    members = tuple(_member(number, attachment, out) for number, attachment in enumerate(attachments, 1))
    shown = dict(headers)
    conversion = Conversion(
        mail_markdown(headers, content.body, [member.name for member in members]),
        "msg",
        CONVERTER,
        flags=tuple(content.flags),
        warnings=tuple(dict.fromkeys(content.warnings)),
        members=members,
    )
    day = when.date().isoformat() if when else shown["Date"]
    return mail_stated(shown["Subject"], shown["From"], day).given_to(conversion)


def _content(root: Storage) -> MailContent:
    """The text: plain where it says all that the styled one does."""
    content = MailContent()
    plain = root.text(BODY)
    html = _html(root)
    if html:
        page = read_web_page(html)
        if not plain or not says_it_all(plain, page.markdown):
            content.texts.append(page.markdown)
            content.flags += page.flags
            content.warnings += page.warnings
            return content
    content.texts.append(plain or _rich_text(root))
    return content


def _html(root: Storage) -> str:
    data = root.stream(HTML)
    if data is not None:
        return decode_text(data)[0]
    return root.text(HTML) or wrapped_html(_rtf(root)) or ""


def _rtf(root: Storage) -> bytes:
    data = root.stream(RTF)
    try:
        return decompress_rtf(data) if data else b""
    except ValueError:
        return b""


def _rich_text(root: Storage) -> str:
    rtf = _rtf(root)
    return rtf_markdown(rtf)[0] if rtf else ""


def _sender(root: Storage) -> str:
    name = root.text(SENDER)
    address = root.text(SENDER_SMTP) or root.text(SENDER_ADDRESS)
    return _person(name, address)


def _recipients(root: Storage) -> list[tuple[str, str]]:
    found: dict[int, list[str]] = {TO: [], CC: [], BCC: []}
    for recipient in root.inner(RECIPIENT):
        person = _person(recipient.text(SHOWN_NAME), recipient.text(SMTP) or recipient.text(RECIPIENT_ADDRESS))
        if person:
            found.get(recipient.number(RECIPIENT_KIND) or TO, found[TO]).append(person)
    return [
        ("To", ", ".join(found[TO]) or root.text(SHOWN_TO)),
        ("Cc", ", ".join(found[CC]) or root.text(SHOWN_CC)),
        ("Bcc", ", ".join(found[BCC])),
    ]


def _person(name: str, address: str) -> str:
    name = " ".join(name.split())
    if not address or address in name or address.startswith("/"):  # Exchange's own addresses tell a person nothing
        return name or address
    return f"{name} <{address}>" if name else address


def _telling(transport: Message) -> list[tuple[str, str]]:
    return [(name, header(transport, name)) for name in ("Reply-To", "X-Originating-IP")]


def _member(number: int, attachment: Storage, out: MemberFolder) -> Member:
    name = next((name for tag in (LONG_FILE_NAME, SHOWN_NAME, FILE_NAME) if (name := attachment.text(tag))), "")
    method = attachment.number(ATTACHMENT_METHOD)
    if attachment.has_object(DATA):
        embedded = method == EMBEDDED_MESSAGE
        name = name or ("message" if embedded else "object") + f"-{number}"
        if embedded and not name.lower().endswith(".msg"):
            name += ".msg"
        if not out.taking_out:
            return out.take(name, ())
        return out.take(name, (attachment.object_file(DATA, message=embedded) for _ in range(1)))
    name = name or f"part-{number}.bin"
    data = attachment.stream(DATA)
    if data is None and method in BY_REFERENCE:
        return out.refuse(name, ELSEWHERE)
    return out.take(name, [data or (attachment.stream(DATA, UNICODE) or b"")])
