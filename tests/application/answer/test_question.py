from __future__ import annotations

import pytest

from desktop.application.answer.question import Breadth, read_question
from desktop.application.answer.values import ValueType
from desktop.domain.passage import Expansion


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("When did Heron begin?", (ValueType.DATE,)),
        ("Was Acme hit when it was sold?", ()),
        ("Which CVE did Heron use, and since when?", (ValueType.DATE, ValueType.CVE)),
        ("How many hosts were hit?", (ValueType.NUMBER,)),
        ("How much ransom was paid?", (ValueType.AMOUNT,)),
        ("SHA-256 of the Otter script?", (ValueType.HASH,)),
        ("Who exploited CVE-2023-1234?", ()),
    ],
)
def test_what_kind_of_value_is_wanted(text: str, wants: tuple[ValueType, ...]) -> None:
    assert read_question(text).wants == wants


@pytest.mark.parametrize(
    ("text", "breadth"),
    [
        ("When did Heron begin?", Breadth.FACT),
        ("Which groups used Cobalt Strike?", Breadth.LIST),
        ("Tell me about Heron", Breadth.OVERVIEW),
        ("Timeline of the Acme breach", Breadth.TIMELINE),
        ("", Breadth.FACT),
    ],
)
def test_how_much_an_answer_has_to_cover(text: str, breadth: Breadth) -> None:
    assert read_question(text).breadth is breadth


def test_names_indicators_and_what_is_counted() -> None:
    question = read_question("How many  hosts did Velvet Heron reach from evil[.]com?")
    assert question.text == "How many hosts did Velvet Heron reach from evil[.]com?"
    assert [each.name for each in question.subjects] == ["evil.com", "Velvet Heron"]
    assert question.counted[0] == "host"


def test_the_words_of_a_name_that_has_others_are_no_terms() -> None:
    known = read_question("Which key did VELVET HERON use?", [Expansion("VELVET HERON", ("Grey Stork",))])
    assert known.terms == ("key", "use")
    assert read_question("Which key did VELVET HERON use?").terms == ("key", "velvet", "heron", "use")


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("Which wallet address collects the coins?", (ValueType.WALLET,)),
        ("Which crypto wallets does the stealer empty?", ()),
        ("What ransom did they ask?", (ValueType.AMOUNT,)),
        ("Which phone number do the mails give?", (ValueType.PHONE,)),
        ("To how many IPs has it resolved?", (ValueType.NUMBER,)),
        ("How many malicious domains and which addresses did it use?", (ValueType.NUMBER, ValueType.ADDRESS)),
        ("Where is the ransom note?", ()),
        ("Between which months were they there?", (ValueType.DATE,)),
    ],
)
def test_what_looks_like_a_value_but_is_none_is_not_wanted(text: str, wants: tuple[ValueType, ...]) -> None:
    assert read_question(text).wants == wants


@pytest.mark.parametrize(
    ("text", "focus"),
    [
        ("Which airline's booking system did TA558 break into?", ("airlin",)),
        ("Through which front company did Velvet Heron work?", ("front", "company")),
        ("Which VPN products were spoofed?", ("vpn", "product")),
        ("What did Velvet Heron do?", ()),
        ("Which Velvet Heron systems were hit?", ("system",)),
        ("Which CVE did it exploit?", ()),
        ("Which country is behind it?", ()),
    ],
)
def test_what_an_answer_is_one_of(text: str, focus: tuple[str, ...]) -> None:
    assert read_question(text).focus == focus


def test_names_say_nothing_of_themselves() -> None:
    assert read_question("Which servers did Velvet Heron encrypt?").said == ("serv", "encrypt")


def test_what_is_counted_may_have_signs_in_it() -> None:
    assert "c&c" in read_question("How many C&C servers did it use?").counted
    assert "ip" in read_question("To how many IPs has it resolved?").counted


@pytest.mark.parametrize(
    ("text", "across"),
    [
        ("Which wipers do our reports describe?", True),
        ("Which actors in the collection are tied to Remcos?", True),
        ("How did it get in, in the incidents we hold?", True),
        ("Which report describes the wiper?", False),
        ("Whom did Velvet Heron report to?", False),
    ],
)
def test_what_is_asked_of_all_documents(text: str, across: bool) -> None:
    assert read_question(text).across is across
