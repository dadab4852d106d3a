"""Mail by the standard library: headers, the readable part, and the names of what is attached."""

from __future__ import annotations

import email
import email.utils
import re
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from desktop.adapters.converters.decoding import decode_text
from desktop.adapters.converters.markitdown import html_markdown
from desktop.application.ports import Conversion
from desktop.domain.document import page_mark
from desktop.domain.errors import ConversionFailed

CONVERTER = "coffer-mail 1"
SHOWN_HEADERS = ("From", "To", "Cc", "Date", "Subject")
ADDRESS = re.compile(r"\bhttps?://[^\s()<>\[\]\"]{3,2000}", re.IGNORECASE)
MBOX_START = re.compile(rb"^From \S+.*\r?\n(?=>?[\w-]+:)", re.MULTILINE)


def convert_mail(path: Path) -> Conversion:
    """The Markdown of one message."""
    message = _parse(path.read_bytes())
    body, attached = _body(message)
    subject = _header(message, "Subject")
    if not body and not attached and not any(_header(message, name) for name in SHOWN_HEADERS):
        raise ConversionFailed("It has neither the headers nor the text of a mail.", "Open it in a mail program and save it again.")
    return Conversion(
        mail_markdown([(name, _header(message, name)) for name in SHOWN_HEADERS], body, attached),
        "eml",
        CONVERTER,
        title=subject or None,
        published=_day(message),
        warnings=attachment_warnings(attached),
    )


def convert_mailbox(path: Path) -> Conversion:
    """The Markdown of a mailbox, each message a page."""
    data = path.read_bytes()
    marks = [*MBOX_START.finditer(data)]
    pages, attached = [], []
    for number, mark in enumerate(marks, 1):
        message = _parse(data[mark.end() : marks[number].start() if number < len(marks) else len(data)])
        body, names = _body(message)
        headers = [(name, _header(message, name)) for name in SHOWN_HEADERS]
        pages.append(f"{page_mark(number)}\n\n{mail_markdown(headers, body, names)}")
        attached += names
    return Conversion("\n".join(pages), "mbox", CONVERTER, pages=len(pages), warnings=attachment_warnings(attached))


def mail_markdown(headers: list[tuple[str, str]], body: str, attached: list[str]) -> str:
    """A mail as Markdown: its subject as heading, then who wrote when to whom, the text, what is attached."""
    subject = dict(headers).get("Subject", "")
    lines = [f"# {subject}", ""] if subject else []
    lines += [f"**{name}:** {value}  " for name, value in headers if value and name != "Subject"]
    parts = ["\n".join(lines).strip(), body.strip()]
    if attached:
        parts.append("\n".join(["Attachments:", "", *(f"- {name}" for name in attached)]))
    return "\n\n".join(part for part in parts if part) + "\n"


def attachment_warnings(attached: list[str]) -> tuple[str, ...]:
    """A sentence for each attachment, which nobody has read."""
    return tuple(f"The attachment {name} was not imported: save it and import it by itself." for name in attached)


def _parse(data: bytes) -> EmailMessage:
    if MBOX_START.match(data):
        data = data[data.index(b"\n") + 1 :]
    return email.message_from_bytes(data.lstrip(b"\r\n"), policy=default)


def _header(message: EmailMessage, name: str) -> str:
    try:
        value = str(message.get(name, ""))
    except Exception:  # noqa: BLE001 - the parser of the standard library stumbles over malformed headers in many ways
        value = next((str(raw) for key, raw in message.raw_items() if key.lower() == name.lower()), "")
    return " ".join(value.encode("utf-8", "replace").decode("utf-8").split())


def _day(message: EmailMessage) -> str | None:
    parsed = email.utils.parsedate(_header(message, "Date"))
    return f"{parsed[0]:04}-{parsed[1]:02}-{parsed[2]:02}" if parsed and parsed[0] >= 1980 else None


def _body(message: EmailMessage) -> tuple[str, list[str]]:
    """The text of a message and the names of its attachments; of two versions of a text the plain one is taken if it says it all."""
    texts: list[str] = []
    attached: list[str] = []
    _collect(message, texts, attached)
    return "\n\n".join(text for text in texts if text.strip()), attached


def _collect(part: EmailMessage, texts: list[str], attached: list[str]) -> None:
    kind = part.get_content_type()
    if kind == "message/rfc822":
        inner = part.get_payload()
        if isinstance(inner, list) and inner and isinstance(inner[0], EmailMessage):
            headers = [(name, _header(inner[0], name)) for name in SHOWN_HEADERS]
            body, names = _body(inner[0])
            texts.append(mail_markdown(headers, body, names))
            attached += names
    elif kind == "multipart/alternative":
        _collect_alternative(part, texts, attached)
    elif part.is_multipart():
        for inner in part.iter_parts():
            _collect(inner, texts, attached)  # type: ignore[arg-type]
    elif kind.startswith("text/") and not part.get_filename() and part.get_content_disposition() != "attachment":
        texts.append(_text(part))
    elif part.get_payload():
        attached.append(" ".join((part.get_filename() or f"without a name ({kind})").split()))


def _collect_alternative(part: EmailMessage, texts: list[str], attached: list[str]) -> None:
    versions: list[tuple[str, list[str]]] = []
    for inner in part.iter_parts():
        found: list[str] = []
        _collect(inner, found, attached)  # type: ignore[arg-type]
        versions.append((inner.get_content_type(), found))
    readable = [(kind, "\n\n".join(found)) for kind, found in versions if any(text.strip() for text in found)]
    plain = [text for kind, text in readable if kind == "text/plain"]
    richest = max((text for _, text in readable), key=len, default="")
    texts.append(plain[0] if plain and _says_it_all(plain[0], richest) else richest)


def _says_it_all(plain: str, rich: str) -> bool:
    """Whether the plain version of a text leaves out neither addresses nor much else of the one with links and pictures."""
    addresses = {address.rstrip(".,;:/") for address in ADDRESS.findall(rich)}
    return all(address in plain for address in addresses) and 2 * len(plain.split()) >= len(rich.split())


def _text(part: EmailMessage) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return str(part.get_payload())
    text, _ = decode_text(data, str(part.get_content_charset() or "") or None)
    return html_markdown(text)[0] if part.get_content_subtype() == "html" else text.replace("\r\n", "\n")
