"""PDF to Markdown: pages, order, headings, paragraphs, and no letter of an indicator changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest

from desktop.adapters.converters.pdf.document import convert_pdf
from desktop.application.ports import Conversion
from desktop.domain.errors import ConversionFailed
from tests.adapters.converters.pdf_maker import Put, make_pdf, paragraph

Make = Callable[..., Conversion]

DATA = Path(__file__).parents[2] / "data" / "converters"
PROSE = [
    "The group sent mails to three ministries and waited for their",
    "answers before it moved on. None of the victims noticed that the",
    "sender was not who he claimed to be until the summer was over.",
]
OTHER = [
    "A second wave came in autumn with a new loader, which the group",
    "hid in pictures of landscapes. It was found by chance, when one",
    "of the pictures would not open on an older machine in a museum.",
]


@pytest.fixture
def convert(tmp_path: Path) -> Make:
    def make(*pages: list[Put], **info: str) -> Conversion:
        path = tmp_path / "made.pdf"
        path.write_bytes(make_pdf(list(pages), **info))
        return convert_pdf(path, 100)

    return make


def squash(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def test_each_page_begins_with_its_mark_also_the_empty_one(convert: Make) -> None:
    conversion = convert(paragraph(50, 700, PROSE), [], paragraph(50, 700, OTHER))
    assert conversion.markdown == (f"<!-- page: 1 -->\n\n{' '.join(PROSE)}\n\n<!-- page: 2 -->\n\n<!-- page: 3 -->\n\n{' '.join(OTHER)}\n")
    assert (conversion.format, conversion.pages, conversion.pages_with_text) == ("pdf", 3, 2)
    assert (conversion.empty_pages, conversion.warnings) == ((2,), ())


def test_a_wider_gap_parts_paragraphs(convert: Make) -> None:
    markdown = convert([*paragraph(50, 700, PROSE), *paragraph(50, 640, OTHER)]).markdown
    assert f"{' '.join(PROSE)}\n\n{' '.join(OTHER)}" in markdown


def test_a_line_that_ends_early_breaks_hard(convert: Make) -> None:
    lines = [*PROSE, "MD5: 3b9da603992d8001c1322474aac25f87", "MD5: e509881b34a86a4e2b24449cf386af6a"]
    markdown = convert(paragraph(50, 700, lines)).markdown
    assert "MD5: 3b9da603992d8001c1322474aac25f87  \nMD5: e509881b34a86a4e2b24449cf386af6a" in markdown


COLUMNS = [(50, PROSE + OTHER), (310, [line.upper() for line in OTHER + PROSE])]
IN_ORDER = f"{' '.join(COLUMNS[0][1])}\n\n{' '.join(COLUMNS[1][1])}"


def narrow(lines: list[str]) -> list[str]:
    words, out = " ".join(lines).split(), [""]
    for word in words:
        if len(out[-1]) + len(word) > 38:
            out.append("")
        out[-1] = f"{out[-1]} {word}".strip()
    return out


@pytest.mark.parametrize("drawn", ["column by column", "row by row"])
def test_two_columns_are_read_one_after_the_other(convert: Make, drawn: str) -> None:
    left, right = paragraph(50, 700, narrow(PROSE + OTHER)), paragraph(310, 700, narrow(OTHER + PROSE))
    rows = [put for pair in zip(left, right, strict=False) for put in pair]
    rest = left[len(right) :] + right[len(left) :]
    page = [
        Put(50, 760, "A title that stands above both of the columns", 20),
        *(left + right if drawn == "column by column" else rows + rest),
    ]
    markdown = convert(page).markdown
    assert squash(" ".join(PROSE + OTHER + OTHER + PROSE)) in squash(markdown)
    assert markdown.index("# A title") < markdown.index("The group")


def test_what_a_file_draws_last_is_read_where_it_stands(convert: Make) -> None:
    markdown = convert([*paragraph(50, 500, OTHER), *paragraph(50, 700, PROSE)]).markdown
    assert markdown.index("The group sent") < markdown.index("A second wave")


def test_a_link_drawn_apart_returns_to_its_sentence(convert: Make) -> None:
    page = [
        Put(161, 700, "https://example.org/a"),
        Put(50, 712, "There are many ways to report what was seen, and one of them"),
        Put(50, 700, "is to write a message to"),
        Put(258, 700, "or to call the office"),
        Put(50, 688, "in the morning, before the switchboard of the ministry closes."),
    ]
    markdown = convert(page).markdown
    assert "is to write a message to https://example.org/a or to call the office in the morning" in markdown


def test_a_link_drawn_before_the_sentence_that_it_ends(convert: Make) -> None:
    page = [Put(156, 700, "https://example.org/a"), *paragraph(50, 724, [*PROSE[:2], "is to write a message to"])]
    assert "is to write a message to https://example.org/a" in convert(page).markdown


def test_headings_come_from_sizes_and_bold_lines(convert: Make) -> None:
    page = [
        Put(50, 780, "Velvet Heron returns", 24),
        Put(50, 740, "Delivery", 16),
        *paragraph(50, 720, PROSE),
        Put(50, 670, "A small matter", 10, bold=True),
        *paragraph(50, 650, OTHER),
        Put(50, 600, "TLP:AMBER", 10, bold=True),
    ]
    conversion = convert(page)
    headings = [line for line in conversion.markdown.splitlines() if line.startswith("#")]
    assert headings == ["# Velvet Heron returns", "## Delivery", "### A small matter"]
    assert conversion.title == "Velvet Heron returns"


def test_lists_keep_their_items_and_levels(convert: Make) -> None:
    page = [
        *paragraph(50, 700, ["• evil[.]example", "• a longer item that runs over the end of its line and goes on"]),
        Put(58, 676, "in the next one"),
        Put(70, 664, "• an inner item"),
        *paragraph(50, 640, ["1. the first of the steps", "2. the second of the steps"]),
        *paragraph(50, 600, PROSE),
    ]
    markdown = convert(page).markdown
    assert "- evil[.]example\n- a longer item that runs over the end of its line and goes on" in markdown
    assert "in the next one\n  - an inner item" in markdown
    assert "1. the first of the steps\n2. the second of the steps\n\nThe group" in markdown


def test_a_table_keeps_its_rows(convert: Make) -> None:
    rows = [
        ("Hash", "Name", "Seen"),
        ("d41d8cd98f00b204", "a|b.exe", "2024"),
        ("0cc175b9c0f1b6a8", "", "2025"),
        ("92eb5ffee6ae2fec", "c.dll", "2026"),
    ]
    page = [Put(x, 700 - 14 * at, text) for at, row in enumerate(rows) for x, text in zip((50, 220, 400), row, strict=True) if text]
    assert (
        "| Hash | Name | Seen |\n| --- | --- | --- |\n| d41d8cd98f00b204 | a\\|b.exe | 2024 |\n"
        "| 0cc175b9c0f1b6a8 |  | 2025 |\n| 92eb5ffee6ae2fec | c.dll | 2026 |"
    ) in convert(page).markdown


def running(pages: int) -> list[list[Put]]:
    return [
        [
            Put(50, 810, "ACME THREAT REPORT - TLP:GREEN"),
            *paragraph(50, 700 - 3 * (number % 4), PROSE),
            Put(280, 30, f"Page {number} of {pages}"),
        ]
        for number in range(1, pages + 1)
    ]


def test_running_lines_are_kept_once_and_page_numbers_dropped(convert: Make) -> None:
    markdown = convert(*running(6)).markdown
    assert markdown.count("ACME THREAT REPORT - TLP:GREEN") == 1
    assert "of 6" not in markdown
    assert markdown.count("The group sent") == 6


def test_what_few_pages_share_is_kept(convert: Make) -> None:
    markdown = convert(*running(2)).markdown
    assert markdown.count("ACME THREAT REPORT - TLP:GREEN") == 2
    pages = [*running(1), *([Put(50, 810 - 40 * number, f"Other matter {number}")] for number in range(6))]
    assert "ACME THREAT REPORT" in convert(*pages, *running(1)).markdown


def test_a_page_that_has_nothing_but_running_lines_keeps_them(convert: Make) -> None:
    assert convert(*[[Put(50, 810, "Background")]] * 4).markdown.count("Background") == 4


def test_records_at_the_same_places_of_many_pages_are_no_running_lines(convert: Make) -> None:
    pages = [[Put(50, 810 - 20 * row, f"198.51.100.{10 * page + row}") for row in range(5)] for page in range(6)]
    markdown = convert(*pages).markdown
    assert all(f"198.51.100.{10 * page + row}" in markdown for row in range(5) for page in range(6))


@pytest.mark.parametrize("line", ["# not a heading", "> no quote", "- - -", "```", "| no table", "<!-- page: 7 -->"])
def test_no_printed_line_is_taken_for_markdown(convert: Make, line: str) -> None:
    markdown = convert([*paragraph(50, 700, PROSE), Put(50, 600, line), *paragraph(50, 500, OTHER)]).markdown
    assert f"\n\\{line}\n" in markdown


def test_title_and_date_that_the_file_states(convert: Make) -> None:
    stated = convert(paragraph(50, 700, PROSE), title="Headlace in Europe", created="D:20231204101500Z")
    assert (stated.title, stated.published) == ("Headlace in Europe", "2023-12-04")
    junk = convert(paragraph(50, 700, PROSE), title="Microsoft Word - report_final2.docx", created="D:00000000")
    assert (junk.title, junk.published) == (None, None)


def test_a_password_is_named_as_the_reason() -> None:
    with pytest.raises(ConversionFailed, match="needs a password") as caught:
        convert_pdf(DATA / "r5-user-password.pdf", 100)
    assert "without a password" in caught.value.hint


def test_an_empty_password_opens() -> None:
    assert convert_pdf(DATA / "r6-empty-password.pdf", 100).pages_with_text == 1


def test_a_damaged_file_is_named_as_such(tmp_path: Path) -> None:
    path = tmp_path / "cut.pdf"
    path.write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 4)
    with pytest.raises(ConversionFailed, match="damaged or incomplete"):
        convert_pdf(path, 100)


def test_a_file_of_too_many_pages_is_refused_whole(tmp_path: Path) -> None:
    path = tmp_path / "long.pdf"
    path.write_bytes(make_pdf([paragraph(50, 700, PROSE)] * 4))
    with pytest.raises(ConversionFailed, match="4 pages, more than the 3") as caught:
        convert_pdf(path, 3)
    assert "imports.max_pages" in caught.value.hint


def test_pages_without_text_wait_for_ocr(convert: Make) -> None:
    assert convert([], []).empty_pages == (1, 2)


QUOTES = [
    "delivering a “phishing” email to a company employee. Each email included an attached file, often an innocuous-appearing Microsoft",
    "a legitimate business-related message in order to lead the recipient employee",
    "With these and other victims, FIN7 sought to steal credit, debit, and in some cases gift card data",
]


def test_quotes_of_a_real_report_are_found() -> None:
    conversion = convert_pdf(DATA / "fact-sheet.pdf", 100)
    assert all(squash(quote) in squash(conversion.markdown.replace("<!-- page: 2 -->", "")) for quote in QUOTES)
    assert conversion.title == "HOW FIN7 ATTACKED AND STOLE DATA"
    assert "## Who is FIN7?" in conversion.markdown


@pytest.mark.parametrize("name", ["fact-sheet.pdf", "report.pdf", "report.2col.pdf"])
def test_no_letter_is_lost_but_of_running_lines(name: str) -> None:
    with pypdfium2.PdfDocument(DATA / name) as document:
        texts = []
        for page in document:
            text_page = page.get_textpage()
            texts.append(text_page.get_text_range())
            text_page.close()
            page.close()
    raw, ours = Counter(squash("".join(texts))), Counter(squash(convert_pdf(DATA / name, 100).markdown))
    running_lines = Counter(squash("VENDOR THREAT REPORT - TLP:CLEAR" * (len(texts) - 1)))
    assert not raw - ours - (running_lines if name != "fact-sheet.pdf" else Counter())
