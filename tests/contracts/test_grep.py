"""What every Grep does, on the fake and on ripgrep."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.ripgrep import Ripgrep
from desktop.application.job import CancelToken
from desktop.application.ports import Grep, GrepMatch
from desktop.domain.errors import Cancelled
from tests.fakes.pattern_grep import PatternGrep


@pytest.fixture(params=["fake", "ripgrep"])
def grep(request: pytest.FixtureRequest) -> Grep:
    return PatternGrep() if request.param == "fake" else Ripgrep()


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    files = {
        "b.md": "---\ntitle: Ü\n---\nnaïve 😀 APT28 and apt28\nzwei APT28\n",
        "a.md": "one APT28 line\r\nlast line apt28",
        "c.md": "nothing (here)\n",
        "d.txt": "APT28\n",
        ".e.md": "APT28\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_bytes(text.encode())
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "f.md").write_text("APT28\n")
    (tmp_path / ".gitignore").write_text("*\n")
    return tmp_path


def shown(docs: Path, matches: list[GrepMatch]) -> list[tuple[str, str, list[str]]]:
    texts = {match.document_id: (docs / f"{match.document_id}.md").read_bytes().decode() for match in matches}
    return [
        (
            match.document_id,
            texts[match.document_id][match.line_start : match.line_end],
            [texts[match.document_id][a:b] for a, b in match.spans],
        )
        for match in matches
    ]


def test_lines_come_by_document_in_order_with_exact_offsets(grep: Grep, docs: Path) -> None:
    assert shown(docs, grep.search("apt28", docs, 10, CancelToken())) == [
        ("a", "one APT28 line", ["APT28"]),
        ("a", "last line apt28", ["apt28"]),
        ("b", "naïve 😀 APT28 and apt28", ["APT28", "apt28"]),
        ("b", "zwei APT28", ["APT28"]),
    ]


def test_capitals_mean_capitals(grep: Grep, docs: Path) -> None:
    assert [match.line_start for match in grep.search("APT28", docs, 10, CancelToken())] == [0, 17, 41]


def test_expressions(grep: Grep, docs: Path) -> None:
    assert [spans for _, _, spans in shown(docs, grep.search(r"\b[A-Z]{3}\d+\b|zw\w+", docs, 10, CancelToken()))] == [
        ["APT28"],
        ["APT28"],
        ["zwei", "APT28"],
    ]


def test_the_limit_takes_the_first(grep: Grep, docs: Path) -> None:
    assert shown(docs, grep.search("apt28", docs, 3, CancelToken()))[-1][:2] == ("b", "naïve 😀 APT28 and apt28")


def test_what_is_no_expression_is_sought_as_it_stands(grep: Grep, docs: Path) -> None:
    assert grep.is_expression("(here)")
    assert not grep.is_expression("(here")
    assert shown(docs, grep.search("(here", docs, 10, CancelToken())) == [("c", "nothing (here)", ["(here"])]


@pytest.mark.parametrize("pattern", ["", "   ", "nowhere", "--help", "-e", "😀😀"])
def test_nothing_is_found_where_nothing_is(grep: Grep, docs: Path, pattern: str) -> None:
    assert grep.search(pattern, docs, 10, CancelToken()) == []


def test_cancelled(grep: Grep, docs: Path) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        grep.search("apt28", docs, 10, cancel)
