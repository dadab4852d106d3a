"""Any text a person types, as what the index is asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.application.retrieve.query import read_query
from desktop.application.retrieve.words import words
from desktop.domain.keywords import AllOf, AnyOf, Beginning, KeywordQuery, Near, Phrase, Titled, leaves
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters

PIECES = ("a", "b", '"c', 'd"', "AND", "OR", "NOT", "(", ")", "-", "NEAR(", ",", "title:", "tag:", "*", "*.e.com", "软件")


def words_of(text: str) -> KeywordQuery:
    return read_query(text).words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", KeywordQuery()),
        ("  \t", KeywordQuery()),
        ("😀 … -- !", KeywordQuery()),
        ("What malware does APT28 use?", KeywordQuery(("malware", "APT28", "use"))),
        ("APT28 malware", KeywordQuery(("APT28",), (), "malware")),
        ("APT28 malware ", KeywordQuery(("APT28", "malware"))),
        ("APT28's malware.", KeywordQuery(("APT28", "malware"))),
        ("who is the", KeywordQuery(("who", "is"), (), "the")),  # nothing else is left
        ("CVE-2023-23397", KeywordQuery(("CVE-2023-23397",))),
        ("(10.0.0.1),", KeywordQuery(("10.0.0.1",))),
        ("C:\\Windows", KeywordQuery(("C:\\Windows",))),
        ("in C:\\Program Files\\a.exe", KeywordQuery(("C:\\Program Files\\a.exe",))),
        ('"unbalanced phrase', KeywordQuery(("unbalanced",), (), "phrase")),
        ('"cobalt strike" beacon.', KeywordQuery(("beacon",), (Phrase("cobalt strike"),))),
        ("“cobalt strike” «the beacon»", KeywordQuery((), (Phrase("cobalt strike"), Phrase("the beacon")))),
        ("“cobalt strike” beacon.", KeywordQuery((Phrase("cobalt strike"), "cobalt", "strike", "beacon"))),  # as reports quote
        ('"..." "" word.', KeywordQuery(("word",))),
        ('"the actor" of', KeywordQuery((), (Phrase("the actor"),))),
        ("hxxp://evil[.]com/a", KeywordQuery(("http://evil.com/a",))),
        ("evil[dot]com bad (at) evil(.)com", KeywordQuery(("evil.com", "bad@evil.com"))),
        ("spear-phishing lure.", KeywordQuery(("spear-phishing", "spear", "phishing", "lure"))),
        ("off-by-one!", KeywordQuery(("off-by-one", "one"))),
        ("Word word WORD.", KeywordQuery(("Word",))),
        ("word mail word", KeywordQuery(("mail",), (), "word")),
        ("a\0b", KeywordQuery(("b",))),
        ("ap", KeywordQuery(("ap",))),
        ("勒索软件", KeywordQuery(("勒索软件",))),  # pairs need no ending
        ("DECnet是什么", KeywordQuery(("DECnet是什么",))),
        # operators
        ("apt28 AND headlace", KeywordQuery((), (AllOf(("apt28", "headlace")),))),
        ("apt28 OR sofacy", KeywordQuery(("apt28",), (), "sofacy")),
        ("(apt28 OR sofacy) AND headlace.", KeywordQuery((), (AllOf((AnyOf(("apt28", "sofacy")), "headlace")),))),
        ("report apt28 OR sofacy", KeywordQuery(("report",), (AnyOf(("apt28", "sofacy")),))),
        ('"a b" OR "c d"', KeywordQuery((), (AnyOf((Phrase("a b"), Phrase("c d"))),))),
        ("apt28 NOT linux", KeywordQuery(("apt28",), (), "", ("linux",))),
        ('apt28 -"for linux" -mac', KeywordQuery(("apt28",), (), "", (Phrase("for linux"), "mac"))),
        ("a1 AND NOT b2", KeywordQuery((), (AllOf(("a1",), ("b2",)),))),
        ("apt28 -(linux mac)", KeywordQuery(("apt28",), (), "", (AnyOf(("linux", "mac")),))),
        ("exploit* apt28.", KeywordQuery((Beginning("exploit"), "apt28"))),
        ("NEAR(apt28 headlace, 5)", KeywordQuery((), (Near(("apt28", "headlace"), 5),))),
        ('NEAR("cobalt strike" beacon)', KeywordQuery((), (Near(("cobalt strike", "beacon"), 10),))),
        ("title:headlace", KeywordQuery((), (Titled("headlace"),))),
        ('title:"cobalt strike" x1', KeywordQuery(("x1",), (Titled(Phrase("cobalt strike")),))),
        ("*.evil[.]com", KeywordQuery((Beginning("*.evil.com"),))),
        ("10.0.0.0/8", KeywordQuery((Beginning("10.0.0.0/8"),))),
        ("evil.com/a*", KeywordQuery((Beginning("evil.com/a*"),))),
        # what is no syntax is text
        ("AND", KeywordQuery(("AND",))),
        ("OR NOT", KeywordQuery(("OR", "NOT"))),
        ("AND apt28.", KeywordQuery(("apt28",))),
        ("apt28 AND", KeywordQuery(("apt28",))),
        ("apt28 AND OR headlace.", KeywordQuery(("apt28", "headlace"))),
        ("-linux", KeywordQuery((), (), "linux")),
        ("(apt28 headlace", KeywordQuery(("apt28",), (), "headlace")),
        ("apt28) headlace.", KeywordQuery(("apt28", "headlace"))),
        ("NEAR(", KeywordQuery(("NEAR",))),
        ("tlp:purple x1", KeywordQuery(("tlp:purple", "x1"))),
        ("before:yesterday.", KeywordQuery(("before:yesterday",))),
    ],
)
def test_parse(text: str, expected: KeywordQuery) -> None:
    assert words_of(text) == expected


@pytest.mark.parametrize(
    ("text", "filters"),
    [
        ("x tag:case-7 tag:'y", Filters(tags=("case-7", "'y"))),
        ('TYPE:.PDF in:"Annual report" x', Filters(formats=("pdf",), named=("Annual report",))),
        ("tlp:amber+strict tlp:white", Filters(markings=(Marking.AMBER_STRICT, Marking.CLEAR))),
        ("after:2022-03 before:2024-03-01", Filters(since="2022-03", until="2024-02-29")),
        ("before:2024", Filters(until="2023-12-31")),
        ("before:2024-13 after:x tag:", Filters()),
    ],
)
def test_what_limits_the_documents(text: str, filters: Filters) -> None:
    assert read_query(text).filters == filters


def test_what_is_typed_limits_further() -> None:
    given = Filters(since="2020", until="2023-06", tags=("case",))
    assert read_query("tag:b after:2021 before:2025", given).filters == Filters(since="2021", until="2023-06", tags=("case", "b"))


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        (
            "before:yesterday ryuk",
            "“before:yesterday” limits nothing and was looked for as text: a date is written 2024, 2024-05 or 2024-05-31.",
        ),
        ("tlp:purple", "“tlp:purple” limits nothing and was looked for as text: markings are CLEAR, GREEN, AMBER, AMBER+STRICT, RED."),
        ("after:2024-05 tlp:amber type:pdf", ""),
        ("what came before: the loader", ""),
        ("https://after.example/tlp:x", ""),
    ],
)
def test_what_looks_like_a_limit_and_is_none_is_said(text: str, unread: str) -> None:
    assert read_query(text).unread == unread


def test_what_is_said_without_syntax() -> None:
    parsed = read_query('what did "Cobalt Strike" AND beacons do tag:x title:apt -linux?')
    assert parsed.text == "what did Cobalt Strike beacons do apt"


def test_what_is_asked_can_be_read() -> None:
    assert str(words_of('"cobalt strike" beacon* title:smb -linux (a1 OR b2) NEAR(x1 y1, 3)')) == (
        "all of: “cobalt strike”, smb in the title, (a1 or b2), x1 near y1 (within 3 words); ranked by: beacon…; none of: linux"
    )
    assert str(words_of("apt28 malw")) == "any of: apt28, malw…"
    assert str(words_of("*.evil.com 10.0.0.0/8 x1 AND NOT y1")) == "all of: (x1 but not y1); ranked by: *.evil.com, 10.0.0.0/8"
    assert str(words_of("")) == ""


@given(st.text(max_size=80) | st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join))
def test_any_text_is_legal_and_every_part_has_a_word(text: str) -> None:
    parsed = words_of(text)
    for clause in (*parsed.sought, *parsed.excluded):
        for leaf in leaves(clause):
            said = leaf if isinstance(leaf, str) else leaf.text
            assert list(words(said))
            assert "\0" not in said


def test_many_brackets_are_no_error() -> None:
    assert words_of("(" * 500 + "deep" + ")" * 500) == KeywordQuery(("deep",))
    assert words_of("NOT " * 2000 + "x1").terms == ("x1",)


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("evil NOT fancy bear", "evil bear"),
        ("evil -fancy", "evil"),
        ("(emotet OR trickbot) NOT (fake news)", "emotet trickbot"),
        ('evil AND NOT "fancy bear"', "evil"),
        ("-fancy", "fancy"),
    ],
)
def test_what_must_not_be_found_is_not_said_in_words(text: str, spoken: str) -> None:
    assert read_query(text).text == spoken


def test_the_options_of_a_command_line_forbid_nothing() -> None:
    assert words_of("powershell -nop -w hidden -enc").excluded == ()
    assert words_of("powershell -enc").excluded == ("enc",)


def test_what_is_unwanted_beside_something_required_is_known() -> None:
    assert words_of("evil AND NOT fancy").unwanted == ("fancy",)
    assert words_of("evil NOT fancy").unwanted == ("fancy",)
    assert words_of("evil fancy").unwanted == ()
