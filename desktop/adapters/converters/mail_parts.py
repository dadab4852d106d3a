"""What a mail is made of: the text to be read, and everything else as parts that can be taken out."""

from __future__ import annotations

import io
import mimetypes
import re
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.generator import BytesGenerator
from email.message import Message

from desktop.adapters.converters.decoding import decode_text
from desktop.adapters.converters.mail_headers import file_name
from desktop.adapters.converters.member_folder import BrokenMember
from desktop.adapters.converters.web_pages import read_web_page
from desktop.domain.quality import Flag

READABLE = frozenset({"plain", "html", "enriched", "richtext", "rfc822-headers", "markdown", "x-markdown"})
MARKED_UP = frozenset({"html", "enriched", "richtext"})
REPORTS = frozenset({"message/delivery-status", "message/disposition-notification", "message/feedback-report"})
ADDRESS = re.compile(r"\bhttps?://[^\s()<>\[\]\"]{3,2000}", re.IGNORECASE)
SUFFIXES = mimetypes.MimeTypes(filenames=()).types_map_inv
OWN_SUFFIXES = {"text/calendar": ".ics", "text/vcard": ".vcf", "text/x-vcard": ".vcf", "application/octet-stream": ".bin"}
ELSEWHERE = "It is not in the mail, which only says where it could be fetched; Coffer fetches nothing."
ENCRYPTED = "The mail is encrypted ({}): decrypt it in a mail program, save it there, and import that."


@dataclass(frozen=True, slots=True)
class Part:
    """Something in a mail that is not its text; `refusal` says why it cannot be taken out, if it cannot."""

    name: str
    message: Message
    refusal: str = ""

    def pieces(self) -> Iterator[bytes]:
        """Its bytes."""
        yield _nested(self.message) if self.message.is_multipart() else payload(self.message)


@dataclass(slots=True)
class MailContent:
    """The readable texts of a mail in order, its other parts, and what is to be remarked on."""

    texts: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def body(self) -> str:
        """All readable text."""
        return "\n\n".join(text for text in self.texts if text.strip())

    def add(self, message: Message, stem: str = "part", suffix: str = "", refusal: str = "") -> None:
        """Keep a part under its name, or under one made from its number and type."""
        made = f"{stem}-{len(self.parts) + 1}{suffix or suffix_of(message.get_content_type())}"
        self.parts.append(Part(file_name(message) or made, message, refusal))

    def read(self, message: Message) -> None:
        """Add the text of a part."""
        data = payload(message)
        text, _ = decode_text(data, charset_of(message))
        if message.get_content_subtype() in MARKED_UP:
            page = read_web_page(text)
            self.flags += page.flags
            self.warnings += page.warnings
            text = page.markdown
        self.texts.append(text.replace("\r\n", "\n"))


def read_content(message: Message) -> MailContent:
    """The content of a mail. A text with a file's name is an attachment, and read where there is nothing else to read."""
    content = MailContent()
    _collect(message, content)
    if not content.body:
        for part in content.parts:
            if _is_text(part.message) and part.message.get_content_disposition() != "attachment":
                content.read(part.message)
    if "-----BEGIN PGP MESSAGE-----" in content.body:
        content.warnings.append(ENCRYPTED.format("PGP"))
    return content


def payload(message: Message) -> bytes:
    """The bytes of a part that is not made of others."""
    data = message.get_payload(decode=True)
    return data if isinstance(data, bytes) else str(message.get_payload() or "").encode("utf-8", "surrogateescape")


def charset_of(message: Message) -> str | None:
    """The encoding that a part states."""
    try:
        return message.get_content_charset()
    except (LookupError, ValueError, AttributeError, TypeError):
        return None


def suffix_of(kind: str) -> str:
    """The suffix of files of a media type."""
    return OWN_SUFFIXES.get(kind) or next(iter(SUFFIXES[True].get(kind, ())), ".bin")


def inner_parts(message: Message) -> list[Message]:
    """What a part is made of."""
    inner = message.get_payload()
    return [each for each in inner if isinstance(each, Message)] if isinstance(inner, list) else []


def _collect(part: Message, content: MailContent) -> None:
    kind = part.get_content_type()
    _remark(part, kind, content)
    if kind == "multipart/alternative" and part.is_multipart():
        _collect_alternative(part, content)
    elif kind in REPORTS and part.is_multipart():
        content.texts.append("\n\n".join(_fields(each) for each in inner_parts(part)))
    elif part.get_content_maintype() == "message" and part.is_multipart():
        content.add(part, "message", ".eml", ELSEWHERE if kind == "message/external-body" else "")
    elif part.is_multipart():
        for inner in inner_parts(part):
            _collect(inner, content)
    elif part.get_content_maintype() == "multipart" or (_is_text(part) and not _is_attached(part)):
        content.read(part)
    elif file_name(part) or payload(part):
        content.add(part)


def _collect_alternative(part: Message, content: MailContent) -> None:
    """Of several versions of a text the plain one is taken if it says it all; what is no version of it is a part."""
    versions: list[tuple[str, MailContent]] = []
    for inner in inner_parts(part):
        version = MailContent(parts=content.parts)
        _collect(inner, version)
        versions.append((inner.get_content_type(), version))
        content.warnings += [each for each in version.warnings if each not in content.warnings]
    readable = [(kind, version) for kind, version in versions if version.body]
    plain = "\n\n".join(version.body for kind, version in readable if kind == "text/plain")
    richest = max((version for _, version in readable), key=lambda each: len(each.body), default=None)
    if richest is None:
        return
    if plain and says_it_all(plain, richest.body):
        content.texts.append(plain)
    else:
        content.texts.append(richest.body)
        content.flags += richest.flags


def says_it_all(plain: str, rich: str) -> bool:
    """Whether the plain version of a text leaves out neither addresses nor much else of the one with links and pictures."""
    addresses = {address.rstrip(".,;:/") for address in ADDRESS.findall(rich)}
    return all(address in plain for address in addresses) and 2 * len(plain.split()) >= len(rich.split())


def _is_text(part: Message) -> bool:
    return part.get_content_maintype() == "text" and part.get_content_subtype() in READABLE


def _is_attached(part: Message) -> bool:
    return bool(file_name(part)) or part.get_content_disposition() == "attachment"


def _remark(part: Message, kind: str, content: MailContent) -> None:
    if kind == "multipart/encrypted":
        content.warnings.append(ENCRYPTED.format("PGP"))
    elif kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
        signed = "signed-data" in str(part.get_param("smime-type", "")).lower()
        if not signed:
            content.warnings.append(ENCRYPTED.format("S/MIME"))


def _fields(report: Message) -> str:
    lines = [f"{name}: {' '.join(str(value).split())}" for name, value in report.raw_items()]
    rest = report.get_payload()
    return "\n".join([*lines, rest.strip() if isinstance(rest, str) else ""]).strip()


def _nested(part: Message) -> bytes:
    """The bytes of a mail within a mail; some programs encode it, though that is not allowed."""
    inner = inner_parts(part)
    if not inner:
        return b""
    message = inner[0]
    encoding = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
    if encoding == "base64" and not message.keys():
        try:
            return b64decode(payload(message))
        except ValueError as error:
            raise BrokenMember from error
    stream = io.BytesIO()
    BytesGenerator(stream, mangle_from_=False, maxheaderlen=0).flatten(message)
    return stream.getvalue()
