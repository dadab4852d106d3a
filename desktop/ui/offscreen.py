"""Qt in a process that shows nothing."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from desktop.domain.report import Report
from desktop.ui.widgets.report_pdf import render_pdf


def render_without_window(report: Report) -> bytes:
    """A report as the content of a PDF file, as a window would set it; in a process that has no application of Qt's, one is made."""
    application = QGuiApplication.instance() or QGuiApplication(["coffer", "-platform", "offscreen"])
    content = render_pdf(report)
    application.processEvents()  # whatever Qt still has to do is done while there is an application
    return content
