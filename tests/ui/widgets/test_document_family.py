from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from desktop.domain.reading import Surroundings
from desktop.ui.widgets.document_family import DocumentFamily, describe_members
from tests.fakes.services import make_summary

DOCUMENT = make_summary(1).document


@pytest.mark.parametrize(
    ("held", "count", "said"),
    [
        ("eml", 1, "1 attachment"),
        ("msg", 3, "3 attachments"),
        ("mbox", 1, "1 mail"),
        ("mbox", 1200, "1,200 mails"),
        ("zip", 1, "1 file inside"),
        ("7z", 12, "12 files inside"),
    ],
)
def test_what_came_out_is_called_by_what_it_came_out_of(held: str, count: int, said: str) -> None:
    assert describe_members(replace(DOCUMENT, source_format=held), count) == said


def test_names_are_shown_as_they_stand_and_cut_where_they_are_long(qtbot: QtBot) -> None:
    family = DocumentFamily()
    qtbot.addWidget(family)
    members = tuple(replace(DOCUMENT, source_filename=name) for name in ("R&D.pdf", "長" * 80))
    family.show_family(DOCUMENT, Surroundings(members=members, member_count=300))
    one, two, _, rest = family.members.menu().actions()
    assert (one.text(), len(two.text()), rest.text()) == ("R&&D.pdf", 60, "All 300 in the list")
