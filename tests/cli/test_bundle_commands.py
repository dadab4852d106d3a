"""The command `bundle`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.cases.case_contents import BundleChoice
from desktop.application.job import JobContext
from desktop.application.ports import Opening, Sealing
from desktop.cli import bundle_commands, main
from desktop.cli.arguments import parse
from desktop.domain.case_bundle import (
    BundleManifest,
    BundleReport,
    Choice,
    Comparison,
    Item,
    ItemDifference,
    ItemKind,
    OpenedManifest,
    PartDifference,
    PublicKeys,
    Standing,
)
from desktop.domain.changes import Changes
from desktop.domain.leaving import Withheld
from desktop.domain.marking import Marking

OPENED = OpenedManifest(
    BundleManifest("2026-01-01T00:00:00Z", "alice", "alpha", Marking.GREEN, Marking.CLEAR, {"a": "0"}, {"fact": 2}), "ab12"
)
PART = PartDifference("text", "One.", "Two.", Standing.CONFLICT, "One.")
COMPARISON = Comparison(
    (
        ItemDifference(Item(ItemKind.FACT, "f", "A fact", {}), Standing.CONFLICT, (PART,)),
        ItemDifference(Item(ItemKind.FACT, "g", "Another", {}), Standing.NEW),
    )
)
REPORT = BundleReport({"fact": 1}, (("fact", Withheld("Secret", Marking.RED, ("memory/s",))),), Marking.CLEAR, Marking.GREEN)


class Keys:
    def __init__(self) -> None:
        self.own: PublicKeys | None = None
        self.known: dict[str, str] = {}

    def public(self) -> PublicKeys | None:
        return self.own

    def make(self, passphrase: str) -> PublicKeys:
        self.own = PublicKeys("sign", "age1", in_keychain=not passphrase)
        return self.own

    def trust(self, whose: str, key: str) -> None:
        self.known[whose] = key

    def trusted(self) -> dict[str, str]:
        return self.known


class Bundles:
    """Bundles that hold one conflict and one new fact."""

    def __init__(self) -> None:
        self.keys = Keys()
        self.asked: list[Any] = []

    def preview(self, _: JobContext, choice: BundleChoice) -> BundleReport:
        self.asked.append(choice)
        return REPORT

    def make(self, _: JobContext, target: Path, choice: BundleChoice, sealing: Sealing) -> BundleReport:
        self.asked.append((target, choice, sealing))
        return REPORT

    def verify(self, _: JobContext, _source: Path, opening: Opening) -> OpenedManifest:
        self.asked.append(opening)
        return OPENED

    @contextmanager
    def open(self, _: JobContext, _source: Path, _opening: Opening) -> Iterator[Any]:
        yield SimpleNamespace(opened=OPENED, comparison=COMPARISON)

    def merge(self, _: JobContext, _bundle: Any, choices: Mapping[tuple[str, str], Choice]) -> Changes:
        self.asked.append(dict(choices))
        return Changes(facts=frozenset({"g"}))


class Terminal:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.bundles, self._capsys = Bundles(), capsys

    def open(self, _root: Path, *, write: bool) -> Any:
        return SimpleNamespace(bundles=self.bundles, writer="", warnings=(), close=list)

    def run(self, *arguments: str, status: int = 0) -> Any:
        assert main.run(parse([*arguments, "--json"]), cast("Any", self), Path("/vault")) == status
        return json.loads(self._capsys.readouterr().out)

    def say(self, *arguments: str, status: int = 0) -> str:
        assert main.run(parse([*arguments]), cast("Any", self), Path("/vault")) == status
        return self._capsys.readouterr().out


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setattr(bundle_commands, "catch_up", lambda *_: {})
    return Terminal(capsys)


def test_a_dry_run_lists_what_is_held_back(terminal: Terminal) -> None:
    told = terminal.run("--case", "alpha", "bundle", "make", "b.coffer", "--tlp-max", "GREEN", "--dry-run")
    assert told["withheld"] == [{"kind": "fact", "name": "Secret", "tlp": "RED", "because": ["memory/s"]}]
    assert (told["path"], told["limit"], told["tlp"], told["counts"]) == (None, "GREEN", "CLEAR", {"fact": 1})
    assert terminal.bundles.asked == [BundleChoice("alpha", Marking.GREEN, Marking.RED)]


def test_a_bundle_is_made_signed_and_sealed(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "p").write_text("correct horse\nmore\n")
    told = terminal.run(
        "bundle", "make", "/b.coffer", "--unmarked", "AMBER", "--sign", "--key-passphrase-file", str(tmp_path / "p"), "--recipient", "age1x"
    )
    assert told["path"] == "/b.coffer"
    sealing = Sealing("", ("age1x",), True, "correct horse")
    assert terminal.bundles.asked == [(Path("/b.coffer"), BundleChoice("", None, Marking.AMBER), sealing)]
    both = ("bundle", "make", "/b.coffer", "--passphrase-file", str(tmp_path / "p"), "--recipient", "age1x")
    assert terminal.run(*both, status=2)["error"]["code"] == "usage"


def test_a_passphrase_file_without_a_passphrase_is_refused(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "p").write_text("\n")
    for name in ("p", "missing"):
        assert terminal.run("bundle", "verify", "b", "--passphrase-file", str(tmp_path / name), status=2)["error"]["code"] == "usage"


def test_nothing_is_taken_in_while_a_conflict_is_open(terminal: Terminal) -> None:
    told = terminal.run("bundle", "open", "b.coffer", status=1)
    assert (told["merged"], told["new"], told["conflict"]) == (False, ["fact:g"], ["fact:f"])
    assert told["conflicts"] == [{"item": "fact:f", "title": "A fact", "part": "text", "mine": "One.", "theirs": "Two."}]
    assert terminal.bundles.asked == []
    said = terminal.say("bundle", "open", "b.coffer", status=1)
    assert "conflict: fact:f#text\n  mine:   One.\n  theirs: Two.\n" in said
    assert "Nothing was taken in" in said


def test_a_dry_run_of_opening_fails_nothing(terminal: Terminal) -> None:
    assert terminal.run("bundle", "open", "b.coffer", "--dry-run")["merged"] is False
    assert terminal.bundles.asked == []


@pytest.mark.parametrize(
    ("options", "choice"),
    [
        (["--take", "mine"], Choice.MINE),
        (["--choose", "fact:f#text=theirs"], Choice.THEIRS),
        (["--take", "mine", "--choose", "fact:f#text=theirs"], Choice.THEIRS),
    ],
)
def test_a_decided_conflict_lets_all_in(terminal: Terminal, options: list[str], choice: Choice) -> None:
    assert terminal.run("bundle", "open", "b.coffer", *options)["merged"] is True
    assert terminal.bundles.asked == [{("fact:f", "text"): choice}]


@pytest.mark.parametrize("wrong", ["fact:f#text=his", "fact:g#text=mine", "fact:f=mine", "x"])
def test_a_choice_about_nothing_is_refused(terminal: Terminal, wrong: str) -> None:
    assert terminal.run("bundle", "open", "b.coffer", "--choose", wrong, status=2)["error"]["code"] == "usage"


def test_verifying_tells_who_signed(terminal: Terminal) -> None:
    told = terminal.run("bundle", "verify", "b.coffer")
    assert (told["bundle"], told["signature"], told["case"], told["withheld"]) == ("ab12", "not_signed", "alpha", {"fact": 2})
    assert "It is not signed." in terminal.say("bundle", "verify", "b.coffer")


def test_keys_are_made_and_printed(terminal: Terminal) -> None:
    assert terminal.run("bundle", "key", status=2)["error"]["message"] == "You have no keys."
    made = {"signing": "sign", "recipient": "age1", "in_keychain": True}
    assert terminal.run("bundle", "key", "--make") == made
    assert terminal.run("bundle", "key") == made
    assert terminal.run("bundle", "trust", "bob", "KEY") == {"trusted": {"bob": "KEY"}}
