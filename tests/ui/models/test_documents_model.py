from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from desktop.domain.marking import Marking
from desktop.domain.quality import Quality, RecognisedPage
from desktop.ui.models.documents_model import (
    CHARACTERS,
    COLUMNS,
    FORMAT,
    IMPORTED,
    MARKING,
    PAGES,
    PUBLISHED,
    TITLE,
    DocumentsModel,
    local_time,
)
from tests.fakes.services import SORTS, make_summary


def shown(model: DocumentsModel, row: int, column: int = TITLE) -> object:
    return model.data(model.index(row, column))


def test_what_the_columns_say(qtbot: QtBot) -> None:
    model = DocumentsModel()
    model.show_listing(1, 0, [make_summary(3, "A title", tlp=Marking.AMBER_STRICT)])

    assert shown(model, 0, TITLE) == "A title"
    assert shown(model, 0, FORMAT) == "PDF"
    assert shown(model, 0, PAGES) == "4"
    assert shown(model, 0, PUBLISHED) == ""
    assert shown(model, 0, IMPORTED) == local_time("2026-11-04T10:00:00Z")
    assert shown(model, 0, MARKING) == "TLP:AMBER+STRICT"
    assert shown(model, 0, CHARACTERS) == "1,003"
    assert model.data(model.index(0, PUBLISHED), Qt.ItemDataRole.AccessibleTextRole) == "Published: none"
    assert model.data(model.index(0, TITLE), Qt.ItemDataRole.ToolTipRole) == "A title\nreport-000003.pdf\nTLP:AMBER+STRICT"
    assert model.data(QModelIndex()) is None


@pytest.mark.parametrize(
    ("quality", "warned"),
    [
        (Quality(), False),
        (Quality(empty_pages=(2,), recognised=(RecognisedPage(2, 0.97),)), False),
        (Quality(empty_pages=(2,)), True),
        (Quality(warnings=("Page 4 is damaged.",)), True),
    ],
)
def test_a_sign_before_the_title_where_the_reader_should_be_warned(qtbot: QtBot, quality: Quality, warned: bool) -> None:
    summary = make_summary(3)
    model = DocumentsModel()
    model.show_listing(1, 0, [replace(summary, document=replace(summary.document, quality=quality))])

    assert (model.data(model.index(0, TITLE), Qt.ItemDataRole.DecorationRole) is not None) is warned
    assert model.data(model.index(0, FORMAT), Qt.ItemDataRole.DecorationRole) is None


def test_the_tooltip_says_what_the_sign_warns_of(qtbot: QtBot) -> None:
    summary = make_summary(3)
    model = DocumentsModel()
    model.show_listing(1, 0, [replace(summary, document=replace(summary.document, quality=Quality(warnings=("Page 4 is damaged.",))))])

    assert str(model.data(model.index(0, TITLE), Qt.ItemDataRole.ToolTipRole)).splitlines()[-1] == "Page 4 is damaged."


@pytest.mark.parametrize("column", range(len(COLUMNS)))
def test_every_column_sorts_by_a_name_the_index_knows(qtbot: QtBot, column: int) -> None:
    model = DocumentsModel()
    wanted: list[tuple[str, bool]] = []
    model.sort_wanted.connect(lambda sort, descending: wanted.append((sort, descending)))

    model.sort(column, Qt.SortOrder.DescendingOrder)

    assert wanted == [(COLUMNS[column].sort, True)]
    assert COLUMNS[column].sort in SORTS


def test_a_moment_nobody_can_read_is_shown_as_it_is() -> None:
    assert local_time("long ago") == "long ago"
