"""The ports of reports: templates, and what writes formats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from desktop.domain.marking import Marking
from desktop.domain.report import Report, ReportPicture, ReportTemplate


class ReportTemplates(Protocol):
    """Templates of reports as files; those of the vault come first."""

    def all(self) -> tuple[ReportTemplate, ...]:
        """Every template, by name."""
        ...

    def fill(self, name: str, values: Mapping[str, Any]) -> str:
        """A template with these values as Markdown; UsageError where there is none of this name, or it cannot be filled."""
        ...


class DrawsGraph(Protocol):
    """Draws a graph of a report."""

    def __call__(self, picture: ReportPicture, marking: Marking) -> bytes:
        """The content of a PNG file, the marking below the picture."""
        ...


class RendersReport(Protocol):
    """Renders a report in a format of its own: for word processors, or as PDF. Its pictures are drawn already."""

    def __call__(self, report: Report) -> bytes:
        """The content of its file, its marking in header and footer."""
        ...
