"""The case on the command line, and what is to be opened in the window."""

from __future__ import annotations

from pathlib import Path

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


@pytest.mark.parametrize("words", [["--open", "akte 7.coffer"], ["akte 7.coffer"]])
def test_a_case_bundle_alone_is_one_to_open_in_the_window(words: list[str]) -> None:
    parsed = parse(words)
    assert (parsed.command, parsed.open) == (None, Path("akte 7.coffer"))


def test_the_desktop_may_name_nothing_to_open() -> None:
    assert parse(["--open"]).open is None


def test_only_the_window_opens_what_is_named_so(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(["--open", "a.coffer", "doctor"])
    assert ended.value.code == 2
    assert "bundle open FILE" in capsys.readouterr().err
