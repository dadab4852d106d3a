from __future__ import annotations

from desktop.domain.marking import Marking
from desktop.domain.passage import Filters, TextKind
from desktop.ui.models.limits import limits_of

ALL = Filters(
    since="2020-01-01",
    until="2024-12-31",
    tlp_max=Marking.AMBER,
    tags=("heron", "case"),
    formats=("pdf",),
    documents=("doc-1",),
    markings=(Marking.GREEN,),
    named=("ryuk",),
    kinds=(TextKind.FACT,),
    superseded=True,
)


def test_every_limit_is_said_and_can_be_taken_away_alone() -> None:
    limits = limits_of(ALL, {"doc-1": "Ryuk against hospitals"})

    assert [each.words for each in limits] == [
        "Up to TLP:AMBER",
        "From 2020-01-01",
        "To 2024-12-31",
        "TLP:GREEN",
        "Tag: heron",
        "Tag: case",
        "Format: PDF",
        "Only facts",
        "With superseded facts",
        "In: Ryuk against hospitals",
        "Title: ryuk",
    ]
    for each in limits:
        left = limits_of(each.without, {"doc-1": "Ryuk against hospitals"})
        assert [other.words for other in left] == [other.words for other in limits if other is not each]


def test_no_limits_no_words() -> None:
    assert limits_of(Filters()) == ()


def test_several_documents_are_one_limit() -> None:
    (limit,) = limits_of(Filters(documents=("a", "b", "c")), {"a": "Report A"})
    assert limit.words == "In 3 documents"
    assert limit.tip == "Only passages of these documents: Report A, b, c"
    assert limit.without == Filters()
