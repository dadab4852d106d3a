"""Which code each worker process runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop.application.extraction.knowledge import Knowledge
    from desktop.application.ports.reports import DrawsGraph


WORKER_OPTION = "--worker"


def run_worker(arguments: Sequence[str]) -> int:
    """Serve as the worker process that is named first until the caller closes the pipe; returns the exit status."""
    name, *rest = arguments or [""]
    serve = _worker(name)
    if serve is None:
        print(f"coffer: there is no worker process {name!r}; Coffer starts its own.", file=sys.stderr)
        return 2
    serve(*rest)
    return 0


def _worker(name: str) -> Callable[..., None] | None:
    if name == "convert":
        from desktop.adapters.converters.child import serve_conversions

        return serve_conversions
    if name == "render":
        from desktop.adapters.converters.child import serve_pages

        return serve_pages
    if name == "embed":
        from desktop.adapters.embedders.child import serve_embeddings

        return serve_embeddings
    if name == "extract":
        return _serve_extraction
    if name == "generate":
        from desktop.adapters.generators.child import serve_generation

        return serve_generation
    if name == "bundle":
        from desktop.bootstrap.case_bundles import serve_bundles

        return serve_bundles
    if name == "report":
        from desktop.adapters.report_child import serve_templates

        return serve_templates
    if name == "pdf":
        return _serve_pdf
    if name == "draw":
        return _serve_graphs
    if name == "provide":
        from desktop.adapters.providers.child import serve_provider

        return serve_provider
    if name == "recognise":
        from desktop.adapters.recognisers.child import serve_recognition

        return serve_recognition
    return None


def _serve_pdf() -> None:
    from desktop.adapters.pdf_worker import serve_pdf
    from desktop.domain.report import Report

    def render(report: Report) -> bytes:  # Qt comes with the first report, when the limits hold and the network is blocked
        from desktop.ui.offscreen import render_without_window

        return render_without_window(report)

    serve_pdf(render)


def _serve_graphs() -> None:
    from desktop.adapters.graph_drawer import serve_graphs

    serve_graphs(_draws_graph)


def _draws_graph() -> DrawsGraph:
    """Qt comes with the first graph, when the limits hold and the network is blocked."""
    from desktop.ui.offscreen import draw_without_window

    return draw_without_window


def _serve_extraction(lexicon: str, *packs: str) -> None:
    from desktop.adapters.extractors.child import serve_extraction
    from desktop.adapters.packs.archive import unpack_archive
    from desktop.adapters.packs.folders import PackFolders

    serve_extraction(
        lambda: read_knowledge([Path(each) for each in packs], Path(lexicon)),
        lambda folder: PackFolders([folder.parent]).read(folder.name),
        unpack_archive,
    )


def read_knowledge(packs: Sequence[Path], lexicon: Path | None) -> Knowledge:
    """What the packs in some folders and a lexicon name, with what finds it."""
    from desktop.adapters.lexicon_files import read_lexicon
    from desktop.adapters.packs.folders import PackFolders
    from desktop.adapters.phrase_matcher import AutomatonMatcher
    from desktop.adapters.public_suffixes import PublicSuffixes
    from desktop.adapters.warning_lists import MispWarningLists
    from desktop.application.extraction.aliases import compile_aliases
    from desktop.application.extraction.indicators import IndicatorFinder
    from desktop.application.extraction.knowledge import Knowledge
    from desktop.domain.lexicon import NOTHING_DECIDED
    from desktop.domain.pack import PartKind

    store = PackFolders(packs)
    decided = read_lexicon(lexicon) if lexicon else NOTHING_DECIDED
    warnings = MispWarningLists(lambda: store.contents(PartKind.WARNING_LISTS))
    read = [store.read(each.name) for each in store.manifests()]
    book, words = compile_aliases(read, decided.aliases), [word for pack in read for word in pack.words]
    return Knowledge(book, words, decided, IndicatorFinder(PublicSuffixes(), warnings), AutomatonMatcher)
