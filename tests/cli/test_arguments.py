"""The case on the command line."""

from __future__ import annotations

import pytest

from desktop.cli.arguments import parse


@pytest.mark.parametrize(
    "words",
    [
        ["search", "heron"],
        ["ask", "Who?"],
        ["documents"],
        ["import", "file.pdf"],
        ["remember", "A fact."],
        ["memory", "list"],
        ["memory", "import", "notes"],
        ["stix", "export", "out.json"],
    ],
)
def test_a_case_scopes_whatever_goes_by_tags(words: list[str]) -> None:
    assert parse(["--case", " case-7 ", *words]).tag == ["case-7"]
    assert parse(words).tag == []


def test_a_case_is_named_once_and_changes_no_tags_by_itself() -> None:
    assert parse(["--case", "a", "search", "x", "--tag", "b", "--tag", "a"]).tag == ["b", "a"]
    assert parse(["--case", "a", "update", "doc", "--tag", "b"]).tag == ["b"]
    assert parse(["--case", "a", "memory", "edit", "fact"]).tag == []
