from __future__ import annotations

from pytestqt.modeltest import ModelTester

from desktop.domain.report import ReportChoice
from desktop.ui.models.choices_model import NAME, ChoicesModel

CHOICES = (
    ReportChoice("memory/one", "One", "TLP:CLEAR · B2"),
    ReportChoice("memory/two", "Two", "TLP:AMBER"),
    ReportChoice("graphs/w", "Winter"),
)


def said(model: ChoicesModel) -> list[object]:
    return [model.index(row).data() for row in range(model.rowCount())]


def test_the_model_keeps_qts_rules(qtmodeltester: ModelTester) -> None:
    model = ChoicesModel()
    model.show(CHOICES)
    qtmodeltester.check(model)


def test_choices_are_listed_in_their_order_and_narrowed_by_words_of_title_or_detail() -> None:
    model = ChoicesModel()
    model.show(CHOICES)
    assert said(model) == ["One\nTLP:CLEAR · B2", "Two\nTLP:AMBER", "Winter"]
    model.narrow("AMBER")
    assert (said(model), model.index(0).data(NAME), model.choice_at(0)) == (["Two\nTLP:AMBER"], "memory/two", CHOICES[1])
    model.show(CHOICES[:1])
    assert said(model) == []
    model.narrow("")
    assert said(model) == ["One\nTLP:CLEAR · B2"]


def test_turned_letters_are_shown_for_what_they_are() -> None:
    model = ChoicesModel()
    model.show((ReportChoice("memory/one", "Report \u202efdp.exe"),))
    assert said(model) == ["Report \\u202efdp.exe"]
