from __future__ import annotations

import pytest

from desktop.application.answer.checking import read_written, verdict_on, why_unsupported
from desktop.domain.answer import Verdict

QUOTE = "On 3 May 2021 Velvet Heron exploited CVE-2023-23397 and encrypted 52 hosts of Acme through evil[.]com."
DENIAL = "DarkSide did not take responsibility for the Colonial Pipeline attack."


@pytest.mark.parametrize(
    "text",
    [
        QUOTE,
        "Velvet Heron exploited CVE-2023-23397 on 3 May 2021.",
        "On 3 May 2021 Velvet Heron encrypted 52 hosts.",
        "Velvet Heron exploited CVE-2023-23397 and encrypted hosts through evil.com.",
    ],
)
def test_what_the_quote_carries_stays(text: str) -> None:
    assert why_unsupported(text, [QUOTE]) in ("", "Its words stand in another order in what it cites.")
    assert why_unsupported(QUOTE, [QUOTE]) == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Velvet Heron encrypted 53 hosts of Acme.", "“53” does not stand in what it cites."),
        ("Grey Otter encrypted 52 hosts of Acme.", "“Grey Otter” does not stand in what it cites."),
        ("On 4 May 2021 Velvet Heron exploited CVE-2023-23397.", "“4 may 2021” does not stand in what it cites."),
        ("Velvet Heron exploited CVE-2023-23398.", "“cve-2023-23398” does not stand in what it cites."),
        ("Velvet Heron encrypted hosts of Acme through evil.org.", "“evil.org” does not stand in what it cites."),
        ("Velvet Heron never encrypted 52 hosts of Acme.", "It denies what it cites."),
        ("Velvet Heron sold stolen passports to friendly governments.", "Too few of its words stand in what it cites."),
        ("Acme encrypted 52 hosts, exploited CVE-2023-23397, Velvet Heron.", "Its words stand in another order in what it cites."),
    ],
)
def test_what_the_quote_does_not_carry_is_removed(text: str, reason: str) -> None:
    assert why_unsupported(text, [QUOTE]) == reason


def test_a_denial_may_not_become_a_statement() -> None:
    assert (
        why_unsupported("DarkSide did take responsibility for the Colonial Pipeline attack.", [DENIAL]) == "It states what it cites denies."
    )
    assert why_unsupported(DENIAL, [DENIAL]) == ""


def test_a_sentence_without_citation_is_not_said() -> None:
    assert why_unsupported(QUOTE, []) == "It cites nothing."


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("Heron fell. [1][3]", ("Heron fell.", [1, 3])),
        ("Heron fell [2].", ("Heron fell", [2])),
        ("See evil[.]com. [1] [1]", ("See evil[.]com.", [1])),
        ("Heron fell.", ("Heron fell.", [])),
    ],
)
def test_a_written_line_is_read_apart(line: str, read: tuple[str, list[int]]) -> None:
    assert read_written(line) == read


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("The mails delivered the loader.", Verdict.VERIFIED),
        ("The loader was delivered by mail.", Verdict.VERIFIED),
        ("The mails delivered the loader quietly.", Verdict.LOOSE),
    ],
)
def test_one_word_that_stands_nowhere_makes_a_citation_loose(text: str, verdict: Verdict) -> None:
    assert verdict_on(text, ["In May the mails delivered", "a loader to three ministries."]) is verdict
