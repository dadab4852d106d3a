"""`extract`: one text or a batch, without a vault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from desktop.application.extraction.extraction import Extractor
from desktop.application.extraction.indicators import IndicatorFinder
from desktop.application.services import VaultOpener
from desktop.cli import main
from desktop.cli.arguments import parse
from tests.fakes.indicators import FewSuffixes, ListedValues


class NoVault:
    def extractor(self, vault: Path | None = None) -> Extractor:
        return Extractor([IndicatorFinder(FewSuffixes(), ListedValues({"10.0.0.1": "private"}))])


def run(*arguments: str) -> int:
    return main.run(parse(["extract", *arguments]), cast(VaultOpener, NoVault()), Path("/no/vault"))


def printed(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_one_text_in_the_agreed_shape(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "note.txt"
    file.write_bytes("é\r\nevil[.]com 10.0.0.1".encode())
    assert run(str(file), "--json") == 0
    [extraction] = printed(capsys)
    host, address = extraction["entities"]
    assert host == {
        "type": "domain-name",
        "value": "evil.com",
        "text": "evil[.]com",
        "start": 3,
        "end": 13,
        "confidence": 0.97,
        "by": "pattern: name of a host, defanged",
        "entity_id": "domain-name:evil.com",
    }
    assert address["notes"] == ["private"]
    assert extraction["relations"] == []


def test_a_batch_answers_each_line_with_its_id(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "batch.jsonl"
    file.write_text('{"id": "a", "text": "evil[.]com"}\n\n{"id": "b", "text": "nothing"}\n')
    assert run("--batch", str(file), "--json") == 0
    assert [(each["id"], len(each["entities"])) for each in printed(capsys)] == [("a", 1), ("b", 0)]


def test_text_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "note.txt"
    file.write_text("10.0.0.1")
    assert run(str(file)) == 0
    assert capsys.readouterr().out == "0-8  ipv4-addr  10.0.0.1  (private)\n"


def test_what_is_no_text_is_refused_with_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff")
    assert run(str(file)) == 2
    assert "imported into a vault first" in capsys.readouterr().err
    assert run() == 2
