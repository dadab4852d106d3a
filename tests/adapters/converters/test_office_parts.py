"""Headers, footers and comments of Office files: every text of theirs, each once."""

import zipfile
from pathlib import Path

from desktop.adapters.converters.office_parts import DAMAGED, with_left_out_parts

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
TEXT_BOX = "<w:r><w:pict><w:txbxContent><w:p><w:r><w:t>In the box</w:t></w:r></w:p></w:txbxContent></w:pict></w:r>"


def packed(tmp_path: Path, name: str, part: str) -> Path:
    path = tmp_path / "report.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, part)
    return path


def test_a_header_with_a_text_box_keeps_its_own_text(tmp_path: Path) -> None:
    header = f"<w:hdr {WORD}><w:p><w:r><w:t>TLP:AMBER</w:t><w:tab/><w:t>Page</w:t></w:r>{TEXT_BOX}</w:p></w:hdr>"
    assert with_left_out_parts("Body", packed(tmp_path, "word/header1.xml", header)) == (
        "Body\n\n## Headers and footers\n\n- TLP:AMBER Page\n- In the box\n"
    )


def test_a_damaged_part_is_not_passed_over(tmp_path: Path) -> None:
    assert DAMAGED in with_left_out_parts("Body", packed(tmp_path, "word/comments.xml", "<w:comments"))


def test_a_file_without_such_parts_stays_as_it_is(tmp_path: Path) -> None:
    assert with_left_out_parts("Body\n", packed(tmp_path, "word/document.xml", "<x/>")) == "Body\n"


CHART = """<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><a:t>Ducks</a:t> <a:t>seen</a:t></c:title><c:plotArea><c:barChart>
<c:ser><c:tx><c:v>Lake</c:v></c:tx><c:cat><c:pt><c:v>2019</c:v></c:pt><c:pt><c:v>2020</c:v></c:pt></c:cat>
<c:val><c:pt><c:v>12</c:v></c:pt><c:pt><c:v>13</c:v></c:pt></c:val></c:ser>
<c:ser><c:tx><c:v>Sea</c:v></c:tx><c:val><c:pt><c:v>8</c:v></c:pt></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>"""


def test_a_chart_is_a_table_of_its_figures(tmp_path: Path) -> None:
    assert with_left_out_parts("Body", packed(tmp_path, "word/charts/chart1.xml", CHART)) == (
        "Body\n\n## Charts\n\n### Ducks seen\n\n|  | Lake | Sea |\n| --- | --- | --- |\n| 2019 | 12 | 8 |\n| 2020 | 13 |  |\n"
    )


def test_the_charts_of_slides_stand_there_unless_one_is_missing(tmp_path: Path) -> None:
    path = packed(tmp_path, "ppt/charts/chart1.xml", CHART)
    assert with_left_out_parts("Body\n", path) == "Body\n"
    assert "| 2019 | 12 | 8 |" in with_left_out_parts("[unsupported chart]", path)


def test_comments_say_who_made_them(tmp_path: Path) -> None:
    said = '<w:comment w:author="Ana" w:date="2024-05-06T07:08:09Z"><w:p><w:r><w:t>doubt</w:t></w:r></w:p></w:comment>'
    comment = f"<w:comments {WORD}>{said}</w:comments>"
    assert with_left_out_parts("Body", packed(tmp_path, "word/comments.xml", comment)).endswith("## Comments\n\n- Ana, 2024-05-06: doubt\n")


def test_diagrams_are_read_and_embedded_files_named(tmp_path: Path) -> None:
    diagram = '<d xmlns:a="a"><a:p><a:t>Step one</a:t></a:p><a:p><a:t>Step two</a:t></a:p></d>'
    assert with_left_out_parts("Body", packed(tmp_path, "ppt/diagrams/data1.xml", diagram)).endswith(
        "## Diagrams\n\n- Step one\n- Step two\n"
    )
    assert with_left_out_parts("Body", packed(tmp_path, "word/embeddings/sheet.xlsx", "x")).endswith("## Embedded files\n\n- sheet.xlsx\n")
