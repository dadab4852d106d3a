"""Formats that are text already: kept as they are, made readable as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable

from desktop.adapters.converters.decoding import decode_text, tidy
from desktop.adapters.converters.fences import fenced
from desktop.adapters.converters.front_matter_reading import read_asciidoc_header, read_front_matter
from desktop.adapters.converters.separated_values import separated_values
from desktop.adapters.converters.stated import Stated
from desktop.adapters.converters.structured_metadata import read_json_statement, read_yaml_statement, read_yara_statement
from desktop.domain.conversion import Conversion

CONVERTER = "coffer-text 1"
PROSE = frozenset({"txt", "md", "adoc"})
LONG_LINE = 2000
ASCIIDOC_BLOCK = re.compile(r"^(-{4,}|\.{4,}|\+{4,}|/{4,})$")
ASCIIDOC_HEADING = re.compile(r"^(={1,6}) (?=\S)")
ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)\\u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?")
STATEMENTS: dict[str, Callable[[str], Stated]] = {
    **dict.fromkeys(("yaml", "sigma"), read_yaml_statement),
    **dict.fromkeys(("yar", "yara", "rules"), read_yara_statement),
}


def convert_text(data: bytes, kind: str) -> Conversion:
    """The Markdown of a text file of the detected kind."""
    decoded, warnings = decode_text(data)
    text = tidy(decoded)
    stated, tables = Stated(), 0
    if kind == "md":
        markdown, stated = text, read_front_matter(text)
    elif kind == "adoc":
        markdown, stated = _asciidoc(text), read_asciidoc_header(text)
    elif kind in ("csv", "tsv"):
        markdown, tables = separated_values(text, kind)
    elif kind in ("json", "jsonl", "stix2", "ipynb"):
        markdown, stated = fenced(_readable_json(text), "json"), read_json_statement(text) if kind != "jsonl" else stated
    elif kind == "xml":
        markdown = fenced(_readable_xml(text), kind)
    elif kind in PROSE:
        markdown = text
    else:
        markdown = fenced(text, "" if kind == "log" else kind)
        reader = STATEMENTS.get(kind)
        stated = reader(text) if reader else stated
    return stated.given_to(Conversion(markdown, kind, CONVERTER, tables=tables, warnings=warnings))


def _asciidoc(text: str) -> str:
    """AsciiDoc with its headings as Markdown's, outside of literal blocks."""
    lines: list[str] = []
    block = ""
    for line in text.split("\n"):
        if ASCIIDOC_BLOCK.match(line):
            block = "" if line == block else block or line
        lines.append(line if block else ASCIIDOC_HEADING.sub(lambda match: "#" * len(match[1]) + " ", line))
    return "\n".join(lines)


def _readable_json(text: str) -> str:
    """JSON with its letters instead of their numbers, and with line breaks if it has none."""
    text = ESCAPE.sub(_letter, text)
    if len(text) < LONG_LINE or max(map(len, text.split("\n"))) < LONG_LINE:
        return text
    return "\n".join(_broken_lines(line) if len(line) >= LONG_LINE else line for line in text.split("\n"))


def _readable_xml(text: str) -> str:
    """XML with line breaks between its tags where it has lines too long to be read."""
    return text if max(map(len, text.split("\n"))) < LONG_LINE else text.replace("><", ">\n<")


def _letter(match: re.Match[str]) -> str:
    codes = [int(code, 16) for code in match.groups()[1:] if code]
    paired = len(codes) == 2 and 0xD800 <= codes[0] < 0xDC00
    if (len(codes) == 2 and not paired) or codes[0] < 0xA0 or (0xD800 <= codes[0] < 0xE000 and not paired):
        return match[0]
    letters = b"".join(code.to_bytes(2, "big") for code in codes).decode("utf-16-be")
    return match[1] + letters if letters.isprintable() else match[0]


def _broken_lines(text: str) -> str:
    """A long line of JSON cut after what opens, closes or divides, outside of strings."""
    parts = re.split(r'("(?:[^"\\]|\\.)*")', text)
    depth = 0
    out: list[str] = []
    for index, part in enumerate(parts):
        if index % 2:
            out.append(part)
            continue
        for character in part:
            depth += (character in "{[") - (character in "}]")
            indent = "\n" + "  " * min(max(depth, 0), 20)
            out.append(indent + character if character in "}]" else character + indent if character in "{[," else character)
    return "".join(out)
