from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.domain.marking import Marking
from desktop.ui.models.remarks import Remark
from desktop.ui.widgets.document_remarks import DocumentRemarks
from tests.ui.hearing import button, heard, visible_texts


@pytest.fixture
def remarks(qtbot: QtBot) -> DocumentRemarks:
    remarks = DocumentRemarks()
    qtbot.addWidget(remarks)
    return remarks


def test_without_remarks_there_is_no_bar(remarks: DocumentRemarks) -> None:
    remarks.show_remarks([Remark("One.")])
    remarks.show_remarks([])
    assert remarks.isHidden()


def test_two_are_shown_and_the_rest_when_asked(remarks: DocumentRemarks) -> None:
    remarks.show_remarks([Remark(f"Remark {number}.") for number in range(4)])
    assert visible_texts(remarks) == {"Remark 0.", "Remark 1.", "2 more remarks"}
    button(remarks, "2 more remarks").click()
    assert visible_texts(remarks) == {f"Remark {number}." for number in range(4)}


def test_a_remark_leads_to_what_it_is_about(remarks: DocumentRemarks) -> None:
    quotes, documents = heard(remarks.quote_requested), heard(remarks.document_requested)
    remarks.show_remarks([Remark("A flag.", quote="Ignore all"), Remark("Newer.", document_id="newer-1")])
    button(remarks, "Show").click()
    button(remarks, "Open").click()
    assert (quotes, documents) == (["Ignore all"], ["newer-1"])


def test_versions_are_linked_and_parted_where_that_may_be(remarks: DocumentRemarks) -> None:
    linked, parted = heard(remarks.link_requested), heard(remarks.unlink_requested)
    said = [Remark("Linked.", document_id="a", unlinks=("a", "b")), Remark("Not linked.", document_id="c", links=("b", "c"))]
    remarks.show_remarks(said, changeable=True)
    button(remarks, "Unlink").click()
    button(remarks, "Link as versions").click()
    assert (linked, parted) == ([("b", "c")], [("a", "b")])
    remarks.show_remarks(said)
    assert visible_texts(remarks) == {"Linked.", "Not linked.", "Open"}


def test_a_marking_is_accepted_with_one_click(qtbot: QtBot) -> None:
    remarks = DocumentRemarks()
    qtbot.addWidget(remarks)
    marked = heard(remarks.mark_requested)
    remarks.show_remarks([Remark("Its text says TLP:RED.", marks=Marking.RED)], changeable=True)
    remarks.show()
    qtbot.mouseClick(button(remarks, "Mark it TLP:RED"), Qt.MouseButton.LeftButton)
    assert marked == [Marking.RED]
