"""RTF: letters of every plane, and files that end too early."""

import time
from pathlib import Path

import pytest

from desktop.adapters.converters.rich_text import CUT_OFF, convert_rtf


@pytest.fixture
def rtf(tmp_path: Path) -> Path:
    return tmp_path / "note.rtf"


def test_a_letter_in_two_halves_is_one_letter(rtf: Path) -> None:
    rtf.write_bytes(rb"{\rtf1\ansi An otter: \u-10179?\u-8698? seen.}")
    conversion = convert_rtf(rtf)
    assert conversion.markdown == "An otter: \U0001f606 seen.\n"
    assert conversion.warnings == ()


def test_a_file_that_ends_within_a_group_says_so(rtf: Path) -> None:
    rtf.write_bytes(rb"{\rtf1\ansi What is there. {\pict 00ff")
    conversion = convert_rtf(rtf)
    assert conversion.markdown == "What is there.\n"
    assert conversion.warnings == (CUT_OFF,)


def markdown(rtf: Path, body: bytes) -> str:
    rtf.write_bytes(rb"{\rtf1\ansi " + body + b"}")
    return convert_rtf(rtf).markdown


def test_rows_become_a_table_whatever_stands_in_their_cells(rtf: Path) -> None:
    body = (
        rb"Before\par\trowd\cellx1\pard\intbl host\cell\pard\intbl seen\par twice\cell\trowd\row"
        rb"\trowd\pard\intbl a|b\cell today\cell\row\pard After"
    )
    assert markdown(rtf, body) == "Before\n\n| host | seen twice |\n| --- | --- |\n| a\\|b | today |\n\nAfter\n"


def test_a_row_that_never_ends_keeps_its_cells(rtf: Path) -> None:
    assert markdown(rtf, rb"\trowd\intbl one\cell two") == "| one | two |\n| --- | --- |\n"


def test_bytes_within_are_passed_over_by_their_number(rtf: Path) -> None:
    assert markdown(rtf, rb"one {\pict\bin5 }{\}x} two\par\bin0 three") == "one two\n\nthree\n"


def test_each_font_has_its_own_letters(rtf: Path) -> None:
    body = rb"{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}{\f2\fnil\fcharset128 MS;}}"
    body += rb"\f0 \'e9 {\f1 \'c3\'f0} \'e9 \f2 \'82\'a0\plain \'e9"
    assert markdown(rtf, body) == "é Гр é あé\n"


def test_hidden_and_white_text_is_kept_and_flagged(rtf: Path) -> None:
    body = (
        rb"{\colortbl;\red0\green0\blue0;\red255\green255\blue255;}Seen {\v hidden {\b words}} and \cf2 white ones\cf1  here.\v more\v0 ."
    )
    rtf.write_bytes(rb"{\rtf1\ansi " + body + b"}")
    conversion = convert_rtf(rtf)
    assert conversion.markdown == "Seen hidden words and white ones here.more.\n"
    assert [flag.quote for flag in conversion.flags] == ["hidden words", "white ones", "more"]


def test_links_keep_their_addresses(rtf: Path) -> None:
    field = rb'{\field{\*\fldinst HYPERLINK "http://evil.example/a"}{\fldrslt {\ul shown}}} after'
    assert markdown(rtf, field) == "shown (http://evil.example/a) after\n"


def test_text_boxes_and_comments_are_read(rtf: Path) -> None:
    box = rb"{\shp{\*\shpinst{\sp{\sn a}{\sv 1}}{\shptxt In the box}}}"
    assert markdown(rtf, box + rb" out {\*\atnid x}{\*\annotation doubt}{\*\unknown gone}") == "In the box out [comment: doubt]\n"


def test_what_the_file_states(rtf: Path) -> None:
    rtf.write_bytes(rb"{\rtf1{\info{\title Grey {\b Heron}}{\author Ana Sol}{\creatim\yr2024\mo5\dy6\hr7}{\operator x}}text}")
    conversion = convert_rtf(rtf)
    assert (conversion.title, conversion.author, conversion.published) == ("Grey Heron", "Ana Sol", "2024-05-06")
    assert conversion.markdown == "text\n"


@pytest.mark.parametrize(
    "piece",
    [b"{", b"}", b"\\", b"\\'", b"\\u1 ", b"\\cell", b"\\trowd", b"\\row", b"{\\fonttbl", b"\\f1", b"{\\*\\fldinst ", b"\\v ", b"\\bin"],
)
def test_a_megabyte_takes_little_time(rtf: Path, piece: bytes) -> None:
    rtf.write_bytes(rb"{\rtf1 text " + piece * (1_000_000 // len(piece)))
    began = time.process_time()
    convert_rtf(rtf)
    assert time.process_time() - began < 12
