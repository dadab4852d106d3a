"""Nothing above the limit leaves, by no exit, alone or folded into something else."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdfium2
import pytest

from desktop.application.cases.case_contents import BundleChoice
from desktop.application.exchange.stix_exchange import ExportChoice
from desktop.application.job import JobContext
from desktop.application.ports import DocumentQuery, FactQuery, LedgerQuery
from desktop.application.services import Services
from desktop.bootstrap import Opener
from desktop.domain.audit import AuditQuery
from desktop.domain.fact import FactDraft, indexed_id
from desktop.domain.graph_export import ExportFormat, ExportScope
from desktop.domain.graph_rows import node_rows, tie_rows
from desktop.domain.graph_view import GraphView, add, document_key
from desktop.domain.import_job import ImportOptions
from desktop.domain.leaving import Exit, Outgoing
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters, Mode, Query
from desktop.domain.report import ReportRequest

SECRET = "quuxotic"  # noqa: S105 - a word that must not leave


@pytest.fixture(scope="module")
def vault(opener: Opener, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    folder = tmp_path_factory.mktemp("leaving")
    opener.create(folder / "vault")
    reports = {
        "open": ("An open report on 198.51.100.7.", Marking.GREEN),
        "strict": (f"The {SECRET} relay 198.51.100.9.", Marking.AMBER_STRICT),
        "unheeded": (f"TLP:AMBER+STRICT\n\nThe {SECRET} text says more than its mark.", Marking.CLEAR),
    }
    for name, (text, marking) in reports.items():
        (folder / f"{name}.md").write_text(f"# {name}\n\n{text}\n")
        services = opener.open(folder / "vault", write=True)
        services.importer.import_paths(JobContext(), [folder / f"{name}.md"], ImportOptions(tlp=marking))
        services.change_setting("markings", "export_max", "GREEN")
        services.close()
    services = opener.open(folder / "vault", write=True)
    services.memory.remember(FactDraft(f"The {SECRET} relay is theirs.", tlp=Marking.AMBER_STRICT))
    strict = document(services, "strict")
    services.memory.remember(FactDraft(f"What the {SECRET} report says.", tlp=Marking.CLEAR, sources=((strict, 0, 5),)))
    yield services
    services.close()


def document(services: Services, name: str) -> str:
    return next(row.document.id for row in services.library.rows(DocumentQuery()) if row.document.id.startswith(name))


def every_id(services: Services) -> list[str]:
    hits = services.searcher.search(JobContext(), Query(SECRET, Mode.KEYWORD)).hits
    found = list(dict.fromkeys(each.document_id for each in hits))
    assert len(found) == 4
    return found


def by_clipboard(services: Services, _: Path) -> str:
    alone = [Outgoing(each, (each,)) for each in every_id(services)]
    folded = [Outgoing("answer", (document(services, "open"), each)) for each in every_id(services)]
    release = services.gate.examine(Exit.CLIPBOARD, [*alone, *folded])
    return "" if release.allowed == () else SECRET


def by_csv(services: Services, folder: Path) -> str:
    services.library.export_ledger(LedgerQuery(), folder / "ledger.csv")
    found = services.desk.lookup.look_up(JobContext(), f"198.51.100.9\n{SECRET}", services.gate.narrowed(Exit.CSV, Filters()))
    services.audit.export(AuditQuery(), folder / "audit.csv")
    written = (folder / "ledger.csv").read_text() + (folder / "audit.csv").read_text()
    return SECRET if "strict" in written or "unheeded" in written or SECRET in written or any(row.documents for row in found.rows) else ""


def by_stix(services: Services, folder: Path) -> str:
    services.extraction.extract_pending(JobContext())
    services.graph.exchange.export(JobContext(), folder / "out.json", ExportChoice(services.gate.limit(Exit.STIX), Filters()))
    written = (folder / "out.json").read_text()
    return SECRET if SECRET in written or "198.51.100.9" in written else ""


def by_bundle(services: Services, folder: Path) -> str:
    services.memory.remember(FactDraft("An open fact.", name="open", tlp=Marking.GREEN))
    services.bundles.make(JobContext(), folder / "out.coffer", BundleChoice())
    with zipfile.ZipFile(folder / "out.coffer") as archive:
        written = b"".join(f"{name}\n".encode() + archive.read(name) for name in archive.namelist())
    assert b"An open fact." in written
    return SECRET if SECRET.encode() in written or b"198.51.100.9" in written or b"strict" in written else ""


def by_report(services: Services, folder: Path) -> str:
    items = tuple(each for each in every_id(services) if each.startswith("memory/"))
    assert len(items) == 2
    open_fact = services.memory.remember(
        FactDraft("The open report is open.", tlp=Marking.GREEN, sources=((document(services, "open"), 0, 4),))
    )
    report = services.reports.compose(JobContext(), ReportRequest((indexed_id(open_fact.fact.id), *items)))
    assert (report.items, len(report.withheld)) == (1, 2)
    for ending in ("md", "docx", "pdf"):
        services.reports.write(report, folder / f"report.{ending}")
    with zipfile.ZipFile(folder / "report.docx") as archive:
        parts = b"".join(map(archive.read, archive.namelist()))
    with pypdfium2.PdfDocument(folder / "report.pdf") as printed:
        pages = [page.get_textpage().get_text_range() for page in printed]
    assert all(page.count("TLP:GREEN") >= 2 for page in pages)
    written = report.text + "".join(pages) + (folder / "report.md").read_text(encoding="utf-8") + parts.decode("utf-8", "replace")
    return SECRET if SECRET in written or "198[.]51[.]100[.]9" in written or "198.51.100.9" in written else ""


def in_form(form: ExportFormat) -> Callable[[Services, Path], str]:
    """The graph, given out whole."""

    def leave(services: Services, folder: Path) -> str:
        services.extraction.extract_pending(JobContext())
        report = services.graph.exports.export(JobContext(), form, ExportScope(), folder / "graph")
        written = "".join(Path(each).read_text(encoding="utf-8") for each in report.files)
        assert report.withheld > 0
        return SECRET if SECRET in written or "198.51.100.9" in written else ""

    return leave


def by_image(services: Services, folder: Path) -> str:
    """The picture of the graph, as a whole, and the tables that mirror it."""
    services.extraction.extract_pending(JobContext())
    sources = services.graph.picture_sources
    begun = services.graph.picturing.begin(JobContext(), [document_key(document(services, "strict"))], [])
    view = add(GraphView(), begun)
    assert any("198.51.100.9" in each.label for each in view.nodes.values())
    whole = sources.examine(JobContext(), Exit.IMAGE, "picture", list(view.nodes), view.ties)
    sources.write_nodes(JobContext(), node_rows(view), folder / "nodes.csv")
    sources.write_ties(tie_rows(view), folder / "ties.csv")
    written = (folder / "nodes.csv").read_text() + (folder / "ties.csv").read_text()
    return SECRET if whole.complete or "198.51.100.9" in written or "strict" in written else ""


def by_gate_alone(exit_: Exit) -> Callable[[Services, Path], str]:
    """There is no such exit yet; whoever builds it finds the gate shut."""

    def leave(services: Services, _: Path) -> str:
        return SECRET if services.gate.examine(exit_, [Outgoing(each, (each,)) for each in every_id(services)]).allowed else ""

    return leave


EXITS: dict[Exit, Callable[[Services, Path], str]] = {
    Exit.CLIPBOARD: by_clipboard,
    Exit.CSV: by_csv,
    Exit.STIX: by_stix,
    Exit.REPORT: by_report,
    Exit.BUNDLE: by_bundle,
    Exit.IMAGE: by_image,
    Exit.GRAPHML: in_form(ExportFormat.GRAPHML),
    Exit.NAVIGATOR: in_form(ExportFormat.NAVIGATOR),
    Exit.REMOTE: by_gate_alone(Exit.REMOTE),
}


def test_every_exit_is_tried() -> None:
    assert set(EXITS) == set(Exit)


@pytest.mark.parametrize("exit_", list(Exit))
def test_nothing_above_the_limit_leaves(vault: Services, exit_: Exit, tmp_path: Path) -> None:
    assert SECRET not in EXITS[exit_](vault, tmp_path)


def test_a_search_up_to_a_marking_leaves_out_facts_with_higher_sources(vault: Services) -> None:
    found = vault.searcher.search(JobContext(), Query(SECRET, Mode.KEYWORD, filters=Filters(tlp_max=Marking.GREEN))).hits
    assert found == ()
    assert vault.gate.effective([indexed_id(row.fact.id) for row in vault.memory.rows(FactQuery())]) is Marking.AMBER_STRICT
