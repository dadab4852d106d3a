"""One real report in every format: the same paragraphs come out of each; and what each format has of its own."""

from __future__ import annotations

import io
import json
import os
import unicodedata
import zipfile
from pathlib import Path

import pytest

from desktop.adapters.converters import markitdown
from desktop.adapters.converters.conversion import convert_file
from desktop.application.ports import Conversion, ConversionLimits
from desktop.domain.document import page_starts
from desktop.domain.errors import ConversionFailed, UnsupportedFormat

DATA = Path(__file__).parents[2] / "data" / "converters"
LIMITS = ConversionLimits(seconds=60, memory_bytes=2**31, output_characters=5_000_000, pages=100)
EXPECTED = json.loads((DATA / "report.expected.json").read_text(encoding="utf-8"))


def convert(path: Path) -> Conversion:
    return convert_file(path, LIMITS)


def made(tmp_path: Path, name: str, content: bytes | str) -> Conversion:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return convert(path)


def squash(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


@pytest.mark.parametrize("suffix", ["docx", "pptx", "xlsx", "epub", "odt", "rtf", "html", "eml", "rss.xml", "json", "pdf", "2col.pdf"])
def test_every_paragraph_and_name_is_there(suffix: str) -> None:
    conversion = convert(DATA / f"report.{suffix}")
    text = squash(conversion.markdown)
    wanted = [each for each in EXPECTED["paragraphs"] if len(squash(each)) > 15]
    missing = [each for each in wanted if squash(each) not in text]
    assert len(missing) <= (2 if suffix.endswith("pdf") else 0), missing  # a paragraph that a page mark divides
    assert all(squash(each["text"]) in text for each in EXPECTED["entities"])
    assert conversion.markdown == unicodedata.normalize("NFC", conversion.markdown)
    assert "\r" not in conversion.markdown


@pytest.mark.parametrize("suffix", ["docx", "pptx", "epub", "html", "eml", "pdf"])
def test_titles_are_found(suffix: str) -> None:
    assert (convert(DATA / f"report.{suffix}").title or "").removeprefix("[TLP:GREEN] ") == EXPECTED["title"]


def test_slides_and_sheets_are_pages() -> None:
    slides = convert(DATA / "report.pptx")
    assert slides.pages == len(page_starts(slides.markdown)) > 1
    assert "Slide number" not in slides.markdown
    sheets = convert(DATA / "xlsx_07_gap_tolerance_.xlsx")
    assert sheets.markdown.startswith("<!-- page: 1 -->\n\n## Page 1\n\nHIGH VOLTAGE SWITCHBOARD · MODEL-000\n\n| E-123 |  | DATA SHEET |")
    assert (sheets.pages, sheets.pages_with_text) == (1, 1)
    assert "NaN" not in sheets.markdown
    assert "Unnamed" not in sheets.markdown


def test_identifiers_are_not_escaped(tmp_path: Path) -> None:
    conversion = made(tmp_path, "a.html", "<html><head><title>A  title</title></head><body><p>anchor_dns and a*b_c.exe</p></body></html>")
    assert conversion.markdown == "anchor_dns and a*b_c.exe"
    assert conversion.title == "A title"


def test_html_is_read_in_the_encoding_that_it_states(tmp_path: Path) -> None:
    html = '<html><head><meta charset="windows-1256"></head><body>استخدمت مجموعة</body></html>'.encode("cp1256")
    assert made(tmp_path, "a.html", html).markdown == "استخدمت مجموعة"


def test_a_page_named_pdf_is_read_as_html(tmp_path: Path) -> None:
    conversion = made(tmp_path, "a.pdf", '<html><meta property="article:published_time" content="2024-05-06T1Z"><h1>Heron</h1></html>')
    assert (conversion.format, conversion.title, conversion.published) == ("html", "Heron", "2024-05-06")


def test_html_nested_beyond_measure_keeps_its_text(tmp_path: Path) -> None:
    conversion = made(tmp_path, "a.html", f"<html><body>{'<div>' * 3000}evil-update.com{'</div>' * 3000}</body></html>")
    assert "evil-update.com" in conversion.markdown
    assert conversion.warnings == ("It is nested too deeply for its headings and lists to be kept; its text is all there.",)


def test_xml_entities_are_not_followed(tmp_path: Path) -> None:
    xml = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "yy">]><a>&x;&y;</a>'
    assert made(tmp_path, "a.xml", xml).markdown == f"```xml\n{xml}\n```\n"
    with pytest.raises(ConversionFailed, match="damaged"):
        made(tmp_path, "a.odt", zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": xml}))


def zipped(members: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def test_what_stands_behind_the_end_of_a_page_is_read(tmp_path: Path) -> None:
    page = "<html><head><title>T</title></head><body><p>first</p></body></html>"
    conversion = made(tmp_path, "two.html", f"{page}<p>between</p>\n{page.replace('first', 'second')}\nlast")
    assert (conversion.title, conversion.markdown.split()) == ("T", ["first", "between", "T", "second", "last"])


def test_a_word_document_cannot_hide_its_text(tmp_path: Path) -> None:
    path = tmp_path / "hiding.docx"
    with zipfile.ZipFile(DATA / "report.docx") as report, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as hiding:
        for name in report.namelist():
            hiding.writestr(name, report.read(name))
        hiding.writestr("mammoth/style-map", "p => !\ntable => !")
    assert convert(path).markdown == convert(DATA / "report.docx").markdown


@pytest.mark.parametrize("name", ["a.docx", "a.xlsx", "a.odt"])
def test_a_bomb_is_refused_unopened(tmp_path: Path, name: str) -> None:
    parts = {"docx": "word/document.xml", "xlsx": "xl/workbook.xml", "odt": "content.xml"}
    kind = {"mimetype": "application/vnd.oasis.opendocument.text"} if name.endswith("odt") else {}
    bomb = zipped({**kind, "[Content_Types].xml": "x", parts[name[2:]]: " " * (40 * 2**20)})
    with pytest.raises(ConversionFailed, match="would unpack to 40 MB"):
        made(tmp_path, name, bomb)


def test_unread_kinds_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedFormat, match="It is an SQLite database, which Coffer cannot read") as caught:
        made(tmp_path, "a.db", b"SQLite format 3\x00" + bytes(40))
    assert caught.value.hint == "Export its tables as CSV and import those."


def test_what_unpacks_to_more_than_any_document_is_refused_however_little_it_shrank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(markitdown, "MAX_UNPACKED", 4 * 2**20)
    noise = os.urandom(5 * 2**20).hex()
    with pytest.raises(ConversionFailed, match="would unpack to 10 MB"):
        made(tmp_path, "a.docx", zipped({"[Content_Types].xml": "x", "word/document.xml": noise}))


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.docx", b"", r"empty \(0 bytes\)"),
        ("a.docx", zipped({"[Content_Types].xml": "x"}), "damaged, or no DOCX file"),
        ("a.xlsx", zipped({"[Content_Types].xml": "x", "xl/workbook.xml": "x"}), "workbook is damaged"),
        ("a.epub", b"PK\x03\x04 cut off", "archive inside it cannot be read"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le") + bytes(2000), "damaged, or older"),
        ("a.msg", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "__properties_version1.0".encode("utf-16-le") + bytes(2000), "message is damaged"),
    ],
)
def test_a_damaged_file_fails_with_its_reason(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    with pytest.raises(ConversionFailed, match=reason):
        made(tmp_path, name, content)


def test_a_missing_file_fails_with_its_reason(tmp_path: Path) -> None:
    with pytest.raises(ConversionFailed, match="could not be read: No such file"):
        convert(tmp_path / "gone.txt")


def test_too_much_text_is_refused_whole(tmp_path: Path) -> None:
    with pytest.raises(ConversionFailed, match="5,000,001 characters"):
        made(tmp_path, "a.txt", "x" * 5_000_001)


def test_comments_of_a_word_document_are_kept() -> None:
    markdown = convert(DATA / "docx_comments.docx").markdown
    assert "## Comments" in markdown
    assert markdown.index("This is the first paragraph") < markdown.index("## Comments")


def test_legacy_word_is_read() -> None:
    conversion = convert(DATA / "greek_heading_styles.doc")
    assert conversion.markdown.startswith(
        "Überschriften in nicht‑englischer Sprache\n\nProblem mit lokalisierten Dokumenten\n\nJedes Dokument,"
    )


def test_open_document_sheets_are_pages() -> None:
    conversion = convert(DATA / "odf_table_with_title_01.ods")
    assert conversion.markdown.startswith("<!-- page: 1 -->\n\n## ")
    assert conversion.pages == 1


NAMES = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "text", "table"))
ODT = f"""<office:document-content {NAMES}><office:body><office:text>
<text:h text:outline-level="2">A head</text:h><text:p>one<text:s text:c="2"/>two<text:tab/>three<text:line-break/>four</text:p>
<text:list><text:list-item><text:p>outer</text:p>
<text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item></text:list>
<table:table><table:table-row>
<table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell></table:table-row></table:table>
</office:text></office:body></office:document-content>"""


