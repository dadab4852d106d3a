"""Reports of facts and answers in memory."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from desktop.application.answer.threads import Threads
from desktop.application.gate import MarkingGate
from desktop.application.reporting.reports import Reports
from desktop.domain.errors import UsageError
from desktop.domain.report import Report, ReportTemplate
from tests.fakes.facts_vault import FactsVault
from tests.fakes.indicators import ListedValues
from tests.fakes.search_desk import IndicatorExtractor


class PlainTemplates:
    """`flash` says all there is to say, a line each; `broken` cannot be filled."""

    def all(self) -> tuple[ReportTemplate, ...]:
        return (ReportTemplate("broken", "Broken", own=True), ReportTemplate("flash", "Flash"))

    def fill(self, name: str, values: Mapping[str, Any]) -> str:
        if name != "flash":
            raise UsageError(f"The template {name} cannot be filled.", "Mend it.")
        lines = [f"# {values['title']}", values["summary"]]
        lines += [f"{each['title']}: {said['text']} {said['citations']}" for each in values["items"] for said in each["said"]]
        lines += [f"{each['type']} {each['value']} {each['citations']}" for each in values["indicators"]]
        lines += [
            f"({each['number']}) {each['title']} | {each['grade']} | {each['marking']} | {each['sha256']} | {each['quote']}"
            for each in values["sources"]
        ]
        return "\n".join(filter(None, lines))


def render_plainly(report: Report) -> bytes:
    return f"docx {report.label}\n{report.text}".encode()


def reports_of(vault: FactsVault, threads: Threads, gate: MarkingGate) -> Reports:
    extractor = IndicatorExtractor(ListedValues({}))
    return Reports(
        vault.memory,
        threads,
        vault.documents,
        gate,
        PlainTemplates(),
        extractor,
        render_plainly,
        vault.audit,
        actor="Ana",
        clock=lambda: datetime(2026, 12, 1, 8, tzinfo=UTC),
    )
