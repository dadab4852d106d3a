"""What writes reports of an open vault."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from desktop.bootstrap.surroundings import account
from desktop.domain.vault import VaultPaths

if TYPE_CHECKING:
    from desktop.application.answer.threads import Threads
    from desktop.application.gate import MarkingGate
    from desktop.application.memory.facts import Memory
    from desktop.application.reporting.reports import Reports
    from desktop.application.services import GraphDesk
    from desktop.application.settings import Settings
    from desktop.application.texts import Texts
    from desktop.bootstrap.engines import Engines


def build_reports(
    paths: VaultPaths,
    settings: Settings,
    engines: Engines,
    bundled: Path,
    gate: MarkingGate,
    memory: Memory,
    threads: Threads,
    texts: Texts,
    graph: GraphDesk,
) -> Reports:
    """Reports of this vault's facts, answers and graphs; `bundled` is the folder of the templates that come with Coffer."""
    from desktop.adapters.docx_writer import render_docx
    from desktop.adapters.graph_drawer import GraphDrawer
    from desktop.adapters.pdf_worker import PdfWorker
    from desktop.adapters.report_templates import ReportTemplateFiles
    from desktop.adapters.worker_process.client import worker_command
    from desktop.application.reporting.report_graphs import ReportGraphs
    from desktop.application.reporting.reports import Reports

    graphs = ReportGraphs(graph.named, graph.timelines, graph.telling, graph.picture_sources, gate)
    templates = ReportTemplateFiles(bundled, paths.reports, worker_command("report"))
    actor = settings.memory.actor or account()
    pdf, draws = PdfWorker(worker_command("pdf")), GraphDrawer(worker_command("draw"))
    extractor = engines.entity_extractor
    return Reports(memory, threads, texts, gate, templates, extractor, render_docx, pdf, draws, engines.audit, graphs, actor=actor)
