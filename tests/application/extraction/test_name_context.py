"""What stands around a name."""

from __future__ import annotations

import pytest

from desktop.application.extraction.name_context import Case, Surroundings, case_of
from desktop.domain.entity import EntityType as T


@pytest.mark.parametrize(
    ("text", "written", "case"),
    [
        ("Emotet", "Emotet", Case.EXACT),
        ("emotet", "Emotet", Case.SMALL),
        ("net", "net", Case.SMALL),
        ("down_new", "down_new", Case.EXACT),
        ("EMOTET", "Emotet", Case.CAPITALS),
        ("Lord of the Rats", "LORD OF THE RATS", Case.CAPITALISED),
        ("Fancy bear", "Fancy Bear", Case.MIXED),
    ],
)
def test_how_a_name_is_written(text: str, written: str, case: Case) -> None:
    assert case_of(text, written) is case


def around(text: str) -> Surroundings:
    """The name is X."""
    at = text.index("X")
    return Surroundings.of(text, at, at + 1)


@pytest.mark.parametrize(
    ("text", "kind", "clear"),
    [
        ("the X ransomware", T.MALWARE, 2),
        ("the X banking trojan", T.MALWARE, 2),
        ("a trojan called “X” is", T.MALWARE, 2),
        ("it installed X on", T.MALWARE, 1),
        ("X encrypts files", T.MALWARE, 1),
        ("the X gang", T.INTRUSION_SET, 2),
        ("attributed to X in", T.INTRUSION_SET, 1),
        ("X's operators", T.INTRUSION_SET, 2),
        ("X has targeted banks", T.INTRUSION_SET, 1),
        ("the X utility", T.TOOL, 2),
        ("the X ransomware", T.INTRUSION_SET, 0),
        ("about X and", T.MALWARE, 0),
        ("the X sector", T.LOCATION, 0),
    ],
)
def test_how_clearly_it_is_called_something(text: str, kind: T, clear: int) -> None:
    assert around(text).says(kind) == clear


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("a.X here", True), (".X code", True), ("X.com", True), ("X@y", True), ("\\X", True), ("http://a/X", True), ("X/a.html", True),
        ("A/X", False), ("X/A", False), ("(X)", False), ("X.", False), ("#X", False), ("... X", False),
    ],
)  # fmt: skip
def test_a_part_of_an_address_or_path(text: str, inside: bool) -> None:
    assert around(text).inside_other is inside


@pytest.mark.parametrize(
    ("text", "begins"), [("X came", True), ("Yes. X came", True), ("- X came", True), ("“X came", True), ("so X came", False)]
)
def test_the_beginning_of_a_sentence(text: str, begins: bool) -> None:
    assert around(text).begins_sentence is begins


def test_lists_and_programs_that_are_run() -> None:
    assert around("Emotet, X").in_list
    assert around("X and Emotet").in_list
    assert not around("X and then").in_list
    assert around("they ran X").is_run
    assert not around("they saw X").is_run
