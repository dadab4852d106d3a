from __future__ import annotations

from dataclasses import replace

import pytest

from desktop.domain.marking import Marking
from desktop.domain.quality import Flag, FlagKind, Quality, RecognisedPage
from desktop.domain.reading import Surroundings
from desktop.ui.models.remarks import Remark, marking_remarks, remarks_on, version_remarks
from tests.fakes.services import make_summary

DOCUMENT = make_summary(1).document


def said(quality: Quality) -> list[tuple[str, bool]]:
    return [(each.text, each.warning) for each in remarks_on(replace(DOCUMENT, quality=quality))]


def test_there_is_nothing_to_say_of_a_document_that_was_read_in_full() -> None:
    assert remarks_on(DOCUMENT) == ()


def test_pages_that_wait_for_ocr_are_named() -> None:
    quality = Quality(empty_pages=(1, 2, 3, 7))
    assert said(quality) == [("No text on pages 1–3, 7: what stands there cannot be searched unless OCR reads it.", True)]


def test_what_ocr_read_what_it_doubted_and_what_it_found_empty() -> None:
    recognised = (RecognisedPage(1, 0.97), RecognisedPage(2, 0.41), RecognisedPage(3, None))
    quality = Quality(empty_pages=(1, 2, 3), recognised=recognised, recogniser="PP-OCRv6")
    assert said(quality) == [
        ("OCR found no text on page 3: nothing there can be searched.", True),
        ("OCR was not sure on page 2: compare with the original before quoting.", True),
        ("2 pages were read by OCR (PP-OCRv6).", False),
    ]


def test_a_flag_leads_to_its_place_and_many_of_a_kind_are_one_remark() -> None:
    flags = (Flag(FlagKind.INSTRUCTIONS, "Ignore all"), Flag(FlagKind.INSTRUCTIONS, "You are now"), Flag(FlagKind.LOOKALIKE, "аpple.com"))
    found = remarks_on(replace(DOCUMENT, quality=Quality(flags=flags)))
    assert [(each.quote, each.text.endswith("(2 places)")) for each in found] == [("Ignore all", True), ("аpple.com", False)]


@pytest.mark.parametrize("kind", list(FlagKind))
def test_every_kind_of_flag_has_its_sentence(kind: FlagKind) -> None:
    (remark,) = remarks_on(replace(DOCUMENT, quality=Quality(flags=(Flag(kind, "x"),))))
    assert remark.text.endswith(".")


def test_what_was_lost_on_the_way_is_said() -> None:
    quality = Quality(undecodable=0.0123, truncated=True, warnings=("Page 4 is damaged.",))
    assert [text for text, _ in said(quality)] == [
        "Not all of its text was kept; the original is whole.",
        "1.2% of its characters could not be decoded and are shown as \ufffd.",
        "Page 4 is damaged.",
    ]


def test_other_versions_can_be_opened_and_unlinked() -> None:
    linked = replace(DOCUMENT, superseded_by="newer-1", supersedes="older-1")
    assert remarks_on(linked) == (
        Remark("A newer version of this document is in the vault.", document_id="newer-1", unlinks=(DOCUMENT.id, "newer-1")),
        Remark(
            "Its file’s bytes changed: it is the newer version of another document.",
            warning=False,
            document_id="older-1",
            unlinks=("older-1", DOCUMENT.id),
        ),
    )
    around = Surroundings(earlier=replace(DOCUMENT, id="older-1", title="Draft", imported_at="2026-01-02T03:04:05Z"))
    assert [each.text for each in version_remarks(linked, around)] == [
        "A newer version of this document is in the vault.",
        "Its file’s bytes changed: it is the newer version of another document (“Draft”, imported 2026-01-02).",
    ]


@pytest.mark.parametrize(
    ("path", "imported", "text", "links"),
    [
        (
            "/cases/a.pdf",
            "2026-01-01",
            "Another document was made of the same file when its bytes were others (“Draft”, imported 2026-01-01); the two are not linked.",
            ("other-1", DOCUMENT.id),
        ),
        (
            "/else/a.pdf",
            "2027-01-01",
            "Another document has the same file name (“Draft”, imported 2027-01-01); the two are not linked.",
            (DOCUMENT.id, "other-1"),
        ),
    ],
)
def test_what_may_be_another_version_can_be_linked_the_earlier_first(path: str, imported: str, text: str, links: tuple[str, str]) -> None:
    other = replace(DOCUMENT, id="other-1", title="Draft", imported_at=imported, source_path=path)
    document = replace(DOCUMENT, source_path="/cases/a.pdf")
    (remark,) = remarks_on(document, Surroundings(unlinked=other))
    assert remark == Remark(text, warning=False, document_id="other-1", links=links)


def test_a_container_is_only_remarked_on_where_it_is_gone() -> None:
    member = replace(DOCUMENT, parent="mail-1")
    assert remarks_on(member, Surroundings(container=DOCUMENT)) == ()
    (remark,) = remarks_on(member)
    assert remark == Remark("It came out of a mail or an archive that is not in the vault any more.", warning=False)


def test_an_edited_text_is_said_to_be_one() -> None:
    assert [each.text for each in remarks_on(replace(DOCUMENT, source_mode="edited"))] == [
        "Its text was edited by hand since it was converted."
    ]


def test_a_marking_that_the_text_bears_is_offered() -> None:
    document = make_summary(1, tlp=Marking.GREEN).document
    remark = marking_remarks(document, "TLP:AMBER+STRICT\n\nA report.")[0]
    assert (remark.marks, remark.quote) == (Marking.AMBER_STRICT, "TLP:AMBER+STRICT")
    assert marking_remarks(document, "TLP:CLEAR\n\nA report.") == ()
    assert marking_remarks(document, "A report.") == ()
