"""Markdown as a Qt document: no HTML, nothing fetched, nothing that was written left out."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import (
    QFont,
    QPalette,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextImageFormat,
    QTextLength,
    QTextOption,
    QTextTable,
)

from desktop.domain.alignment import Alignment, align, trace
from desktop.domain.sections import Section
from desktop.ui.widgets.colours import mixed

FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
LEAD = "\n"  # a document that begins with `---` would have everything up to the next `---` swallowed as front matter
LINE_HEIGHT, PROPORTIONAL = 118, 1  # QTextBlockFormat.ProportionalHeight, in per cent
MONOSPACE = ["DejaVu Sans Mono", "Menlo", "Consolas", "monospace"]


class SealedDocument(QTextDocument):
    """A document that loads nothing, neither from the disk nor from a network."""

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        """Refuse."""
        return None


def render_section(section: Section, body: str, font: QFont, palette: QPalette) -> SealedDocument:
    """A section's Markdown, dressed for reading."""
    document = _parse(LEAD + section.source(body))
    document.setDefaultFont(font)
    document.setDocumentMargin(0)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)  # hashes and URLs are longer than any column
    document.setDefaultTextOption(option)
    _Dresser(document, palette).dress()
    return document


def align_section(section: Section, body: str, document: QTextDocument) -> Alignment:
    """Align a rendered section with its source; offsets count from the start of the section's own text."""
    source = LEAD + section.source(body)
    aligned = align(source, document.toPlainText(), _parse(trace(source)).toPlainText())
    return aligned.moved(len(LEAD) + len(section.prefix))


def section_text(section: Section, body: str) -> str:
    """The text of a section as it is shown."""
    return _parse(LEAD + section.source(body)).toPlainText()


def _parse(source: str) -> SealedDocument:
    document = SealedDocument()
    document.setUndoRedoEnabled(False)
    document.setMarkdown(source, FEATURES)
    if "![" in source:
        _name_images(document)
    return document


def _name_images(document: QTextDocument) -> None:
    """Put an image's description where the image would be; the pictures themselves are in the original."""
    images: list[tuple[int, str, str]] = []
    block = document.begin()
    while block.isValid():
        for piece in block.textFormats():
            if piece.format.isImageFormat():
                images += _image_at(block.position() + piece.start, piece.length, piece.format.toImageFormat())
        block = block.next()
    cursor = QTextCursor(document)
    plain = QTextCharFormat()
    plain.setFontItalic(True)
    for index in range(len(images) - 1, -1, -1):
        position, name, words = images[index]
        first = index == 0 or images[index - 1][:2] != (position - 1, name)
        last = index + 1 == len(images) or images[index + 1][:2] != (position + 1, name)
        cursor.setPosition(position)
        cursor.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(("[image: " if first else "") + words + ("]" if last else ""), plain)


def _image_at(position: int, length: int, image: QTextImageFormat) -> list[tuple[int, str, str]]:
    words = str(image.property(QTextFormat.Property.ImageAltText) or "")
    return [(position + index, image.name(), words if index == 0 else "") for index in range(length)]


class _Dresser:
    """Gives blocks, code and tables the look of a page."""

    def __init__(self, document: QTextDocument, palette: QPalette) -> None:
        self._document = document
        self._cursor = QTextCursor(document)
        self._shade = mixed(palette.color(QPalette.ColorRole.Base), palette.color(QPalette.ColorRole.Text), 0.06)
        self._line = mixed(palette.color(QPalette.ColorRole.Base), palette.color(QPalette.ColorRole.Text), 0.25)
        self._quiet = mixed(palette.color(QPalette.ColorRole.Base), palette.color(QPalette.ColorRole.Text), 0.75)

    def dress(self) -> None:
        block = self._document.begin()
        while block.isValid():
            self._dress_block(block)
            block = block.next()
        for frame in self._document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._dress_table(frame)

    def _dress_block(self, block: QTextBlock) -> None:
        look = block.blockFormat()
        self._cursor.setPosition(block.position())
        if look.headingLevel():
            look.setTopMargin(16 if block.position() else 4)
            look.setBottomMargin(6)
        elif _is_code(block):
            look.setBackground(self._shade)
            look.setNonBreakableLines(False)
            look.setLeftMargin(look.leftMargin() + 8)
            look.setTopMargin(0 if _is_code(block.previous()) else 8)
            look.setBottomMargin(0 if _is_code(block.next()) else 8)
        elif look.hasProperty(QTextFormat.Property.BlockQuoteLevel):
            look.setForeground(self._quiet)
        elif not look.topMargin() and self._cursor.currentTable() is None:
            return
        elif block.textList() is not None:
            look.setTopMargin(2)
            look.setBottomMargin(2 if block.next().textList() is not None else 10)
        else:
            look.setLineHeight(LINE_HEIGHT, PROPORTIONAL)
        self._cursor.setBlockFormat(look)
        self._dress_code(block)

    def _dress_code(self, block: QTextBlock) -> None:
        for piece in block.textFormats():
            if piece.format.fontFixedPitch() or piece.format.fontFamilies() == ["monospace"]:
                look = QTextCharFormat()
                look.setFontFamilies(MONOSPACE)
                look.setBackground(self._shade)
                self._cursor.setPosition(block.position() + piece.start)
                self._cursor.setPosition(block.position() + piece.start + piece.length, QTextCursor.MoveMode.KeepAnchor)
                self._cursor.mergeCharFormat(look)

    def _dress_table(self, table: QTextTable) -> None:
        look = table.format()
        look.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        look.setBorderBrush(self._line)
        look.setBorderCollapse(True)
        look.setCellPadding(5)
        look.setTopMargin(6)
        look.setBottomMargin(10)
        look.setWidth(QTextLength())
        table.setFormat(look)
        head = QTextCharFormat()
        head.setFontWeight(QFont.Weight.Bold)
        for column in range(table.columns()):
            cell = table.cellAt(0, column)
            cursor = cell.firstCursorPosition()
            cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(head)
            shaded = cell.format()
            shaded.setBackground(self._shade)
            cell.setFormat(shaded)


def _is_code(block: QTextBlock) -> bool:
    look = block.blockFormat()
    return block.isValid() and (look.hasProperty(QTextFormat.Property.BlockCodeFence) or look.nonBreakableLines())
