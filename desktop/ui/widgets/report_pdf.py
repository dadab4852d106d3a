"""A report as PDF: its Markdown set by Qt, its marking in header and footer of every page."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QBrush,
    QColor,
    QFont,
    QGuiApplication,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextOption,
    QTextTable,
)

from desktop.domain.report import Report
from desktop.ui.widgets.colours import TLP_COLOURS, TLP_GROUND
from desktop.ui.widgets.markdown_rendering import FEATURES, LEAD, SealedDocument

MARGINS_MM = QMarginsF(20, 24, 20, 24)
DOTS_PER_INCH = 300
TEXT_POINTS, MARK_POINTS = 10.0, 12.0  # FIRST asks for at least 12 points
MARK_AWAY_MM = 9.0
PICTURE_DOTS_PER_INCH = 192
TALLEST = 0.85
"""The part of a page that a picture may be high."""
HAIR = 2.0  # dots: a line that only touches the edge of a page is not on it
INK, LINES = QColor("#000000"), QColor("#999999")


def render_pdf(report: Report) -> bytes:
    """A report as the content of a file. Runs in any thread."""
    content = QBuffer()
    content.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(content)
    writer.setResolution(DOTS_PER_INCH)
    writer.setTitle(report.title)
    writer.setCreator("Coffer")
    writer.setPageLayout(
        QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, MARGINS_MM, QPageLayout.Unit.Millimeter)
    )
    room = QSizeF(writer.pageLayout().paintRectPixels(DOTS_PER_INCH).size())
    document = set_text(report.text, writer, room, report.images)
    painter = QPainter(writer)
    for number in range(document.pageCount()):
        if number:
            writer.newPage()
        _draw_page(painter, document, room, number)
        _draw_marks(painter, report, room, f"{number + 1} / {document.pageCount()}")
    painter.end()
    return bytes(content.data().data())


def set_text(text: str, device: QPdfWriter, room: QSizeF, images: Mapping[str, bytes] | None = None) -> SealedDocument:
    """A Markdown text laid out in pages of this size, with these pictures where it points to them.

    Nothing is loaded, HTML stays text.
    """
    document = SealedDocument()
    document.setDefaultFont(QFont(document.defaultFont().family(), round(TEXT_POINTS)))
    document.setDocumentMargin(0)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)  # hashes are longer than a column
    document.setDefaultTextOption(option)
    document.documentLayout().setPaintDevice(device)
    document.setMarkdown(LEAD + text, FEATURES)
    pictures = {name: QImage.fromData(content) for name, content in (images or {}).items()}
    for name, picture in pictures.items():
        document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), picture)
    _fit(document, pictures, room)
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _rule(frame)
    document.setPageSize(room)
    return document


def _fit(document: QTextDocument, pictures: Mapping[str, QImage], room: QSizeF) -> None:
    """Pictures no larger than a page has room for, and their own size in print; Qt takes sizes in the dots of a screen."""
    per_dot = QGuiApplication.primaryScreen().logicalDotsPerInchX() / DOTS_PER_INCH
    cursor, block = QTextCursor(document), document.begin()
    while block.isValid():
        for piece in block.textFormats():
            image = piece.format.toImageFormat()
            picture = pictures.get(image.name()) if piece.format.isImageFormat() else None
            if picture is None:
                continue
            natural = DOTS_PER_INCH / PICTURE_DOTS_PER_INCH
            by = min(natural, room.width() / picture.width(), room.height() * TALLEST / picture.height())
            image.setWidth(picture.width() * by * per_dot)
            image.setHeight(picture.height() * by * per_dot)
            cursor.setPosition(block.position() + piece.start)
            cursor.setPosition(block.position() + piece.start + piece.length, QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(image)
        block = block.next()


def _rule(table: QTextTable) -> None:
    form = table.format()
    form.setBorder(1)
    form.setBorderBrush(QBrush(LINES))
    form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    form.setBorderCollapse(True)
    form.setCellPadding(4)
    form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    table.setFormat(form)


def _draw_page(painter: QPainter, document: SealedDocument, room: QSizeF, number: int) -> None:
    """One page, in black whatever colours the window wears."""
    context = QAbstractTextDocumentLayout.PaintContext()
    context.palette.setColor(QPalette.ColorRole.Text, INK)
    page = QRectF(QPointF(0, number * room.height()), room)
    context.clip = page.adjusted(0, HAIR, 0, -HAIR)
    painter.save()
    painter.translate(0, -number * room.height())
    painter.setClipRect(page)
    document.documentLayout().draw(painter, context)
    painter.restore()


def _draw_marks(painter: QPainter, report: Report, room: QSizeF, page: str) -> None:
    """The marking at the right edge above and below the text, as the standard asks; the page's number below."""
    font = QFont(painter.font().family(), round(MARK_POINTS))
    font.setBold(True)
    painter.setFont(font)
    words = f" {report.label} "
    size = QSizeF(painter.fontMetrics().size(0, words))
    away = MARK_AWAY_MM / 25.4 * DOTS_PER_INCH
    for top in (-away - size.height() / 2, room.height() + away - size.height() / 2):
        ground = QRectF(QPointF(room.width() - size.width(), top), size)
        painter.fillRect(ground, QColor(TLP_GROUND))
        painter.setPen(QColor(TLP_COLOURS[report.marking]))
        painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, words)
    painter.setPen(INK)
    painter.setFont(QFont(font.family(), round(TEXT_POINTS)))
    below = QRectF(0, room.height() + away - size.height() / 2, room.width(), size.height())
    painter.drawText(below, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, page)
