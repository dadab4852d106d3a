from __future__ import annotations

from time import process_time

import pytest

from desktop.application.answer.values import ValueType, day_of, find_indicators, find_names, find_values, name_pattern
from desktop.application.answer.wording import folded


@pytest.mark.parametrize(
    ("kind", "text", "values"),
    [
        (ValueType.DATE, "from 3 May 2021 to May 5, 2022, 2023-01-02 and spring 2016", ["3 may 2021", "may 5, 2022", "2023-01-02", "2016"]),
        (ValueType.DATE, "Windows Server 2022 and Office 2019 in 2023", ["2023"]),
        (ValueType.DATE, "version 2.0.2016-1 may fail", []),
        (ValueType.NUMBER, "over 80,000 devices and 52 hosts, T1059, 10.0.0.1", ["80,000", "52"]),
        (ValueType.NUMBER, "16 million cards, two million, 3 men", ["16 million", "two", "million", "3"]),
        (ValueType.AMOUNT, "$4.4 million, 75 bitcoins, 174% and 250 GB", ["$4.4 million", "75 bitcoins", "174%", "250 gb"]),
        (ValueType.NUMBER, "Figure 15: sites, table 3, page 4 and 12 more", ["12"]),
        (ValueType.PHONE, "call +1 (555) 010-4477 or 0800 555 0100", ["+1 (555) 010-4477", "0800 555 0100"]),
        (ValueType.PHONE, "on 2021-05-04 from 192.0.2.17 to 16 million cards, CVE-2023-23397", []),
        (ValueType.CVE, "CVE-2023-23397 and cve-2024-1", ["cve-2023-23397"]),
        (ValueType.ADDRESS, "58[.]185.154.99, 1.2.3 and 2001:db8:0:1::5", ["58.185.154.99", "2001:db8:0:1::5"]),
        (ValueType.DOMAIN, "evil[.]example[.]com, report.pdf, a@b.org", ["evil.example.com"]),
        (ValueType.FILE, "run igfxtrayex.exe and Report-10.docx from evil.com", ["igfxtrayex.exe", "report-10.docx"]),
        (ValueType.HASH, "a" * 64 + " " + "b" * 40 + " " + "c" * 39, ["a" * 64, "b" * 40]),
    ],
)
def test_values_by_their_shape(kind: ValueType, text: str, values: list[str]) -> None:
    assert find_values(kind, text) == values


@pytest.mark.parametrize("hostile", ["1." * 10_000, "1" * 20_000, "1," * 10_000, "a." * 10_000])
def test_a_hostile_run_of_characters_takes_no_long_time(hostile: str) -> None:
    begun = process_time()
    for kind in ValueType:
        find_values(kind, hostile)
    find_names(hostile)
    assert process_time() - begun < 3  # what goes back to the beginning at each character takes ten times that


def test_indicators_are_refanged_and_a_host_is_not_apart_from_its_url() -> None:
    assert find_indicators("hxxps://a[.]b[.]com/x and 1.2.3[.]4") == ["https://a.b.com/x", "1.2.3.4"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Which CVE did APT28 exploit on 3 May 2021?", ["APT28"]),
        ("Named victims of Volt Typhoon in Brazil's hospitals?", ["Volt Typhoon", "Brazil"]),
        ("Clop's GoAnywhere campaign", ["Clop", "GoAnywhere"]),
        ("What do MSS-affiliated actors use?", ["MSS"]),
        ("which .NET backdoor beacons to evil[.]com", [".NET"]),
        ("when did toddycat begin", []),
        ("Heron left. Otter came with PlugX", ["PlugX"]),
    ],
)
def test_names_are_capitalised_or_coined(text: str, names: list[str]) -> None:
    assert find_names(text) == names


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("China Chopper", "the ChinaChopper shell", True),
        ("China Chopper", "china-choppers", True),
        ("APT2", "APT28 did it", False),
        ("Brazil", "Brazilian banks", True),
        ("Moscow", "the Russians", True),
        ("Forest Blizzard", "Midnight Blizzard in a forest", False),
    ],
)
def test_a_name_is_found_whole_and_by_its_country(name: str, text: str, found: bool) -> None:
    assert bool(name_pattern(name).search(folded(text))) is found


@pytest.mark.parametrize(
    ("date", "day"),
    [
        ("2021-04-25", (4, 25)), ("25 april 2021", (4, 25)), ("april 25, 2021", (4, 25)), ("25th of april", (4, 25)), ("apr 25", (4, 25)),
        ("april 2021", None), ("2021", None), ("2021-04", None), ("10:30", None),
    ],
)  # fmt: skip
def test_a_day_is_the_same_in_every_wording(date: str, day: tuple[int, int] | None) -> None:
    assert day_of(date) == day
