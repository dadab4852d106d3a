from __future__ import annotations

import pytest

from desktop.application.answer.wording import folded, shown, stems


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("It used **BRASSKETTLE** and `cmd.exe`.", "It used BRASSKETTLE and cmd.exe."),
        ("See [the report](https://a.example/x_(1)) for *more*.", "See the report for more."),
        ("![a figure](x.png) shows it", "a figure shows it"),
        ("C2 is evil[.]com, not [a](b)", "C2 is evil[.]com, not a"),
        ("| evil[.]com | C2 \\| proxy |", "evil[.]com · C2 | proxy"),
        ("a\\_file\\*name stays snake_case_name", "a_file*name stays snake_case_name"),
        ("two\nlines   and <!-- page: 3 --> a page", "two lines and a page"),
        ("https://a.example/b[AsciiDoc link]", "AsciiDoc link"),
        ("List<String> and 2 * 3 * 4", "List<String> and 2 * 3 * 4"),
    ],
)
def test_markdown_marks_are_not_shown(markdown: str, text: str) -> None:
    assert shown(markdown) == text


def test_folding_refangs_and_takes_typography_away() -> None:
    assert folded("“Evil” – hXXps[:]//a[.]b(.)c  D[at]e[.]F") == '"evil" - https://a.b.c d@e.f'


def test_forms_of_a_word_share_a_stem() -> None:
    assert len({stems(word)[0] for word in ("exploit", "exploits", "exploited", "exploiting", "exploitation")}) == 1
    assert len({stems(word)[0] for word in ("encrypt", "encrypts", "encryption", "encryptor", "encrypted")}) == 1
    assert stems("the of and") == []
    assert stems("CVE-2023-23397") == ["cve-2023-23397", "cve", "2023", "23397"]
