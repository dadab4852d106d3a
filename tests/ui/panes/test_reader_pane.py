from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from desktop.domain.errors import ConversionFailed
from desktop.domain.quality import Flag, FlagKind, Quality
from desktop.domain.reading import Box, OriginalKind, Surroundings
from desktop.ui.panes.reader import BOTH, MARKDOWN, ORIGINAL, ReaderPane
from tests.ui.hearing import button, heard, visible_texts
from tests.ui.samples import REPORT, SignalLog, picture, reading

ID = "ryuk-12345678"


@pytest.fixture
def pane(qtbot: QtBot) -> ReaderPane:
    pane = ReaderPane()
    qtbot.addWidget(pane)
    pane.resize(1000, 700)
    with qtbot.waitExposed(pane):
        pane.show()
    return pane


def settle(qtbot: QtBot, pane: ReaderPane) -> None:
    qtbot.waitUntil(lambda: not pane.markdown.is_working() and not pane.original.is_settling())


def test_the_header_says_what_is_known(pane: ReaderPane) -> None:
    pane.show_document(reading())

    assert pane.header.title.text() == "Ryuk against hospitals"
    assert pane.header.details.text() == "PDF  ·  6 pages  ·  published 2020-10-28  ·  AA20-302A.pdf"
    assert pane.header.marking.text() == "TLP:AMBER+STRICT"
    assert "#ffc000" in pane.header.marking.styleSheet()


def test_a_pdf_is_shown_beside_its_markdown(qtbot: QtBot, pane: ReaderPane) -> None:
    with qtbot.waitSignal(pane.original_page_requested) as asked:
        pane.show_document(reading())

    assert pane.view() == BOTH
    assert asked.args[:2] == [ID, 1]
    assert 300 < asked.args[2] / pane.devicePixelRatioF() < 500


def test_where_there_is_no_room_beside_it_the_original_lies_below(pane: ReaderPane) -> None:
    pane.show_document(reading())
    assert pane.original.x() > 300
    pane.resize(600, 800)
    assert pane.view() == BOTH
    assert pane.original.x() == 0
    assert abs(pane.original.height() - pane.markdown.height()) < 60


def test_a_place_without_extent_turns_the_page_but_seeks_nothing(pane: ReaderPane) -> None:
    pane.show_document(reading())
    log = SignalLog(pane.locate_requested)
    start = REPORT.index("<!-- page: 3 -->")
    pane.show_place(start, start)

    assert pane.original.page == 3
    assert log.emissions == []


def test_without_an_original_there_is_only_the_markdown(pane: ReaderPane) -> None:
    pane.show_document(reading(original=OriginalKind.NONE, pages=None))

    assert pane.view() == MARKDOWN
    assert not pane.original.isVisible()
    assert not pane.view_button(ORIGINAL).isVisible()


def test_the_persons_choice_of_view_stays_for_the_next_document(pane: ReaderPane) -> None:
    pane.show_document(reading())
    pane.view_button(ORIGINAL).click()
    assert (pane.markdown.isVisible(), pane.original.isVisible()) == (False, True)
    pane.show_document(reading())
    assert pane.view() == ORIGINAL
    pane.view_button(MARKDOWN).click()
    assert (pane.markdown.isVisible(), pane.original.isVisible()) == (True, False)


def test_a_place_is_highlighted_and_sought_on_its_page(qtbot: QtBot, pane: ReaderPane) -> None:
    pane.show_document(reading())
    log = SignalLog(pane.locate_requested)
    start = REPORT.index("**Ryuk** crew used `tool4.exe`")
    end = start + len("**Ryuk** crew used `tool4.exe`")
    pane.show_place(start, end)
    settle(qtbot, pane)

    assert pane.markdown.highlighted_text() == ["Ryuk crew used tool4.exe"]
    assert pane.original.page == 4
    assert log.emissions == [(ID, 4, "**Ryuk** crew used `tool4.exe`")]


def test_a_place_shown_as_markdown_is_sought_once_the_original_is_looked_at(pane: ReaderPane) -> None:
    pane.show_document(reading())
    pane.view_button(MARKDOWN).click()
    log = SignalLog(pane.locate_requested)
    pane.show_place(REPORT.index("tool3"), REPORT.index("tool3") + 5)
    assert log.emissions == []

    pane.view_button(ORIGINAL).click()
    assert log.emissions == [(ID, 3, "tool3")]


