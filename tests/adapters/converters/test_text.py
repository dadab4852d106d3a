"""Texts: every letter kept, whatever their encoding, and readable as Markdown."""

from __future__ import annotations

import pytest

from desktop.adapters.converters.decoding import decode_text, tidy
from desktop.adapters.converters.text import convert_text

SENTENCES = {
    "koi8-r": "Группировка APT28 использовала вредоносное ПО для кражи учётных данных из дипломатических ведомств.\n",
    "cp1251": "Группировка APT28 использовала вредоносное ПО для кражи учётных данных из дипломатических ведомств.\n",
    "gb18030": "海莲花组织通过鱼叉式钓鱼邮件投递恶意文档，并利用漏洞窃取机密数据。\n",
    "big5": "駭客組織利用魚叉式釣魚郵件攻擊政府機關並竊取敏感資料。\n",
    "iso2022_jp": "標的型攻撃グループは取引先を装ったメールを送信し、マルウェアに感染させた。\n",
    "shift_jis": "標的型攻撃グループは取引先を装ったメールを送信し、マルウェアに感染させた。\n",
    "euc-kr": "라자루스 그룹은 가짜 채용 공고를 이용해 악성코드를 유포하였다.\n",
    "cp1256": "استخدمت مجموعة القرصنة رسائل تصيد احتيالي لسرقة بيانات الاعتماد.\n",
    "cp1254": "Saldırganlar oltalama e-postaları göndererek kimlik bilgilerini çaldı.\n",
    "cp1252": "Les attaquants ont dérobé des identifiants grâce à un logiciel malveillant « très élaboré ».\n",
    "cp874": "กลุ่มแฮกเกอร์ใช้อีเมลฟิชชิ่งเพื่อขโมยข้อมูล\n",
}
INDICATORS = "IOC: evil-update.com 203.0.113.77 CVE-2023-23397 d41d8cd98f00b204e9800998ecf8427e\n"


@pytest.mark.parametrize("encoding", sorted(SENTENCES))
def test_encodings_are_recognised_and_the_guess_is_said(encoding: str) -> None:
    text = SENTENCES[encoding] * 3 + INDICATORS
    decoded, warnings = decode_text(text.encode(encoding))
    assert decoded == text
    assert len(warnings) == 1
    assert warnings[0].startswith("The text's encoding was taken to be")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le"])
def test_unicode_needs_no_warning(encoding: str) -> None:
    text = "naïve Ελληνικά 🔑 " + "plain words follow here " * 8
    decoded, warnings = decode_text(text.encode(encoding))
    assert decoded == text
    assert bool(warnings) == (encoding == "utf-16-le")


def test_what_cannot_be_read_is_counted() -> None:
    text, warnings = decode_text(b"\xef\xbb\xbfgood \xff\xfe bad")
    assert text.startswith("good ")
    assert warnings == ("2 characters could not be read as utf-8-sig and are shown as \ufffd.",)


def test_the_stated_encoding_comes_first() -> None:
    assert decode_text("дом".encode("cp1251"), "windows-1251") == ("дом", ())
    assert decode_text("дом".encode(), "no-such-encoding") == ("дом", ())


def test_line_ends_zeros_and_letters_are_tidied() -> None:
    assert tidy("a\r\nb\rc\x00 e\u0301 \ud800") == "a\nb\nc\ufffd é \ufffd"


MARKDOWN = (
    "---\nauthor: someone\ntags: [x]\n---\n\n```\n# no title\n```\n\n"
    "The *real* [title](x)\n====\n\n| a | b |\n|---|---|\n\ttab  \n\n\n\nend"
)


def test_markdown_keeps_its_body_to_the_byte() -> None:
    conversion = convert_text(MARKDOWN.replace("\n", "\r\n").encode(), "md")
    assert (conversion.markdown, conversion.author) == (MARKDOWN, "someone")


def test_asciidoc_headings_become_markdown_but_not_in_blocks() -> None:
    conversion = convert_text(b"= Turla\n\n== Hashes\n----\n== kept\n----\n====\n", "adoc")
    assert conversion.markdown == "# Turla\n\n## Hashes\n----\n== kept\n----\n====\n"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_small_tables_are_drawn(delimiter: str) -> None:
    rows = [["name", "note"], ["evil.com", "C2, first"], ["a|b", ""]]
    text = "\n".join(delimiter.join(f'"{cell}"' for cell in row) for row in rows)
    markdown = convert_text(text.encode(), "csv").markdown
    assert markdown == "| name | note |\n| --- | --- |\n| evil.com | C2, first |\n| a\\|b |  |\n"


def test_rows_of_unequal_length_lose_no_cell() -> None:
    assert convert_text(b"a,b\n1,2,3\n4\n", "csv").markdown == "| a | b |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n| 4 |  |  |\n"


def test_large_tables_keep_every_row_in_sections_with_the_header_of_their_columns() -> None:
    text = "id,host\n" + "".join(f"{number},host-{number}.example\n" for number in range(2, 60_001))
    conversion = convert_text(text.encode(), "csv")
    assert conversion.markdown.startswith("## Rows 1–100\n\n| id | host |\n| --- | --- |\n| 2 | host-2.example |\n")
    assert "\n\n## Rows 59901–60000\n\n| id | host |\n| --- | --- |\n| 59901 | host-59901.example |\n" in conversion.markdown
    assert all(f"| {number} | host-{number}.example |\n" in conversion.markdown for number in (2, 100, 101, 30_000, 60_000))
    assert (conversion.markdown.count("\n## Rows"), conversion.tables) == (599, 1)


def test_a_broken_table_is_kept_as_text() -> None:
    assert convert_text(b'a,"b\nc,d', "csv").markdown == '```csv\na,"b\nc,d\n```\n'


def test_json_shows_letters_for_their_numbers_and_nothing_else_changes() -> None:
    text = r'{"a": "\u0413\u0440\ud83d\udd11 \u0000 \\u0041 \u0022 \ud800", "n": 1.10}'
    assert convert_text(text.encode(), "json").markdown == '```json\n{"a": "Гр🔑 \\u0000 \\\\u0041 \\u0022 \\ud800", "n": 1.10}\n```\n'


def test_json_on_one_long_line_is_cut_between_its_values() -> None:
    text = '{"objects":[' + ",".join(f'{{"id":"x{number}","text":"a, b: {{c}}"}}' for number in range(200)) + "]}"
    markdown = convert_text(text.encode(), "json").markdown
    assert '"id":"x199",\n' in markdown
    assert '"a, b: {c}"' in markdown
    assert "".join(markdown.split()) == "".join(f"```json\n{text}\n```".split())


def test_code_is_fenced_whatever_it_holds() -> None:
    assert convert_text(b"x = '```'\n````\n", "py").markdown == "`````py\nx = '```'\n````\n`````\n"


def test_plain_text_stays_as_it_is() -> None:
    text = "Grey Otter\n  indented   words\n\n# not ours to judge\n"
    assert convert_text(text.encode(), "txt").markdown == text
