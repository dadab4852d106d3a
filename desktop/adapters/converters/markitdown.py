"""Word, PowerPoint, HTML, EPUB, notebooks and feeds by MarkItDown.

Only its converters for single streams are used: what dispatches, fetches addresses and loads plugins is never built.
"""

from __future__ import annotations

import re
import warnings
import zipfile
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, BinaryIO

from desktop.adapters.converters.books import convert_book
from desktop.adapters.converters.decoding import decode_text
from desktop.adapters.converters.markitdown_parts import open_parts
from desktop.adapters.converters.notebooks import convert_notebook
from desktop.adapters.converters.office_parts import with_left_out_parts
from desktop.adapters.converters.office_properties import read_office_properties
from desktop.adapters.converters.text import convert_text
from desktop.adapters.converters.web_pages import AS_WRITTEN, TOO_DEEP, WebPage, convert_web_page, read_web_page
from desktop.adapters.converters.word_changes import with_changes_marked
from desktop.adapters.converters.word_hiding import hidden_words
from desktop.domain.conversion import Conversion
from desktop.domain.document import page_mark
from desktop.domain.errors import ConversionFailed
from desktop.domain.quality import Flag, FlagKind

MAX_UNPACKED = 512 * 2**20
MAX_RATIO = 200
SMALL_UNPACKED = 32 * 2**20
WORD_STYLES = "p[style-name='Title'] => h1:fresh\np[style-name='Subtitle'] => h2:fresh"
FORMULA_PART = re.compile(r"word/(?:document|footnotes|endnotes)\.xml")
SLIDE = re.compile(r"^<!-- Slide number: (\d+) -->[ \t]*$", re.MULTILINE)
PICTURE_DATA = re.compile(r"!\[([^\]]{0,2000})\]\(data:[^)]{0,200}\)")
REPAIR_HINT = "Open it in the program that made it, save it again, and import that."


def convert_markitdown(path: Path, kind: str, max_pages: int | None = None) -> Conversion:
    """The Markdown of a file of one of `READERS`' kinds; ConversionFailed with a reason if it cannot be read."""
    if kind in ("docx", "pptx", "epub"):
        check_unpacked_size(path)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            conversion = READERS[kind](path)
        except (ConversionFailed, MemoryError):
            raise
        except Exception as error:  # whatever an engine raises on a bad file is that file's fault
            raise ConversionFailed(f"It is damaged, or no {kind.upper()} file.", REPAIR_HINT) from error
    if max_pages is not None and conversion.pages is not None and conversion.pages > max_pages:
        raise ConversionFailed(
            f"It has {conversion.pages:,} slides, more than the {max_pages:,} that one file may have.",
            "Raise imports.max_pages in the vault's settings, or split the file.",
        )
    flattened = any("RecursionError" in str(each.message) for each in caught)
    return replace(
        conversion,
        markdown=PICTURE_DATA.sub(_picture, conversion.markdown),
        converter=conversion.converter or f"markitdown {version('markitdown')}",
        warnings=conversion.warnings + ((TOO_DEEP,) if flattened else ()),
    )


def check_unpacked_size(path: Path) -> None:
    """Refuse a file that unpacks to far more than a document has, before anything unpacks it."""
    try:
        with zipfile.ZipFile(path) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
            encrypted = any(entry.flag_bits & 1 for entry in archive.infolist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise ConversionFailed("It is damaged or incomplete: the archive inside it cannot be read.", REPAIR_HINT) from error
    if encrypted:
        raise ConversionFailed("It is protected by a password.", "Save a copy without a password and import that.")
    if unpacked > MAX_UNPACKED or (unpacked > SMALL_UNPACKED and unpacked > MAX_RATIO * path.stat().st_size):
        raise ConversionFailed(
            f"It would unpack to {unpacked // 2**20:,} MB, far more than a document has (a zip bomb).",
            "If you trust it, open it in the program that made it and save it as PDF.",
        )


def _docx(path: Path) -> Conversion:
    hidden = tuple(Flag(FlagKind.HIDDEN_TEXT, text) for text in dict.fromkeys(hidden_words(path)))
    page = _word_page(path)
    conversion = Conversion(with_left_out_parts(page.markdown, path), "docx", "", flags=hidden, warnings=page.warnings)
    return read_office_properties(path).given_to(conversion)


def _word_page(path: Path) -> WebPage:
    """What MarkItDown does with a Word document, without its slow search for formulas where there are none.

    Pictures are neither copied nor fetched, and a style map that the file brings along is not obeyed: it could hide text.
    """
    import mammoth

    pictures = mammoth.images.img_element(lambda _: {"src": "data:"})
    with path.open("rb") as file:
        stream = with_changes_marked(file)
        stream = _with_formulas(stream) if _has_formulas(path) else stream
        html = mammoth.convert_to_html(stream, style_map=WORD_STYLES, include_embedded_style_map=False, convert_image=pictures).value
    return read_web_page(html)


def _with_formulas(stream: BinaryIO) -> BinaryIO:
    open_parts()
    from markitdown.converter_utils.docx.pre_process import pre_process_docx

    return pre_process_docx(stream)


def _has_formulas(path: Path) -> bool:
    with zipfile.ZipFile(path) as archive:
        return any(b"oMath" in archive.read(name) for name in archive.namelist() if FORMULA_PART.fullmatch(name))


def _pptx(path: Path) -> Conversion:
    open_parts()
    from markitdown.converters._pptx_converter import PptxConverter

    parts = SLIDE.split(_by(PptxConverter, path))
    slides = [(int(parts[at]), parts[at + 1].strip()) for at in range(1, len(parts), 2)]
    markdown = "\n\n".join([parts[0].strip(), *(f"{page_mark(number)}\n\n{body}".strip() for number, body in slides)]).strip()
    markdown = with_left_out_parts(markdown, path)
    empty = tuple(number for number, body in slides if not body)
    return read_office_properties(path).given_to(Conversion(markdown, "pptx", "", pages=len(slides), empty_pages=empty))


def _ipynb(path: Path) -> Conversion:
    text, noted = decode_text(path.read_bytes())
    conversion = convert_notebook(text) or convert_text(path.read_bytes(), "json")
    return replace(conversion, warnings=noted)


def _rss(path: Path) -> Conversion:
    open_parts()
    from markitdown.converters._rss_converter import RssConverter

    try:
        return Conversion(_by(RssConverter, path), "rss", "")
    except Exception:  # noqa: BLE001 - no feed that the engine knows, or no XML: its text is kept as it is written
        conversion = convert_text(path.read_bytes(), "xml")
        return replace(
            conversion, warnings=(*conversion.warnings, "It is no feed that could be laid out; its text is all there as it is written.")
        )


READERS: dict[str, Callable[[Path], Conversion]] = {
    "html": convert_web_page,
    "docx": _docx,
    "pptx": _pptx,
    "epub": convert_book,
    "ipynb": _ipynb,
    "rss": _rss,
}


def _by(converter: Callable[[], Any], path: Path, **options: str) -> str:
    open_parts()
    from markitdown._stream_info import StreamInfo

    with path.open("rb") as stream:
        result = converter().convert(stream, StreamInfo(extension=path.suffix.lower(), charset="utf-8"), **AS_WRITTEN, **options)
    return str(result.markdown)


def _picture(match: re.Match[str]) -> str:
    return f"[picture: {match[1]}]" if match[1].strip() else ""