def test_the_original_follows_the_reading(qtbot: QtBot, pane: ReaderPane) -> None:
    pane.show_document(reading())
    settle(qtbot, pane)
    qtbot.keyClick(pane.markdown, Qt.Key.Key_End)
    settle(qtbot, pane)

    assert pane.original.page == 6


def test_pages_boxes_and_failures_of_another_document_are_not_shown(pane: ReaderPane) -> None:
    pane.show_document(reading())
    pane.show_original_page("other", 1, picture(300, 400))
    pane.show_boxes("other", 1, (Box(0, 0, 1, 1),))
    pane.show_original_failure("other", ConversionFailed("Broken."))
    pane.show_original_text("other", "text")

    assert pane.original.canvas.picture.isNull()
    assert pane.original.canvas.boxes == ()
    assert pane.original.message.text() == "Opening the original…"


def test_what_is_asked_for_is_shown(pane: ReaderPane) -> None:
    pane.show_document(reading())
    pane.show_original_page(ID, 1, picture(300, 400))
    pane.show_boxes(ID, 1, (Box(0.1, 0.1, 0.5, 0.12),))
    assert not pane.original.canvas.picture.isNull()
    assert pane.original.canvas.boxes == (Box(0.1, 0.1, 0.5, 0.12),)

    pane.show_original_failure(ID, ConversionFailed("Broken.", "Import it again."))
    assert pane.original.message.text() == "Broken.\n\nImport it again."


def test_originals_that_are_text_or_images_are_asked_for_as_page_one(qtbot: QtBot, pane: ReaderPane) -> None:
    pane.show_document(reading(original=OriginalKind.TEXT, pages=None))
    with qtbot.waitSignal(pane.original_page_requested) as asked:
        pane.view_button(ORIGINAL).click()
    pane.show_original_text(ID, "as it stands")
    assert asked.args == [ID, 1, 0]
    pane.original.text.select_all()
    assert pane.original.text.selected_text() == "as it stands"

    with qtbot.waitSignal(pane.original_page_requested):
        pane.show_document(reading(original=OriginalKind.IMAGE, pages=None))
    pane.show_original_page(ID, 1, picture(60, 40))
    assert pane.original.canvas.width() == 60


