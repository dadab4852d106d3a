from __future__ import annotations

import pytest
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from desktop.domain.ledger import LedgerRow, Outcome
from desktop.ui.models.ledger_model import OUTCOME, LedgerModel
from desktop.ui.widgets.outcome_delegate import OutcomeDelegate


@pytest.mark.parametrize("outcome", list(Outcome))
def test_every_outcome_has_a_sign(qtbot: QtBot, outcome: Outcome) -> None:
    model = LedgerModel()
    model.show_listing(1, 0, [LedgerRow("a", outcome)])
    option = QStyleOptionViewItem()
    OutcomeDelegate(model).initStyleOption(option, model.index(0, OUTCOME))
    assert not option.icon.isNull()


def test_a_row_that_is_being_fetched_has_none(qtbot: QtBot) -> None:
    model = LedgerModel()
    model.show_listing(1, 0, [])
    option = QStyleOptionViewItem()
    OutcomeDelegate(model).initStyleOption(option, model.index(0, OUTCOME))
    assert option.icon.isNull()