def test_open_document_texts_keep_their_structure(tmp_path: Path) -> None:
    conversion = made(tmp_path, "a.odt", zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": ODT}))
    assert conversion.markdown == "## A head\n\none  two three  \nfour\n\n- outer\n  - inner\n\n| x | x |\n| --- | --- |\n"


RTF = rb"""{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}}{\*\generator X;}{\info{\title no}}
{\b Gruppa} \'c3\'f0\'f3\'ef\'ef\'e0\par \u8217?quoted\u8217? {\uc2\u1071\'d0\'af} a\\b \{c\}\line next\par
\trowd a\cell b\cell\row {\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt shown}}\par}"""


def test_rich_text_is_freed_of_its_control_words(tmp_path: Path) -> None:
    assert (
        made(tmp_path, "a.rtf", RTF).markdown
        == "Gruppa Группа\n\n’quoted’ Я a\\b {c}  \nnext\n\n| a | b |\n| --- | --- |\n\nshown (http://x)\n"
    )


def test_pictures_leave_their_descriptions(tmp_path: Path) -> None:
    picture = 'img src="data:image/png;base64,iVBORw0KGgo="'
    html = f'<p>before</p><{picture} alt="A network diagram"><{picture}><p>after</p>'
    assert made(tmp_path, "a.html", html).markdown.split() == ["before", "[picture:", "A", "network", "diagram]", "after"]
