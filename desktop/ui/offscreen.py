"""Qt in a process that shows nothing."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from desktop.domain.marking import Marking
from desktop.domain.report import Report, ReportPicture
from desktop.ui.widgets.graph_image import draw_for_paper
from desktop.ui.widgets.report_pdf import render_pdf


def render_without_window(report: Report) -> bytes:
    """A report as the content of a PDF file, as a window would set it; in a process that has no application of Qt's, one is made."""
    application = _application()
    content = render_pdf(report)
    application.processEvents()  # whatever Qt still has to do is done while there is an application
    return content


def draw_without_window(picture: ReportPicture, marking: Marking) -> bytes:
    """A graph as the content of a PNG file, dark on white, as a window would draw it."""
    application = _application()
    content = draw_for_paper(picture.picture, picture.spots, marking)
    application.processEvents()
    return content


def _application() -> QCoreApplication:
    return QGuiApplication.instance() or QGuiApplication(["coffer", "-platform", "offscreen"])
