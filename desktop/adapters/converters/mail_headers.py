"""Headers of mails as text: encoded words, bytes of no stated encoding, folded lines, and names of files in parameters."""

from __future__ import annotations

import binascii
import email.utils
import quopri
import re
from base64 import b64decode
from email.message import Message

from desktop.adapters.converters.archive_names import decode_names

ENCODED_WORD = re.compile(r"=\?([\w.:+-]{1,60})(?:\*[\w-]{0,30})?\?([bBqQ])\?([^?\r\n]{0,4000})\?=")
OF_PEOPLE = frozenset({"From", "Sender", "Reply-To", "To", "Cc", "Bcc"})
DIVIDING = re.compile(r"[,;:<>@()\[\]]")
LONGEST = 20_000
NO_TEXT = re.compile("[\udc80-\udcff]")


def header(message: Message, name: str) -> str:
    """The first header of this name on one line; empty if there is none."""
    return next(iter(headers(message, name)), "")


def headers(message: Message, name: str) -> list[str]:
    """All headers of this name, each on one line."""
    people = name in OF_PEOPLE
    return [_one_line(str(value), people=people) for key, value in message.raw_items() if key.lower() == name.lower()]


def file_name(part: Message) -> str:
    """The name that a part gives its file, in whichever of the two headers and ways; empty if it has none."""
    plain: Message = Message()
    for name in ("Content-Disposition", "Content-Type"):
        value = next((str(raw) for key, raw in part.raw_items() if key.lower() == name.lower()), "")
        if value:
            plain[name] = _decoded_bytes(value[:LONGEST])
    try:
        named = plain.get_filename()
    except (ValueError, LookupError, TypeError, IndexError):  # the library stumbles over malformed parameters
        named = None
    return _one_line(named) if named else ""


def decode_words(text: str, *, people: bool = False) -> str:
    """A header's text with its encoded words read; those beside each other may share a letter.

    In headers of `people`, a name with a sign that would divide it comes out in quotes.
    """
    out: list[str] = []
    word, charset, end = b"", "", 0
    for match in ENCODED_WORD.finditer(text):
        between, stated = text[end : match.start()], match[1].lower()
        if word and (between.strip() or stated != charset):
            out.append(_decoded_word(word, charset, people=people))
            word = b""
        if between.strip() or not end:
            out.append(between)
        word, charset, end = word + _word_bytes(match[2], match[3]), stated, match.end()
    if word:
        out.append(_decoded_word(word, charset, people=people))
    return "".join([*out, text[end:]])


def _decoded_word(word: bytes, charset: str, *, people: bool) -> str:
    text = decode_short(word, charset)
    quoted = text.startswith('"') and text.endswith('"')
    return f'"{text.replace(chr(34), "")}"' if people and DIVIDING.search(text) and not quoted else text


def decode_short(data: bytes, stated: str = "") -> str:
    """A few words of an encoding that is not stated, or wrongly: like names in archives, too few to be measured as a text is."""
    for encoding in filter(None, (stated, "utf-8")):
        try:
            return data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    return NO_TEXT.sub("\ufffd", decode_names([data], otherwise="cp1252")[0])


def address_of(stated: str) -> tuple[str, str]:
    """Name and address of the first person that a header names."""
    try:
        return next(iter(email.utils.getaddresses([stated])), ("", ""))
    except (ValueError, TypeError, IndexError):
        return "", ""


def _word_bytes(encoding: str, written: str) -> bytes:
    if encoding in "qQ":
        return quopri.decodestring(written.encode("ascii", "replace"), header=True)
    try:
        return b64decode(written.replace(" ", "") + "=" * (-len(written.replace(" ", "")) % 4))
    except (binascii.Error, ValueError):
        return written.encode("utf-8", "replace")


def _decoded_bytes(raw: str) -> str:
    """A header whose bytes beyond ASCII the parser keeps as halves of surrogate pairs."""
    if raw.isascii():
        return raw
    return decode_short(raw.encode("utf-8", "surrogateescape"))


def _one_line(raw: str, *, people: bool = False) -> str:
    text = decode_words(" ".join(_decoded_bytes(raw[:LONGEST]).split()), people=people)
    return " ".join(text.replace("\x00", "").split())
