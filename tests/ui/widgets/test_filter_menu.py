from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from desktop.domain.document import Facets
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters, TextKind
from desktop.ui.widgets.filter_menu import FilterMenu
from tests.ui.samples import SignalLog


@pytest.fixture
def menu(qtbot: QtBot) -> FilterMenu:
    menu = FilterMenu()
    qtbot.addWidget(menu)
    menu.show_facets(Facets(("heron", "R&D"), ("pdf", "eml")))
    menu.fill()
    return menu


def offered(menu: QMenu) -> dict[str, object]:
    return {action.text(): action.data() for action in menu.actions() if action.text()}


def test_it_offers_markings_and_the_tags_and_formats_there_are(menu: FilterMenu) -> None:
    assert list(offered(menu.markings)) == ["TLP:CLEAR", "TLP:GREEN", "TLP:AMBER", "TLP:AMBER+STRICT", "TLP:RED"]
    assert offered(menu.tags) == {"heron": Filters(tags=("heron",)), "R&&D": Filters(tags=("R&D",))}
    assert offered(menu.formats) == {"PDF": Filters(formats=("pdf",)), "EML": Filters(formats=("eml",))}


def test_what_is_chosen_limits_further_and_chosen_again_no_more(menu: FilterMenu) -> None:
    menu.show_filters(Filters(tags=("heron",), markings=(Marking.RED,)))
    menu.fill()
    assert offered(menu.markings)["TLP:CLEAR"] == Filters(tags=("heron",), markings=(Marking.RED, Marking.CLEAR))
    assert offered(menu.tags)["heron"] == Filters(markings=(Marking.RED,))
    assert [action.isChecked() for action in menu.tags.actions()] == [True, False]


def test_a_choice_in_a_menu_below_is_told(menu: FilterMenu) -> None:
    log = SignalLog(menu.changed)
    menu.formats.actions()[0].trigger()
    assert log.emissions == [(Filters(formats=("pdf",)),)]


def test_periods_end_today_or_with_the_year_and_others_are_asked_for(menu: FilterMenu) -> None:
    periods = offered(menu.periods)
    week = periods["Last 7 days"]
    assert isinstance(week, Filters)
    assert 6 <= (date.today() - date.fromisoformat(week.since or "")).days <= 8
    year = date.today().year
    assert Filters(since=f"{year - 1}-01-01", until=f"{year - 1}-12-31") in periods.values()
    log = SignalLog(menu.period_wanted)
    menu.periods.actions()[-1].trigger()
    assert log.emissions == [()]


def test_without_tags_there_is_nothing_to_open(qtbot: QtBot) -> None:
    menu = FilterMenu()
    qtbot.addWidget(menu)
    assert not menu.tags.isEnabled()
    assert menu.markings.isEnabled()


def test_facts_and_documents_are_told_apart(menu: FilterMenu) -> None:
    menu.show_filters(Filters(kinds=(TextKind.FACT,)))
    menu.fill()
    assert offered(menu.kinds) == {
        "Only documents": Filters(kinds=(TextKind.DOCUMENT,)),
        "Only facts": Filters(),
        "With superseded facts": Filters(kinds=(TextKind.FACT,), superseded=True),
    }
