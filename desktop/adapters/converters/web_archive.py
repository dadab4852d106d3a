"""Web pages saved with their pictures in one file (MHTML): the page, and of its parts what is no mere decoration."""

from __future__ import annotations

from email.message import Message
from pathlib import Path

from desktop.adapters.converters.decoding import decode_text
from desktop.adapters.converters.mail import parse_mail
from desktop.adapters.converters.mail_headers import file_name, header
from desktop.adapters.converters.mail_parts import charset_of, inner_parts, payload, suffix_of
from desktop.adapters.converters.member_folder import MemberFolder
from desktop.adapters.converters.stated import Found, Stated
from desktop.adapters.converters.web_pages import WebPage, read_web_page
from desktop.domain.conversion import Conversion, Member
from desktop.domain.errors import CofferError, ConversionFailed

CONVERTER = "coffer-mhtml 1"
DESIGN = frozenset({"text/css", "text/javascript", "application/javascript", "application/x-javascript", "image/svg+xml"})
FONTS = ("font/", "application/font", "application/x-font", "application/vnd.ms-fontobject")
SMALL_PICTURE = 8_000
DECORATION = "It is a small picture of the page's design and was left in the file."


def convert_web_archive(path: Path, out: MemberFolder) -> Conversion:
    """The Markdown of the saved page, and its pictures as members."""
    try:
        return _convert(parse_mail(path.read_bytes()), out)
    except (CofferError, MemoryError):
        raise
    except Exception as error:  # the parser of the standard library stumbles over malformed files in many ways
        raise ConversionFailed("The saved page is damaged and cannot be read.", "Save the page again, or as PDF.") from error


def _convert(archive: Message, out: MemberFolder) -> Conversion:
    leaves = _leaves(archive)
    pages = [_read(each) for each in leaves if each.get_content_type() in ("text/html", "application/xhtml+xml")]
    texts = [decode_text(payload(each), charset_of(each))[0] for each in leaves if each.get_content_type() == "text/plain"]
    if not pages and not any(text.strip() for text in texts):
        raise ConversionFailed("No page was found in the saved web archive.", "Save the page again, or as PDF.")
    with out:
        members = tuple(_member(number, each, out) for number, each in enumerate(_others(leaves), 1))
    conversion = Conversion(
        "\n\n".join([*(page.markdown for page in pages), *texts]),
        "mht",
        CONVERTER,
        flags=tuple(flag for page in pages for flag in page.flags),
        warnings=tuple(dict.fromkeys(warning for page in pages for warning in page.warnings)),
        members=members,
    )
    subject = header(archive, "Subject")
    stated = pages[0].stated if pages else Stated()
    return stated.or_else(Stated(title=Found(subject, "the saved page's Subject") if subject else None)).given_to(conversion)


def _leaves(part: Message) -> list[Message]:
    if not part.is_multipart():
        return [part]
    return [leaf for inner in inner_parts(part) for leaf in _leaves(inner)]


def _read(part: Message) -> WebPage:
    return read_web_page(decode_text(payload(part), charset_of(part))[0])


def _others(leaves: list[Message]) -> list[Message]:
    """What is neither page nor design."""
    return [
        each
        for each in leaves
        if (kind := each.get_content_type()) not in (*DESIGN, "text/html", "application/xhtml+xml", "text/plain")
        and not kind.startswith(FONTS)
    ]


def _member(number: int, part: Message, out: MemberFolder) -> Member:
    kind = part.get_content_type()
    place = header(part, "Content-Location").partition("?")[0].rstrip("/").rpartition("/")[2]
    name = file_name(part) or (place if "." in place else "") or f"part-{number}{suffix_of(kind)}"
    data = payload(part)
    if kind.startswith("image/") and len(data) < SMALL_PICTURE and not file_name(part):
        return out.refuse(name, DECORATION)
    return out.take(name, [data])
