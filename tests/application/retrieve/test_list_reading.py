"""What the lines of a pasted list are read as."""

from __future__ import annotations

import pytest

from desktop.application.extraction.extraction import Extractor
from desktop.application.extraction.indicators import IndicatorFinder
from desktop.application.retrieve.list_reading import read_list
from tests.fakes.indicators import FewSuffixes, ListedValues


def read(text: str) -> list[tuple[int, str, str | None]]:
    extractor = Extractor([IndicatorFinder(FewSuffixes(), ListedValues())])
    pasted = read_list(text, lambda line: extractor.extract(line).mentions)
    return [(item.line, item.text, item.mention.value if item.mention else None) for item in pasted.items]


@pytest.mark.parametrize(
    ("line", "text", "value"),
    [
        ("evil[.]com", "evil[.]com", "evil.com"),
        ("  - hxxps://evil[.]com/a", "hxxps://evil[.]com/a", "https://evil.com/a"),
        ('"1[.]2[.]3[.]4",', "1[.]2[.]3[.]4", "1.2.3.4"),
        ("7) cve-2024-1234", "cve-2024-1234", "CVE-2024-1234"),
        ("D41D8CD98F00B204E9800998ECF8427E", "D41D8CD98F00B204E9800998ECF8427E", "d41d8cd98f00b204e9800998ecf8427e"),
        ("Fancy Bear", "Fancy Bear", None),
        ("гадюка", "гадюка", None),
    ],
)
def test_a_line_is_one_thing_whatever_marks_stand_around_it(line: str, text: str, value: str | None) -> None:
    assert read(line) == [(1, text, value)]


def test_a_row_of_a_table_counts_by_its_indicators_and_a_list_in_a_line_by_its_parts() -> None:
    assert read("2024-01-02,evil.com,high,1.2.3.4") == [(1, "evil.com", "evil.com"), (1, "1.2.3.4", "1.2.3.4")]
    assert read("Turla; Sandworm|Gamaredon") == [(1, "Turla", None), (1, "Sandworm", None), (1, "Gamaredon", None)]


def test_the_host_of_a_url_is_no_second_thing() -> None:
    assert read("seen: http://evil.com/a on Monday") == [(1, "http://evil.com/a", "http://evil.com/a")]


def test_empty_lines_and_comments_are_passed_over_and_counted() -> None:
    text = "# block list\n\nevil.com # sinkholed\n---\n# 1.2.3.4\n// end"
    assert read(text) == [(3, "evil.com", "evil.com"), (5, "# 1.2.3.4", "1.2.3.4")]
    assert read_list(text, lambda _: ()).passed_over == (1, 2, 4, 5, 6)
