"""Which texts say the same."""

from __future__ import annotations

import pytest

from desktop.application.retrieve.twins import Twins

LONG = " ".join(f"word{number}" for number in range(60))
PROSE = (
    "The loader was sent in spear-phishing mails with a link to hxxps://evil[.]com/a that fetched an archive. It keeps itself alive by a "
    "scheduled task named Updater and asks its server every ten minutes what it is to do."
)


def alone(_number: int) -> list[str]:
    return []


def test_the_same_words_are_twins_whatever_stands_between_them() -> None:
    twins = Twins(alone)
    assert twins.twin_of(1, "a", f"**{LONG}**") is None
    assert twins.twin_of(2, "b", f"  {LONG.upper()}.") == 1


REPORT = (
    "TLP:AMBER. On 3 March 2022 the group did not pay for access to the mill in Germany: it came in through CVE-2021-34473, from the "
    "address 198.51.100.7 and with mails of <ops@evil.example>, encrypted 40% of 1,200 servers and asked for $2 million. It was seen last "
    "on\n4. Nobody paid, and [its page](https://leaks.example/a) was taken down."
)


@pytest.mark.parametrize(
    ("said", "otherwise"),
    [
        ("3 March", "4 March"),
        ("did not pay", "did pay"),
        ("34473", "34474"),
        ("100.7", "100.8"),
        ("ops@evil", "ops@devil"),
        ("Germany", "Ukraine"),
        ("1,200", "1,300"),
        ("40%", "$40"),
        ("AMBER", "GREEN"),
        ("on\n4. Nobody", "on\n5. Nobody"),
        ("example/a", "example/b"),
    ],
)
def test_a_text_in_which_one_thing_is_otherwise_is_no_twin_however_long_it_is(said: str, otherwise: str) -> None:
    text = f"{LONG}\n\n{REPORT}\n\n{LONG.replace('word', 'other')}"
    assert said in text
    for first, second in ((text, text.replace(said, otherwise)), (text.replace(said, otherwise), text)):
        twins = Twins({1: [first]}.__getitem__)
        assert twins.twin_of(1, "a", first) is None
        assert twins.twin_of(2, "b", second) is None
        assert twins.twin_of(3, "c", first) == 1


def test_a_short_text_is_a_twin_of_the_very_same_words() -> None:
    twins = Twins(alone)
    assert twins.twin_of(3, "a", "Group A used tool B in 2021") is None
    assert twins.twin_of(4, "b", "Group A used tool B in 2022") is None
    assert twins.twin_of(5, "c", "Group A used tool B in 2021!") == 3


def test_texts_that_share_half_their_words_are_two() -> None:
    twins = Twins(alone)
    half = " ".join(f"word{number}" for number in range(30))
    assert twins.twin_of(1, "a", LONG) is None
    assert twins.twin_of(2, "b", half + " " + " ".join(f"other{number}" for number in range(30))) is None


def test_texts_without_words_are_twins_of_nothing() -> None:
    twins = Twins(alone)
    assert twins.twin_of(1, "a", "---") is None
    assert twins.twin_of(2, "b", "***") is None


def test_a_document_has_no_twins_within_itself() -> None:
    twins = Twins(alone)
    assert twins.twin_of(1, "a", LONG) is None
    assert twins.twin_of(2, "a", LONG) is None
    assert twins.twin_of(3, "b", LONG) == 1


@pytest.mark.parametrize(
    "other",
    [
        PROSE.replace("spear-phishing", "spear-\nphishing").replace("scheduled", "sched-\nuled").replace(" that", "\nthat"),
        PROSE.replace("loader", "**loader**").replace("scheduled task", "[scheduled task](https://docs.example/task?id=1)"),
        f"<p>{PROSE.replace('Updater', '<b>Updater</b>')}</p>",
        "1. " + PROSE.replace(". It", ".\n2) It"),
        PROSE.replace("hxxps://evil[.]com/a", "https://evil.com/a"),
        PROSE.replace("scheduled", "sched\u00aduled"),
    ],
    ids=["a PDF's hyphens and lines", "Markdown", "HTML", "a list", "a defanged address", "soft hyphens"],
)
def test_one_text_in_two_formats_is_a_twin(other: str) -> None:
    twins = Twins(alone)
    assert twins.twin_of(1, "a", PROSE) is None
    assert twins.twin_of(2, "b", other) == 1


def test_line_breaks_within_chinese_do_not_matter() -> None:
    twins = Twins(alone)
    text = "攻击者通过网络钓鱼邮件投递恶意软件并利用计划任务保持持久化然后每十分钟向其服务器请求指令"
    assert twins.twin_of(1, "a", text) is None
    assert twins.twin_of(2, "b", f"{text[:12]}\n{text[12:25]}\n{text[25:]}") == 1


def test_part_of_a_text_is_a_twin_of_the_whole_but_not_the_whole_of_a_part() -> None:
    first, second = (" ".join(f"{name}{number}" for number in range(30)) for name in ("one", "two"))
    twins = Twins(alone)
    assert twins.twin_of(1, "a", f"{first} {second}") is None
    assert twins.twin_of(2, "b", second) == 1
    twins = Twins(alone)
    assert twins.twin_of(1, "a", first) is None
    assert twins.twin_of(2, "b", f"{first} {second}") is None


def test_a_text_that_goes_on_where_the_other_document_goes_on_is_a_twin() -> None:
    first, second, third = (" ".join(f"{name}{number}" for number in range(30)) for name in ("one", "two", "three"))
    twins = Twins({1: [first, second]}.__getitem__)
    assert twins.twin_of(1, "a", first) is None
    assert twins.twin_of(2, "b", f"{first} {second}") == 1
    assert twins.twin_of(3, "b", f"{first} {third}") is None


def test_a_short_text_within_another_is_a_twin_only_among_documents_known_to_say_the_same() -> None:
    heading = "New variant of a loader seen in May"
    twins = Twins(alone)
    assert twins.twin_of(1, "a", f"{heading}\n\n{LONG}") is None
    assert twins.twin_of(2, "b", heading) is None
    assert twins.twin_of(3, "c", LONG) == 1
    assert twins.twin_of(4, "c", heading) == 1
    assert twins.twin_of(5, "c", "of a loader seen in May") == 1
    assert twins.twin_of(6, "d", "of a loader seen in May") is None
