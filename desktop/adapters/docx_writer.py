"""Reports for word processors: the report's Markdown, parsed and set with python-docx."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any

from desktop.domain.marking import Marking
from desktop.domain.report import Report

if TYPE_CHECKING:
    from markdown_it.token import Token

_GROUND = "000000"
_COLOURS = {
    Marking.CLEAR: "FFFFFF",
    Marking.GREEN: "33FF00",
    Marking.AMBER: "FFC000",
    Marking.AMBER_STRICT: "FFC000",
    Marking.RED: "FF2B2B",
}
"""TLP 2.0 (FIRST, 2022): the letters, on black."""
_MARK_SIZE = 12
"""Points; what FIRST asks for at least."""
_DEEPEST_HEADING = 9
_NATURAL = 0.5
"""Pictures are twice as fine as on a screen."""
_TALLEST = 0.85
"""The part of a page that a picture may be high."""
_LONGEST_PROPERTY = 255
"""Characters, what the format allows."""
_NO_XML = re.compile(r"[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")


def render_docx(report: Report) -> bytes:
    """A report as the content of a file, its marking in header and footer of each page."""
    from docx import Document

    document = Document()
    document.core_properties.title = _printable(report.title)[:_LONGEST_PROPERTY]
    document.core_properties.author = ""
    document.core_properties.comments = report.label
    section = document.sections[0]
    for place in (section.header, section.footer):
        _mark(place.paragraphs[0], report)
    _Setting(document, report.images).set_text(report.text)
    content = BytesIO()
    document.save(content)
    return content.getvalue()


def _mark(paragraph: Any, report: Report) -> None:
    """The marking in its colour on black, at the right edge, as the standard asks."""
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn
    from docx.shared import Pt, RGBColor

    paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
    run = paragraph.add_run(f" {report.label} ")
    run.bold, run.font.size, run.font.color.rgb = True, Pt(_MARK_SIZE), RGBColor.from_string(_COLOURS[report.marking])
    shade = OxmlElement("w:shd")
    for name, value in (("w:val", "clear"), ("w:color", "auto"), ("w:fill", _GROUND)):
        shade.set(qn(name), value)
    run._r.get_or_add_rPr().append(shade)


class _Setting:
    """Sets the tokens of a Markdown text one after the other.

    HTML stays text, links lead nowhere, and pictures other than the report's own are their words.
    """

    def __init__(self, document: Any, images: Mapping[str, bytes]) -> None:
        self._document = document
        self._images = images
        self._lists: list[str] = []
        self._quoted = 0

    def set_text(self, text: str) -> None:
        """Set a Markdown text."""
        from markdown_it import MarkdownIt

        tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
        at = 0
        while at < len(tokens):
            at = self._set(tokens, at)

    def _set(self, tokens: list[Token], at: int) -> int:
        """Set what begins at a token; returns where the next begins."""
        token = tokens[at]
        match token.type:
            case "heading_open":
                level = min(int(token.tag[1:]), _DEEPEST_HEADING)
                self._inline(self._document.add_heading(level=level), tokens[at + 1])
                return at + 3
            case "paragraph_open":
                self._inline(self._document.add_paragraph(style=self._style()), tokens[at + 1])
                return at + 3
            case "bullet_list_open" | "ordered_list_open":
                self._lists.append("List Bullet" if token.type.startswith("bullet") else "List Number")
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "blockquote_open":
                self._quoted += 1
            case "blockquote_close":
                self._quoted -= 1
            case "fence" | "code_block":
                self._document.add_paragraph(token.content.rstrip("\n")).runs[0].font.name = "Courier New"
            case "table_open":
                return self._table(tokens, at)
        return at + 1

    def _style(self) -> str | None:
        """The style of a paragraph here; Word has three depths of lists."""
        if self._lists:
            depth = min(len(self._lists), 3)
            return self._lists[-1] + (f" {depth}" if depth > 1 else "")
        return "Quote" if self._quoted else None

    def _table(self, tokens: list[Token], at: int) -> int:
        end = next(place for place in range(at, len(tokens)) if tokens[place].type == "table_close")
        rows: list[list[Token]] = []
        for token in tokens[at:end]:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(token)
        table = self._document.add_table(rows=len(rows), cols=max(map(len, rows)), style="Table Grid")
        for number, row in enumerate(rows):
            for cell, token in zip(table.rows[number].cells, row, strict=False):
                self._inline(cell.paragraphs[0], token, bold=number == 0)
        self._document.add_paragraph()
        return end + 1

    def _inline(self, paragraph: Any, token: Token, *, bold: bool = False) -> None:
        strong, slanted = int(bold), 0
        for each in token.children or []:
            match each.type:
                case "strong_open" | "strong_close":
                    strong += each.nesting
                case "em_open" | "em_close":
                    slanted += each.nesting
                case "softbreak":
                    paragraph.add_run(" ")
                case "hardbreak":
                    paragraph.add_run().add_break()
                case "image" if each.attrGet("src") in self._images:
                    self._picture(paragraph.add_run(), self._images[str(each.attrGet("src"))], _words(each))
                case "text" | "code_inline" | "image" if each.content:
                    run = paragraph.add_run(_printable(_words(each)))
                    run.bold, run.italic = strong > 0, slanted > 0
                    if each.type == "code_inline":
                        run.font.name = "Courier New"

    def _picture(self, run: Any, content: bytes, words: str) -> None:
        """A picture in its own size, no larger than a page has room for, with words for whoever cannot see it."""
        section = self._document.sections[0]
        room = section.page_width - section.left_margin - section.right_margin
        tallest = round((section.page_height - section.top_margin - section.bottom_margin) * _TALLEST)
        shape = run.add_picture(BytesIO(content))
        by = min(_NATURAL, room / shape.width, tallest / shape.height)
        shape.width, shape.height = round(shape.width * by), round(shape.height * by)
        shape._inline.docPr.set("descr", _printable(words))


def _words(token: Token) -> str:
    """What a token reads as; that of a picture holds its words as they are written, with what keeps signs from meaning something."""
    return "".join(each.content for each in token.children or ()) if token.type == "image" else token.content


def _printable(text: str) -> str:
    """A text with a sign in place of what XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)
