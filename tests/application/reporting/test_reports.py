"""What a report says, what it rests on, how it is marked, and what is held back from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.application.answer.threads import Threads
from desktop.application.gate import MarkingGate
from desktop.application.job import JobContext
from desktop.application.reporting.report_values import literal
from desktop.application.reporting.reports import Reports
from desktop.application.settings import MarkingSettings
from desktop.domain.answer import Answer, AnswerKind, AnswerSentence, Citation, Timing, Verdict
from desktop.domain.errors import FactNotFound, StorageProblem, UsageError
from desktop.domain.fact import indexed_id
from desktop.domain.marking import Marking
from desktop.domain.report import ReportChoice, ReportFormat, ReportRequest, answer_name, answer_of
from tests.fakes.documents import a_document
from tests.fakes.facts_vault import FactsVault
from tests.fakes.memory_threads import MemoryThreads
from tests.fakes.reports import reports_of

BODY = "The relay stood at http://evil.com/a and *it* <b>was</b> used.\n"
STRICT_BODY = "A quuxotic source says so.\n"


class Desk(FactsVault):
    """A vault whose facts and answer rest on two documents, one of them marked AMBER+STRICT."""

    def __init__(self, limit: str = "GREEN") -> None:
        super().__init__()
        self.documents.place(a_document("open", "An open report", tlp=Marking.GREEN, grade="B2", source_sha256="ab" * 32), BODY)
        self.documents.place(a_document("strict", "A strict report", tlp=Marking.AMBER_STRICT), STRICT_BODY)
        self.gate = MarkingGate(self.index, MarkingSettings(export_max=limit))
        self.threads = Threads(MemoryThreads(), self.documents, self.gate, self.audit)
        self.reports: Reports = reports_of(self, self.threads, self.gate)
        self.relay = self.remember("The relay is theirs.", "open", (0, 36), Marking.GREEN)
        self.secret = self.remember("A quuxotic thing.", "strict", (0, 26), Marking.AMBER_STRICT)
        self.folded = self.remember("Harmless by itself.", "strict", (2, 10), Marking.CLEAR, effective=Marking.AMBER_STRICT)
        self.answer = self.ask(("open", 0, 9), ("strict", 2, 10))
        self.index.markings |= {"open": Marking.GREEN, "strict": Marking.AMBER_STRICT}

    def remember(self, text: str, document: str, place: tuple[int, int], tlp: Marking, effective: Marking | None = None) -> str:
        fact_id = self.keep(text, name=text.rstrip("."), tlp=tlp, sources=((document, *place),), grade="B2", confidence="likely")
        self.index.markings[indexed_id(fact_id)] = effective or tlp
        return indexed_id(fact_id)

    def ask(self, *places: tuple[str, int, int]) -> str:
        bodies = {"open": BODY, "strict": STRICT_BODY}
        citations = tuple(Citation(name, None, start, end, bodies[name][start:end], Verdict.VERIFIED) for name, start, end in places)
        said = tuple(AnswerSentence(f"It is {each.document_id}.", (each,)) for each in citations)
        answer = Answer("What is it?", AnswerKind.EXTRACT, said, 0.5, None, (), (), Timing(0, None, 0))
        thread_id = self.threads.begin(answer.question)
        self.threads.keep(thread_id, answer)
        return answer_name(thread_id, 1)

    def text(self, *items: str, **fields: object) -> str:
        return self.reports.compose(JobContext(), ReportRequest(items, **fields)).text  # type: ignore[arg-type]


def test_a_report_cites_its_sources_with_grade_marking_and_hash() -> None:
    desk = Desk()
    text = desk.text(desk.relay, title="The  relay", summary="Block http://evil.com now.")
    assert text.splitlines() == [
        "# The relay",
        "Block hxxp://evil[.]com now.",
        "The relay is theirs: The relay is theirs. [1]",
        "domain-name evil[.]com [1]",
        "url hxxp://evil[.]com/a [1]",
        f"(1) An open report | B2 | TLP:GREEN | {'ab' * 32} | The relay stood at hxxp://evil[.]com/a",
    ]


def test_a_source_that_no_longer_says_what_is_quoted_is_told_from_one_in_which_it_moved() -> None:
    desk = Desk("RED")
    desk.documents.place(a_document("open", "An open report"), f"<!-- page: 1 -->\n\nNew.\n\n<!-- page: 2 -->\n\n{BODY}")
    desk.documents.place(a_document("strict", "A strict report"), "It says nothing of it.\n")
    sources = desk.text(desk.relay, desk.secret, desk.answer).splitlines()[-4:]
    assert [line.split(" | ")[0] for line in sources] == [
        "(1) An open report",
        "(2) A strict report (the document no longer says this)",
        "(3) An open report",
        "(4) A strict report (the document no longer says this)",
    ]


def test_what_is_cited_twice_is_one_source_and_numbers_follow_the_order() -> None:
    desk = Desk("RED")
    other = desk.remember("It was used.", "strict", (0, 26), Marking.CLEAR)
    report = desk.reports.compose(JobContext(), ReportRequest((desk.secret, desk.relay, other, desk.relay)))
    assert [line.rpartition(" ")[2] for line in report.text.splitlines()[1:4]] == ["[1]", "[2]", "[1]"]
    assert (report.items, report.sources, report.marking, report.title) == (3, 2, Marking.AMBER_STRICT, "Report on 3 findings")


@pytest.mark.parametrize("item", ["secret", "folded", "answer"])
def test_nothing_above_the_limit_leaves_alone_or_folded_into_something_else(item: str, tmp_path: Path) -> None:
    desk = Desk()
    name = getattr(desk, item)
    report = desk.reports.compose(JobContext(), ReportRequest((desk.relay, name)))
    assert report.items == 1
    assert [each.marking for each in report.withheld] == [Marking.AMBER_STRICT]
    assert report.marking is Marking.GREEN
    assert "quuxotic" not in report.text
    assert "strict" not in report.text
    alone = desk.reports.compose(JobContext(), ReportRequest((name,)))
    assert (alone.text, alone.items) == ("", 0)
    with pytest.raises(UsageError, match="nothing in this report"):
        desk.reports.write(alone, tmp_path / "alone.md")


def test_a_lower_limit_can_be_asked_for_and_no_higher_one() -> None:
    desk = Desk()
    assert desk.reports.compose(JobContext(), ReportRequest((desk.relay,), tlp_max=Marking.CLEAR)).items == 0
    assert desk.reports.compose(JobContext(), ReportRequest((desk.secret,), tlp_max=Marking.RED)).items == 0


def test_the_marking_stands_above_and_below_whatever_the_template_says(tmp_path: Path) -> None:
    desk = Desk()
    report = desk.reports.compose(JobContext(), ReportRequest((desk.relay,)))
    for name in ("report.md", "report.docx", "report.PDF"):
        desk.reports.write(report, tmp_path / name)
    lines = (tmp_path / "report.md").read_text(encoding="utf-8").splitlines()
    assert (lines[0], lines[-1]) == ("**TLP:GREEN**", "**TLP:GREEN**")
    assert (tmp_path / "report.docx").read_text(encoding="utf-8").startswith("docx TLP:GREEN")
    assert (tmp_path / "report.PDF").read_text(encoding="utf-8").startswith("pdf TLP:GREEN")
    assert desk.audit.done()[-3:] == [("report", "report.md"), ("report", "report.docx"), ("report", "report.PDF")]
    assert desk.audit.entries[-1].details == {"title": "The relay is theirs", "items": 1, "tlp": "GREEN", "tlp_max": "GREEN"}


def test_a_format_that_is_named_counts_more_than_the_ending(tmp_path: Path) -> None:
    desk = Desk()
    report = desk.reports.compose(JobContext(), ReportRequest((desk.relay,)))
    desk.reports.write(report, tmp_path / "report", ReportFormat.PDF)
    assert (tmp_path / "report").read_text(encoding="utf-8").startswith("pdf TLP:GREEN")


def test_what_cannot_be_written_says_so(tmp_path: Path) -> None:
    desk = Desk()
    report = desk.reports.compose(JobContext(), ReportRequest((desk.relay,)))
    with pytest.raises(UsageError, match="no name for a report"):
        desk.reports.write(report, tmp_path / "report.odt")
    for name in ("report.md", "report.docx"):
        with pytest.raises(StorageProblem, match=f"{name} could not be written"):
            desk.reports.write(report, tmp_path / "no" / name)
    with pytest.raises(UsageError, match="cannot be filled"):
        desk.text(desk.relay, template="broken")


def test_facts_that_hold_and_answers_that_say_something_are_offered() -> None:
    desk = Desk()
    assert desk.reports.choices()[-1] == ReportChoice(desk.answer, "What is it?", desk.reports.choices()[-1].detail)
    assert {each.name for each in desk.reports.choices()} == {desk.relay, desk.secret, desk.folded, desk.answer}
    assert desk.reports.choices("case-7") == ()


def test_what_is_not_there_is_an_error() -> None:
    desk = Desk()
    with pytest.raises(FactNotFound):
        desk.text("memory/nothing")
    with pytest.raises(UsageError, match="names no fact, no answer and no graph"):
        desk.text("open")
    with pytest.raises(UsageError, match="has no answer 2"):
        desk.text(desk.answer.replace("#1", "#2"))


def test_what_documents_say_means_nothing_to_markdown() -> None:
    assert literal("# *it* <b>") == r"\# \*it\* \<b\>"
    assert literal("[click](x) and ![see](y)") == r"[click]\(x) and ![see]\(y)"
    assert literal("1. a\n- b\n2) c") == "1\\. a\n\\- b\n2\\) c"


def test_an_answer_is_named_by_its_thread_and_number() -> None:
    assert answer_of(answer_name("what-is-it-0a1b2c3d", 2)) == ("what-is-it-0a1b2c3d", 2)
    assert [answer_of(each) for each in ("memory/x#1", "threads/x", "threads/x#", "x")] == [None] * 4
