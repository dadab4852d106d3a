"""Names of files in archives, as they can be shown."""

from __future__ import annotations

import pytest

from desktop.adapters.converters.archive_names import decode_names, plain_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a/b.txt", "a/b.txt"),
        ("a\\b.txt", "a/b.txt"),
        ("a/b\\c", "a/b\\c"),
        ("bell\x07 and \x1b[31m", "bell\\x07 and \\x1b[31m"),
        ("\u202egpj.exe", "\\u202egpj.exe"),
        ("line\u2028end", "line\\u2028end"),
        ("half \ud800", "half \\ud800"),
        (b"no text \xff".decode("utf-8", "surrogateescape"), "no text \\xff"),
        ("u\u0308ber", "über"),
    ],
)
def test_what_controls_or_turns_is_shown_as_code(name: str, shown: str) -> None:
    assert plain_name(name) == shown


def test_a_very_long_name_keeps_its_ends() -> None:
    shown = plain_name("a" * 5000 + ".exe")
    assert len(shown) == 1001
    assert shown.endswith("aaa.exe")


@pytest.mark.parametrize("encoding", ["cp866", "cp1251", "koi8-r"])
@pytest.mark.parametrize("name", ["службаФНС94.zip", "дом.txt", "Отчёт об атаке.docx"])
def test_russian_in_any_of_its_encodings(encoding: str, name: str) -> None:
    assert decode_names([name.encode(encoding), "список".encode(encoding)])[0] == name


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("gb18030", "关于攻击活动的报告.txt"),
        ("euc-kr", "공격 보고서 목록.hwp"),
        ("shift_jis", "標的型攻撃の報告書.txt"),
        ("big5", "關於攻擊活動的報告.txt"),
    ],
)
def test_names_that_are_not_russian_are_not_taken_for_it(encoding: str, name: str) -> None:
    assert decode_names([name.encode(encoding)]) == [name]


def test_names_of_one_archive_are_decoded_alike() -> None:
    assert decode_names([b"plain", "über".encode()]) == ["plain", "über"]
    assert decode_names(["Bericht über Müll.txt".encode("cp1252")]) == ["Bericht über Müll.txt"]
    assert decode_names([b"\x81ber"]) == ["über"]  # too short to measure: as the first PCs had it
    russian = ["отчёт об атаке группировки", "индикаторы"]
    assert decode_names([name.encode("cp1251") for name in russian]) == russian
