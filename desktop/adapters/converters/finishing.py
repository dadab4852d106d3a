"""What is the same for every format once its text is there: tidied, described, and looked at for what it tries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from desktop.adapters.converters.bylines import read_byline
from desktop.adapters.converters.decoding import tidy
from desktop.adapters.converters.language import measure_language
from desktop.adapters.converters.markdown_tables import count_tables
from desktop.adapters.converters.stated import Found, Stated
from desktop.adapters.converters.titles import title_of
from desktop.application.ingest.suspicion import QUOTE, find_flags
from desktop.domain.conversion import Conversion
from desktop.domain.quality import Flag

TITLE_LENGTH = 200
MOST_FLAGS = 40
MEASURED = "measured in its text"
NO_PROSE = frozenset("json jsonl xml yar yara csv tsv log zip tar 7z gz bz2 xz zst mbox p7m".split())  # noqa: SIM905


def finish(conversion: Conversion) -> Conversion:
    """The conversion with tidy text, and what can be told from it alone."""
    markdown = tidy(conversion.markdown)
    title = _one_line(conversion.title)
    conversion = replace(conversion, markdown=markdown, title=title, author=_one_line(conversion.author))
    if conversion.format not in NO_PROSE:
        conversion = read_byline(markdown).given_to(conversion)
        conversion = Stated(title=title_of(markdown)).given_to(conversion)
    return replace(
        with_language(conversion),
        undecodable=conversion.undecodable or _undecodable(markdown),
        tables=conversion.tables or count_tables(markdown),
        flags=_settled(conversion.flags, markdown),
    )


def with_language(conversion: Conversion) -> Conversion:
    """The conversion with the language that its text is in; what the file states counts where the text leaves it open."""
    measured = measure_language(conversion.markdown)
    if measured is None:
        return conversion
    stated = conversion.language
    if stated and stated.split("-")[0].lower() == measured:
        return conversion  # it says the same, and perhaps of which country
    cleared = replace(conversion, language=None, origins=tuple(each for each in conversion.origins if each[0] != "language"))
    return Stated(language=Found(measured, MEASURED)).given_to(cleared)


def _one_line(text: str | None) -> str | None:
    return (" ".join(tidy(text).split())[:TITLE_LENGTH] or None) if text else None


def _undecodable(markdown: str) -> float:
    """The share of characters that stand where something could not be decoded."""
    return round(markdown.count("\ufffd") / len(markdown), 6) if markdown else 0.0


def _settled(flags: Sequence[Flag], markdown: str) -> tuple[Flag, ...]:
    """The flags of a converter with quotes as they stand in the text, then those that the text itself calls for."""
    placed = (Flag(flag.kind, quote) for flag in flags[:MOST_FLAGS] if (quote := quote_of(flag.quote, markdown)))
    return tuple(dict.fromkeys((*placed, *find_flags(markdown))))


def quote_of(text: str, markdown: str) -> str:
    """The stretch of a Markdown text that shows a text: its first words, whatever stands between them; empty if none does."""
    words = re.findall(r"\w+", tidy(text)[: 2 * QUOTE])[:40]
    while words:
        pattern = r"[\W_]{1,12}".join(map(re.escape, words))
        match = re.search(pattern, markdown)
        if match is not None and len(match[0]) <= QUOTE:
            return match[0]
        words = words[: len(words) // 2]
    return ""