def test_words_are_found_by_ctrl_f(qtbot: QtBot, pane: ReaderPane) -> None:
    pane.show_document(reading())
    qtbot.keyClick(pane.markdown, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert pane.find_bar.isVisible()
    qtbot.keyClicks(pane.find_bar.box, "ryuk crew")
    qtbot.waitUntil(lambda: pane.find_bar.count.text() == "1 of 6")
    qtbot.keyClick(pane.find_bar.box, Qt.Key.Key_Return)
    assert pane.find_bar.count.text() == "2 of 6"

    qtbot.keyClick(pane.find_bar.box, Qt.Key.Key_Escape)
    assert not pane.find_bar.isVisible()
    assert pane.markdown.hasFocus()


def test_finding_brings_the_markdown_back(pane: ReaderPane) -> None:
    pane.show_document(reading())
    pane.view_button(ORIGINAL).click()
    pane.open_find()
    assert pane.view() == BOTH


def test_it_can_be_closed(qtbot: QtBot, pane: ReaderPane) -> None:
    log = SignalLog(pane.closed)
    pane.header.close_button.click()
    assert log.emissions == [()]


def test_it_shows_nothing_before_a_document_is_opened(pane: ReaderPane) -> None:
    pane.show_place(0, 5)
    pane.open_find()
    assert pane.markdown.highlighted_text() == []


def test_the_original_follows_what_is_found(qtbot: QtBot, pane: ReaderPane) -> None:
    pane.show_document(reading())
    pane.show_place(REPORT.index("tool3"), REPORT.index("tool3") + 5)
    settle(qtbot, pane)
    pane.markdown.find_text("page 5")
    settle(qtbot, pane)
    assert pane.original.page == 5

    pane.show_place(REPORT.index("tool3"), REPORT.index("tool3") + 5)
    settle(qtbot, pane)
    pane.markdown.find_next()
    settle(qtbot, pane)
    assert pane.original.page == 5


def test_remarks_stand_above_the_text_and_lead_to_their_place(pane: ReaderPane) -> None:
    quote = "Filler sentence 4. Filler"
    document = replace(reading().document, quality=Quality(flags=(Flag(FlagKind.INSTRUCTIONS, quote),)))
    pane.show_document(replace(reading(), document=document))
    button(pane.remarks, "Show").click()
    assert pane.markdown.highlighted_text() == [quote]


def test_the_text_can_be_changed_and_saved_with_what_it_was(qtbot: QtBot, pane: ReaderPane) -> None:
    pane.show_document(reading())
    saved = SignalLog(pane.save_requested)
    pane.edit_button.click()
    assert pane.editor.isVisible()
    assert not pane.markdown.isVisible()
    qtbot.keyClicks(pane.editor.text, "X")
    assert pane.unsaved
    button(pane.editor, "Save").click()
    assert saved.emissions == [(ID, f"X{REPORT}", REPORT)]

    pane.end_editing(ID)
    assert pane.markdown.isVisible()
    assert not pane.unsaved


def test_another_document_is_shown_for_reading(pane: ReaderPane) -> None:
    pane.show_document(reading())
    pane.edit_button.click()
    pane.show_document(reading())
    assert pane.markdown.isVisible()


def test_in_a_vault_for_reading_nothing_can_be_edited(pane: ReaderPane) -> None:
    pane.allow_changes(False)
    pane.show_document(reading())
    assert not pane.edit_button.isVisible()
    pane.begin_editing()
    assert not pane.editor.isVisible()


@pytest.mark.parametrize(("answer", "closes"), [(QMessageBox.StandardButton.Discard, 1), (QMessageBox.StandardButton.Cancel, 0)])
def test_a_changed_text_is_not_closed_without_asking(
    qtbot: QtBot, pane: ReaderPane, monkeypatch: pytest.MonkeyPatch, answer: QMessageBox.StandardButton, closes: int
) -> None:
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answer)
    pane.show_document(reading())
    pane.begin_editing()
    qtbot.keyClicks(pane.editor.text, "X")
    closed = SignalLog(pane.closed)
    pane.header.close_button.click()
    assert len(closed.emissions) == closes
    assert pane.unsaved is not bool(closes)


def test_a_mail_leads_to_its_attachments_and_an_attachment_back(qtbot: QtBot, pane: ReaderPane) -> None:
    mail = replace(reading(), original=OriginalKind.NONE)
    attachment = replace(mail.document, id="a-1", source_filename="invoice.pdf")
    pane.show_document(replace(mail, around=Surroundings(members=(attachment,), member_count=1)))
    opened, listed = heard(pane.document_requested), heard(pane.members_requested)
    family = pane.header.family
    assert (family.members.text(), family.container.isVisible()) == ("1 attachment", False)
    first, _, all_of_them = family.members.menu().actions()
    first.trigger()
    all_of_them.trigger()
    pane.show_document(replace(mail, around=Surroundings(container=replace(mail.document, id="m-1", title="Re: invoice"))))
    assert (family.members.isVisible(), family.container.text()) == (False, "From Re: invoice")
    family.container.click()
    assert (opened, listed) == (["a-1", "m-1"], [mail.document])
    pane.show_document(mail)
    assert family.isHidden()


def test_versions_can_be_parted_but_not_where_nothing_may_change(pane: ReaderPane) -> None:
    shown = reading()
    pane.show_document(replace(shown, document=replace(shown.document, supersedes="old-1")))
    parted = heard(pane.unlink_requested)
    button(pane.remarks, "Unlink").click()
    assert parted == [("old-1", ID)]
    pane.allow_changes(False)
    assert "Unlink" not in visible_texts(pane.remarks)


def test_that_edits_were_discarded_is_told(qtbot: QtBot, pane: ReaderPane) -> None:
    pane.show_document(reading())
    ended = heard(pane.editing_ended)
    pane.edit_button.click()
    assert pane.editing
    button(pane.editor, "Discard").click()
    assert (pane.editing, len(ended)) == (False, 1)
