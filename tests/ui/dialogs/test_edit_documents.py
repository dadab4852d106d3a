from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from desktop.domain.marking import Marking
from desktop.ui.dialogs.edit_documents import DocumentEdit, EditDocumentsDialog
from tests.fakes.services import make_summary
from tests.ui.hearing import heard, visible_texts

ONE = replace(make_summary(1, "A report").document, tlp=Marking.AMBER, grade="B2", tags=("case-a",))
TWO = replace(make_summary(2).document, tags=("case-b", "case-a"))


def make(qtbot: QtBot, *documents: object) -> EditDocumentsDialog:
    dialog = EditDocumentsDialog(documents)  # type: ignore[arg-type]
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_what_is_known_of_one_document_is_shown_and_nothing_is_changed_by_itself(qtbot: QtBot) -> None:
    dialog = make(qtbot, ONE)
    edited = heard(dialog.edited)
    assert (dialog.title.text(), dialog.marking.currentText(), dialog.grade.currentText()) == ("A report", "TLP:AMBER", "B2")
    dialog.accept()
    assert edited == []


def test_only_what_was_changed_is_told(qtbot: QtBot) -> None:
    dialog = make(qtbot, ONE)
    edited = heard(dialog.edited)
    dialog.title.setText("  Another title ")
    dialog.marking.setCurrentIndex(dialog.marking.findText("TLP:RED"))
    dialog.grade.setCurrentIndex(dialog.grade.findText("None"))
    dialog.add_tags.setText("apt28, case  c,apt28")
    dialog.accept()
    assert edited == [DocumentEdit("Another title", Marking.RED, "", ("apt28", "case c"))]


def test_many_documents_have_no_title_and_nothing_chosen(qtbot: QtBot) -> None:
    dialog = make(qtbot, ONE, TWO)
    assert dialog.windowTitle() == "Edit 2 documents"
    assert not dialog.title.isVisible()
    assert dialog.marking.currentText() == "As it is"
    assert "Tags now: case-a, case-b." in visible_texts(dialog)
    dialog.marking.setCurrentIndex(dialog.marking.findText("TLP:AMBER"))
    assert dialog.edit() == DocumentEdit(tlp=Marking.AMBER)
