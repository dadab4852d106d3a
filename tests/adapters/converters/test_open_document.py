"""OpenDocument: comments, changes, notes, sheets, headers, charts and hidden text are all read."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from desktop.adapters.converters.open_document import convert_open_document
from desktop.application.ports import Conversion
from desktop.domain.errors import ConversionFailed

NAMES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for short, name in {
        **{each: each for each in ("office", "text", "table", "style", "meta", "presentation")},
        **{"draw": "drawing", "fo": "xsl-fo-compatible", "svg": "svg-compatible"},
    }.items()
)
DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'


def converted(tmp_path: Path, kind: str, body: str, styles: str = "", parts: dict[str, str] | None = None) -> Conversion:
    inner = {"odt": "text", "ods": "spreadsheet", "odp": "presentation"}[kind]
    path = tmp_path / f"a.{kind}"
    with zipfile.ZipFile(path, "w") as archive:
        automatic = f"<office:automatic-styles>{styles}</office:automatic-styles>"
        content = f"{automatic}<office:body><office:{inner}>{body}</office:{inner}></office:body>"
        archive.writestr("content.xml", f"<office:document-content {NAMES} {DC}>{content}</office:document-content>")
        for name, part in (parts or {}).items():
            archive.writestr(name, part)
    return convert_open_document(path, kind, 5)


def test_comments_notes_and_pictures_stand_where_they_belong(tmp_path: Path) -> None:
    body = (
        "<text:p>Seen<office:annotation><dc:creator>Ana</dc:creator><dc:date>2024</dc:date><text:p>a doubt</text:p></office:annotation> "
        "here"
        "<text:note><text:note-body><text:p>a note</text:p></text:note-body></text:note>.</text:p>"
        "<text:p><draw:frame><svg:title>a map</svg:title></draw:frame></text:p>"
    )
    assert converted(tmp_path, "odt", body).markdown == "Seen [comment: Ana: a doubt] here (a note).\n\n[picture: a map]\n"


def test_tracked_changes_are_kept_and_marked(tmp_path: Path) -> None:
    body = (
        '<text:tracked-changes><text:changed-region text:id="d"><text:deletion><text:p>has</text:p></text:deletion></text:changed-region>'
        '<text:changed-region text:id="i"><text:insertion/></text:changed-region></text:tracked-changes>'
        '<text:p>The group <text:change-start text:change-id="i"/>may have<text:change-end text:change-id="i"/>'
        '<text:change text:change-id="d"/> left.</text:p>'
    )
    assert converted(tmp_path, "odt", body).markdown == "The group [inserted: may have][deleted: has] left.\n"


def test_sheets_name_what_they_hide_and_show_formulas_that_were_never_worked_out(tmp_path: Path) -> None:
    styles = '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    body = (
        '<table:table table:name="One" table:style-name="ta2"><table:table-column/><table:table-column table:visibility="collapse"/>'
        f"<table:table-row>{cell.format('host')}{cell.format('note')}</table:table-row>"
        '<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>'
        f"<table:table-row table:visibility='filter'>{cell.format('a')}"
        '<table:table-cell table:formula="of:=SUM([.A1])"/></table:table-row></table:table>'
    )
    assert converted(tmp_path, "ods", body, styles).markdown == (
        "<!-- page: 1 -->\n\n## One (hidden sheet)\n\nHidden in the original: row 5 and column B.\n\n"
        "| host | note |\n| --- | --- |\n| a | =SUM([.A1]) |\n"
    )


def test_slides_have_their_notes(tmp_path: Path) -> None:
    body = "<draw:page><draw:frame><draw:text-box><text:p>One</text:p></draw:text-box></draw:frame>"
    body += "<presentation:notes><text:p>say this</text:p></presentation:notes></draw:page><draw:page/>"
    conversion = converted(tmp_path, "odp", body)
    assert conversion.markdown == "<!-- page: 1 -->\n\nOne\n\nsay this\n\n<!-- page: 2 -->\n"
    assert (conversion.pages, conversion.empty_pages) == (2, (2,))


def test_headers_and_charts_follow_the_text(tmp_path: Path) -> None:
    header = f"<office:document-styles {NAMES}><style:header><text:p>TLP:AMBER</text:p></style:header></office:document-styles>"
    row = "<table:table-row><table:table-cell><text:p>{}</text:p></table:table-cell></table:table-row>"
    chart = f"<office:document-content {NAMES}><table:table>{row.format('2019')}{row.format('7')}</table:table></office:document-content>"
    conversion = converted(tmp_path, "odt", "<text:p>Body</text:p>", parts={"styles.xml": header, "Object 1/content.xml": chart})
    assert conversion.markdown == "Body\n\n## Headers and footers\n\n- TLP:AMBER\n\n## Charts\n\n| 2019 |\n| --- |\n| 7 |\n"


@pytest.mark.parametrize("properties", ['text:display="none"', 'fo:color="#FFFFFF"', 'fo:font-size="1pt"'])
def test_hidden_text_is_kept_and_flagged(tmp_path: Path, properties: str) -> None:
    styles = f'<style:style style:name="T1"><style:text-properties {properties}/></style:style>'
    conversion = converted(tmp_path, "odt", '<text:p>Seen <text:span text:style-name="T1">words nobody sees</text:span></text:p>', styles)
    assert conversion.markdown == "Seen words nobody sees\n"
    assert [flag.quote for flag in conversion.flags] == ["words nobody sees"]


def test_white_letters_on_a_ground_are_seen(tmp_path: Path) -> None:
    properties = '<style:text-properties fo:color="#ffffff" fo:background-color="#000080"/>'
    styles = f'<style:style style:name="T1">{properties}</style:style>'
    assert converted(tmp_path, "odt", '<text:p><text:span text:style-name="T1">words on blue</text:span></text:p>', styles).flags == ()


def test_what_the_file_states(tmp_path: Path) -> None:
    said = "<dc:title>Grey Heron</dc:title><meta:initial-creator>Ana Sol</meta:initial-creator><dc:language>en-GB</dc:language>"
    meta = f"<office:document-meta {NAMES} {DC}>{said}<meta:creation-date>2024-05-06T07:08:09</meta:creation-date></office:document-meta>"
    conversion = converted(tmp_path, "odt", "<text:p>x</text:p>", parts={"meta.xml": meta})
    assert (conversion.title, conversion.author, conversion.published, conversion.language) == (
        "Grey Heron",
        "Ana Sol",
        "2024-05-06",
        "en-GB",
    )


def test_absurd_files_fail_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(ConversionFailed, match="nested too deeply"):
        converted(tmp_path, "odt", "<text:section>" * 3000 + "<text:p>x</text:p>" + "</text:section>" * 3000)
    with pytest.raises(ConversionFailed, match="It has 6 slides, more than the 5"):
        converted(tmp_path, "odp", "<draw:page/>" * 6)
