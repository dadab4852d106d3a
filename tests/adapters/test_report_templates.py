"""The templates that come with Coffer, and those of a vault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desktop.adapters.report_templates import LARGEST, ReportTemplateFiles
from desktop.adapters.worker_process.client import worker_command
from desktop.domain.errors import UsageError
from desktop.domain.report import ReportTemplate

BUNDLED = Path(__file__).parents[2] / "resources" / "reports"
FACT = {
    "kind": "fact",
    "title": "Taurus steals",
    "said": [{"text": "It steals wallets.", "citations": "[1]"}],
    "citations": "[1]",
    "text": "It steals wallets.",
    "type": "note",
    "grade": "B2",
    "grade_meaning": "usually reliable; probably true",
    "confidence": "likely (55–80 %)",
    "statement": "Taurus uses X",
    "subject": "Taurus",
    "relationship": "uses",
    "object": "X",
    "description": "",
    "valid_from": "2026",
    "valid_until": "",
    "marking": "TLP:GREEN",
}
ANSWER = {"kind": "answer", "title": "What?", "said": [{"text": "That.", "citations": "[1]"}], "citations": "[1]"}
RELATION = {
    "source": "APT28",
    "relationship": "uses",
    "target": "Headlace",
    "standing": "derived from the text",
    "sentences": 5,
    "documents": 1,
    "citations": "[1][2][3]",
}
GRAPH = {"kind": "graph", "title": "Winter", "said": [], "citations": "[1]", "relations": [RELATION], "most_cited": 3, "picture": ""}
SOURCE = {
    "number": 1,
    "title": "A report",
    "document": "a-report-1",
    "page": 3,
    "grade": "B2",
    "grade_meaning": "usually reliable; probably true",
    "marking": "TLP:GREEN",
    "published": "2026-11-30",
    "sha256": "ab" * 32,
    "quote": "It steals.",
}


def values(**fields: Any) -> dict[str, Any]:
    indicators = [{"type": "url", "value": "hxxp://x[.]example", "citations": "[1]"}]
    common = {"title": "A title", "summary": "Short.", "marking": "TLP:GREEN", "date": "2026-12-01", "author": "Ana"}
    said = {"items": [FACT, ANSWER], "facts": [FACT], "answers": [ANSWER], "graphs": []}
    return {**common, **said, "sources": [SOURCE], "indicators": indicators} | fields


@pytest.fixture
def files(tmp_path: Path) -> ReportTemplateFiles:
    return ReportTemplateFiles(BUNDLED, tmp_path / "reports", worker_command("report"))


@pytest.mark.parametrize("name", ["flash", "actor-profile", "indicator-list"])
def test_every_template_that_comes_with_coffer_says_title_source_grade_and_hash(files: ReportTemplateFiles, name: str) -> None:
    text = files.fill(name, values())
    assert text.startswith("# A title\n")
    assert "| hxxp://x[.]example | [1] |" in text
    assert "1\\. **A report**, p. 3, 2026-11-30 – TLP:GREEN, grade B2 (usually reliable; probably true)" in text
    assert f"SHA-256 of the original: {'ab' * 32}" in text
    assert ("It steals wallets. [1]" in text) is (name != "indicator-list")
    empty = files.fill(name, values(items=[], facts=[], answers=[], sources=[], indicators=[], summary=""))
    assert "Sources" not in empty


@pytest.mark.parametrize("name", ["flash", "actor-profile"])
def test_the_relations_of_a_graph_are_a_table(files: ReportTemplateFiles, name: str) -> None:
    text = files.fill(name, values(items=[GRAPH], graphs=[GRAPH], facts=[], answers=[]))
    assert text.startswith("# A title\n")
    assert (
        "| From | Relation | To | Rests on | Source |\n"
        "| --- | --- | --- | --- | --- |\n"
        "| APT28 | uses | Headlace | derived from the text: 5 sentences in 1 document | [1][2][3] |\n\n"
        "Of the sentences behind a relation, the 3 surest are cited.\n"
    ) in text
    assert "Assessment" not in text
    pictured = GRAPH | {"picture": "![Picture of the graph Winter](graph-1.png)"}
    assert "\n\n![Picture of the graph Winter](graph-1.png)\n\n| From |" in files.fill(name, values(items=[pictured], graphs=[pictured]))
    empty = GRAPH | {"relations": []}
    assert "This graph shows no relations." in files.fill(name, values(items=[empty], graphs=[empty]))


def test_a_source_that_is_gone_is_said_to_be(files: ReportTemplateFiles) -> None:
    gone = SOURCE | {"marking": "", "grade_meaning": "", "sha256": "", "page": ""}
    assert "1\\. **A report**, 2026-11-30 – no longer in the vault, ungraded" in files.fill("flash", values(sources=[gone]))


def test_a_vault_has_templates_of_its_own_which_take_the_place_of_others(files: ReportTemplateFiles, tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "flash.md").write_text("Ours: {{ title }}", encoding="utf-8")
    (tmp_path / "reports" / "weekly-note.md").write_text("{% for fact in facts %}{{ fact.title }}{% endfor %}", encoding="utf-8")
    assert files.all() == (
        ReportTemplate("actor-profile", "Actor profile"),
        ReportTemplate("flash", "Flash", own=True),
        ReportTemplate("indicator-list", "Indicator list"),
        ReportTemplate("weekly-note", "Weekly note", own=True),
    )
    assert (files.fill("flash", values()), files.fill("weekly-note", values())) == ("Ours: A title", "Taurus steals")


@pytest.mark.parametrize(
    "text",
    [
        "{{ title.__class__.__mro__ }}",
        "{{ ''.__class__.__base__.__subclasses__() }}",
        "{{ items.append(1) }}",
        "{{ nothing }}",
        "{% for",
        "{% include 'flash.md' %}",
        "{{ range(999999999) | list }}",
        "x" * (LARGEST + 1),
    ],
)
def test_a_template_that_reaches_too_far_is_refused(files: ReportTemplateFiles, tmp_path: Path, text: str) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "bad.md").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"bad\.md"):
        files.fill("bad", values())


@pytest.mark.slow  # until its time is over
@pytest.mark.parametrize("text", ["{{ 9 ** (9 ** 9) }}", "{{ 'x' * 10 ** 13 }}"])
def test_a_template_of_a_stranger_takes_neither_all_time_nor_all_memory(files: ReportTemplateFiles, tmp_path: Path, text: str) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "bad.md").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"bad\.md"):
        files.fill("bad", values())


@pytest.mark.parametrize("name", ["nothing", "../flash", ""])
def test_a_name_of_no_template_is_refused(files: ReportTemplateFiles, name: str) -> None:
    with pytest.raises(UsageError):
        files.fill(name, values())
