from __future__ import annotations

from dataclasses import replace

from desktop.domain.passage import Twin
from desktop.domain.reading import OpenRequest
from desktop.ui.models.result_rows import Folded, FoldRow, HitRow, TwinRow, fold_words, place_of, rows_of
from tests.ui.samples import passage

TWIN = Twin("copy-1", "A copy", 7, 45)


def test_the_last_passage_shown_of_a_document_says_how_many_more_there_are() -> None:
    first, other, last = replace(passage(0), more=8), passage(1), replace(passage(3), more=8)

    assert rows_of([first, other, last]) == [HitRow(first), HitRow(other), HitRow(last), FoldRow(last, Folded.MORE, 7)]


def test_nothing_is_folded_where_everything_is_shown() -> None:
    both = [replace(passage(0), more=1), replace(passage(3), more=1)]
    assert rows_of(both) == [HitRow(each) for each in both]


def test_twins_stand_folded_below_their_passage() -> None:
    hit = replace(passage(0), twins=(TWIN, TWIN), more=1)
    assert rows_of([hit]) == [HitRow(hit), FoldRow(hit, Folded.TWINS, 2), FoldRow(hit, Folded.MORE, 1)]


def test_what_a_row_says_and_where_it_leads() -> None:
    hit = passage(0)
    more, twins = FoldRow(hit, Folded.MORE, 7), FoldRow(hit, Folded.TWINS, 1)

    assert fold_words(more) == "+7 more here"
    assert fold_words(replace(more, open=True)) == "Fold 7 further passages of Report 0"
    assert fold_words(twins) == "+1 more document with the same text"
    assert fold_words(replace(twins, open=True, count=2)) == "Fold 2 documents with the same text"
    assert place_of(more) is None
    assert place_of(TwinRow(hit, TWIN)) == OpenRequest("copy-1", 7, 45)
