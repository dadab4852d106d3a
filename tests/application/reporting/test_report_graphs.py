"""What a report says of a named graph: its relations, what they rest on, their marking, and what is held back of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from desktop.application.answer.threads import Threads
from desktop.application.extraction.indicators import IndicatorFinder
from desktop.application.gate import MarkingGate
from desktop.application.job import JobContext
from desktop.application.reporting.report_graphs import narrowed
from desktop.application.reporting.report_items import DrawnGraph, Shown, graph_item
from desktop.application.reporting.report_values import ReportValues
from desktop.application.settings import MarkingSettings
from desktop.domain.errors import UsageError
from desktop.domain.graph import EdgeStatus
from desktop.domain.graph_card import Sentence
from desktop.domain.graph_picture import draw
from desktop.domain.graph_timeline import Period
from desktop.domain.graph_view import GraphView, Kind, Node, Tie, add, document_key, filter_kind, gather, hide, keep_to, move
from desktop.domain.layout import LayoutKind
from desktop.domain.marking import Marking
from desktop.domain.relation import Relationship
from desktop.domain.report import Report, ReportChoice, ReportRequest
from tests.fakes.documents import a_document
from tests.fakes.extractions import APT28, HEADLACE, POLAND, put_extracted
from tests.fakes.facts_vault import FactsVault
from tests.fakes.indicators import FewSuffixes, ListedValues
from tests.fakes.memory_threads import MemoryThreads
from tests.fakes.reports import GraphsVault, reports_of

BODIES = {
    "open": "APT28 uses Headlace.",
    "again": "APT28 uses Headlace.",
    "strict": "APT28 uses Headlace. APT28 targets Poland.",
}
DATES = {"open": "2026-01-02", "again": "2026-03-04", "strict": "2026-05-06"}
MARKINGS = {"open": Marking.CLEAR, "again": Marking.GREEN, "strict": Marking.AMBER_STRICT}


class Desk(FactsVault):
    """Three documents, one of them marked AMBER+STRICT, and a graph of what they mention."""

    def __init__(self, limit: str = "GREEN") -> None:
        super().__init__()
        gate = MarkingGate(self.index, MarkingSettings(export_max=limit))
        self.graphs = GraphsVault(self, gate=gate)
        for name, body in BODIES.items():
            self.documents.place(a_document(name, f"Report {name}", tlp=MARKINGS[name], published=DATES[name]), body)
            put_extracted(self.graphs.index, name, body, title=f"Report {name}", published=DATES[name])
        self.index.markings |= MARKINGS
        self.reports = reports_of(self, Threads(MemoryThreads(), self.documents, gate, self.audit), gate, self.graphs)
        begun = self.graphs.picturing.begin(JobContext(), [document_key(each) for each in BODIES], [])
        self.view = add(GraphView(), begun)

    def report(self, view: GraphView | None = None, tlp_max: Marking | None = None, name: str = "Winter") -> Report:
        self.graphs.named.save(name, view or self.view, LayoutKind.FORCE)
        request = ReportRequest((self.reports.graph_item(name),), tlp_max=tlp_max)
        return self.reports.compose(JobContext(), request)


def relations(report: Report) -> list[str]:
    return [line for line in report.text.splitlines() if " | uses | " in line or " | targets | " in line]


def test_a_relation_is_counted_from_the_sentences_that_may_leave_and_cites_them() -> None:
    report = Desk().report()
    assert relations(report) == ["APT28 | uses | Headlace | derived from the text | 2/2 [1][2]"]
    assert (report.title, report.items, report.sources, report.marking) == ("Winter", 1, 2, Marking.GREEN)
    assert "(1) Report " in report.text
    assert "Poland" not in report.text
    assert "strict" not in report.text
    assert [(each.name, each.marking, each.because) for each in report.withheld] == [
        ("Winter: APT28 uses Headlace, 1 of 3 sentences", Marking.AMBER_STRICT, ("strict",)),
        ("Winter: APT28 targets Poland", Marking.AMBER_STRICT, ("strict",)),
        ("Winter: Report strict", Marking.AMBER_STRICT, ("strict",)),
        ("Winter: Poland", Marking.AMBER_STRICT, ("strict",)),
    ]


def test_the_picture_shows_what_may_leave_where_it_stood_and_nothing_else() -> None:
    desk = Desk()
    places = {key: (float(number), -float(number)) for number, key in enumerate(desk.view.nodes)}
    report = desk.report(move(desk.view, places))
    assert "![Picture of the graph Winter: 4 nodes, 5 lines](graph-1.png)" in report.text
    (picture,) = report.pictures
    assert sorted(each.label for each in picture.picture.nodes) == ["APT28", "Headlace", "Report again", "Report open"]
    assert picture.spots == {key: spot for key, spot in places.items() if key not in (POLAND.id, document_key("strict"))}
    claims = [tie for line in picture.picture.lines for tie in line.ties if tie.is_claim]
    assert [(each.key, each.documents, each.sentences) for each in claims] == [((APT28.id, "uses", HEADLACE.id), 2, 2)]
    assert "strict" not in repr(report.pictures)
    assert POLAND.id not in repr(report.pictures)


def test_collections_count_only_those_of_their_nodes_that_may_leave() -> None:
    desk = Desk()
    view = gather(desk.view, [document_key(each) for each in BODIES])
    (collection,) = set(view.collected.values())
    report = desk.report(move(view, dict.fromkeys((*view.nodes, collection), (0.0, 0.0))))
    assert "Documents (2)" in [each.label for each in report.pictures[0].picture.nodes]


def test_a_document_that_only_the_picture_shows_marks_the_report() -> None:
    desk = Desk("RED")
    alone = hide(desk.view, [POLAND.id, HEADLACE.id, APT28.id, document_key("open"), document_key("again")])
    report = desk.report(move(alone, {document_key("strict"): (0.0, 0.0)}))
    assert [each.label for each in report.pictures[0].picture.nodes] == ["Report strict"]
    assert report.marking is Marking.AMBER_STRICT


def test_a_graph_without_places_has_no_picture() -> None:
    report = Desk("RED").report()
    assert report.pictures == ()
    assert "![" not in report.text


def test_what_nodes_are_called_in_a_picture_is_harmless() -> None:
    desk = Desk("RED")
    node = Node("url:b", Kind.INDICATOR, "http://evil.com/a", "url")
    drawn = DrawnGraph(draw(GraphView({node.key: node})), {node.key: (0.0, 0.0)}, ("open",), "graph-1.png")
    finds = IndicatorFinder(FewSuffixes(), ListedValues({})).find
    item = replace(graph_item("graphs/g", "G", ()), drawn=drawn)
    (picture,) = ReportValues(desk.documents, lambda text: tuple(finds(text))).pictures([item])
    assert [each.label for each in picture.picture.nodes] == ["hxxp://evil[.]com/a"]


def test_markdown_has_its_picture_beside_it(tmp_path: Path) -> None:
    desk = Desk()
    report = desk.report(move(desk.view, dict.fromkeys(desk.view.nodes, (0.0, 0.0))))
    desk.reports.write(report, tmp_path / "my report.md")
    assert "](my%20report-graph-1.png)" in (tmp_path / "my report.md").read_text()
    drawn = (tmp_path / "my report-graph-1.png").read_text().splitlines()
    assert drawn[0] == "Winter TLP:GREEN"
    assert "APT28 uses Headlace" in drawn
    assert "Poland" not in drawn


def test_with_a_higher_limit_everything_leaves_and_is_marked_as_the_highest() -> None:
    report = Desk("RED").report()
    assert relations(report) == [
        "APT28 | uses | Headlace | derived from the text | 3/3 [1][2][3]",
        "APT28 | targets | Poland | derived from the text | 1/1 [4]",
    ]
    assert (report.marking, report.withheld) == (Marking.AMBER_STRICT, ())


def test_a_sentence_that_is_counted_and_not_cited_marks_the_report_as_well() -> None:
    desk = Desk("RED")
    for number in range(4):
        name = f"clear-{number}"
        desk.documents.place(a_document(name, name, tlp=Marking.CLEAR), BODIES["open"])
        put_extracted(desk.graphs.index, name, BODIES["open"], title=name)
        desk.index.markings[name] = Marking.CLEAR
    report = desk.report(hide(desk.view, [POLAND.id]))
    assert report.sources == 3
    assert report.marking is Marking.AMBER_STRICT


def test_nothing_is_said_of_a_graph_of_which_nothing_may_leave() -> None:
    desk = Desk()
    targets = filter_kind(desk.view, Kind.MALWARE, shown=False)
    report = desk.report(targets)
    assert (report.text, report.items, report.marking) == ("", 0, Marking.CLEAR)
    assert [each.name for each in report.withheld] == ["Winter: APT28 targets Poland"]


def test_only_what_the_graph_shows_is_in_the_report() -> None:
    desk = Desk("RED")
    assert [each.split(" | ")[2] for each in relations(desk.report(hide(desk.view, [POLAND.id])))] == ["Headlace"]
    early = keep_to(desk.view, Period("2026-01-01", "2026-02-01"))
    assert [each.split(" | ")[2] for each in relations(desk.report(early))] == ["Headlace"]
    alone = desk.report(hide(desk.view, [POLAND.id, HEADLACE.id]))
    assert (alone.items, relations(alone), alone.withheld) == (1, [], ())


def test_of_a_stretch_of_time_nothing_tells_of_what_only_held_back_documents_say_in_it() -> None:
    desk = Desk()
    places = move(desk.view, dict.fromkeys(desk.view.nodes, (0.0, 0.0)))
    report = desk.report(keep_to(places, Period("2026-05-01", "2026-05-31")))
    assert (report.items, report.text, report.pictures) == (0, "", ())
    assert ("Winter: APT28 uses Headlace, in the stretch of time that the graph keeps to", Marking.AMBER_STRICT, ("strict",)) in [
        (each.name, each.marking, each.because) for each in report.withheld
    ]
    report = desk.report(keep_to(places, Period("2026-03-01", "2026-05-31")))
    assert [each.split(" | ")[2] for each in relations(report)] == ["Headlace"]
    (picture,) = report.pictures
    assert {each.label for each in picture.picture.nodes if each.key not in picture.picture.aside} == {"APT28", "Headlace", "Report again"}


def test_a_relation_that_nothing_states_any_more_is_held_back_whatever_the_limit() -> None:
    desk = Desk("RED")
    item = graph_item("graphs/winter", "Winter", (Shown(Tie(APT28.id, "uses", HEADLACE.id), "APT28", "Headlace", ()),))
    left, held = narrowed(MarkingGate(desk.index, MarkingSettings(export_max="RED")), item, None)
    assert left is None
    assert [(each.name, each.marking) for each in held] == [
        ("Winter: APT28 uses Headlace, which nothing in the vault states any more", Marking.RED)
    ]


def test_graphs_are_offered_by_case_and_named_as_a_person_calls_them() -> None:
    desk = Desk()
    desk.graphs.named.save("Winter", desk.view, LayoutKind.FORCE, "case-7")
    (choice,) = desk.reports.choices("case-7")
    assert choice == ReportChoice(desk.reports.graph_item(" winter "), "Winter", f"graph of {len(desk.view.nodes)} nodes")
    assert desk.reports.choices("case-8") == ()
    with pytest.raises(UsageError, match="no graph named 'Summer'") as failure:
        desk.reports.graph_item("Summer")
    assert failure.value.hint == "There are: Winter."


def test_names_in_the_table_are_harmless() -> None:
    desk = Desk("RED")
    said = Sentence("open", "Report open", "2026-01-02", 0, 20, BODIES["open"], "rule", 0.5)
    tie = Tie("malware:a", Relationship.RELATED_TO, "url:b")
    finds = IndicatorFinder(FewSuffixes(), ListedValues({})).find
    shown = Shown(tie, "A | *B*", "http://evil.com/a", (said,))
    values = ReportValues(desk.documents, lambda text: tuple(finds(text))).of([graph_item("graphs/g", "G", (shown,))])
    (row,) = values["graphs"][0]["relations"]
    assert (row["source"], row["relationship"], row["target"], row["standing"]) == (
        r"A \| \*B\*",
        "named together with",
        "hxxp://evil[.]com/a",
        "no claim",
    )


def test_every_relation_is_told_however_many_sentences_state_those_before_it() -> None:
    desk = Desk("RED")
    for number in range(450):
        name = f"clear-{number}"
        desk.documents.place(a_document(name, name, tlp=Marking.CLEAR), BODIES["open"])
        put_extracted(desk.graphs.index, name, BODIES["open"], title=name)
        desk.index.markings[name] = Marking.CLEAR
    report = desk.report()
    assert [each.split(" | ")[2] for each in relations(report)] == ["Headlace", "Poland"]
    assert report.withheld == ()


@pytest.mark.parametrize("name", ["a ] b", "a [ b", "a [b](c) d", "end \\", "\\]"])
def test_a_picture_is_one_whatever_signs_its_graph_is_named_with(name: str) -> None:
    desk = Desk("RED")
    report = desk.report(move(desk.view, dict.fromkeys(desk.view.nodes, (0.0, 0.0))), name=name)
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(report.text)
    (image,) = [each for token in tokens for each in token.children or () if each.type == "image"]
    assert image.attrGet("src") == "graph-1.png"
    assert "".join(each.content for each in image.children or ()) == f"Picture of the graph {name}: 6 nodes, 9 lines"


def test_nothing_is_counted_or_called_asserted_by_what_may_not_leave() -> None:
    desk = Desk()
    report = desk.report(move(desk.view, dict.fromkeys(desk.view.nodes, (0.0, 0.0))))
    weights = {each.label: each.weight for each in report.pictures[0].picture.nodes if each.kind is not Kind.DOCUMENT}
    assert weights == {"APT28": 2, "Headlace": 2}
    said = [Sentence(name, name, "2026-01-02", 0, 20, BODIES["open"], "rule", 0.5) for name in ("open", "memory/strict-11111111")]
    tie = Tie(APT28.id, "uses", HEADLACE.id, EdgeStatus.ASSERTED, sentences=2, documents=2)
    item = graph_item("graphs/g", "G", (Shown(tie, "APT28", "Headlace", tuple(said)),))
    left, _ = narrowed(MarkingGate(desk.index, MarkingSettings(export_max="GREEN")), item, None)
    assert left is not None
    (row,) = ReportValues(desk.documents, lambda _: ()).of([left])["graphs"][0]["relations"]
    assert (row["standing"], row["sentences"], row["documents"]) == ("derived from the text", 1, 1)
