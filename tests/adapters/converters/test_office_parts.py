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
