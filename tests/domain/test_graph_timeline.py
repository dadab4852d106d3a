"""When what is looked at of the graph was written of."""

from __future__ import annotations

from datetime import date

import pytest

from desktop.domain.graph import DatedDocument
from desktop.domain.graph_timeline import Bins, Period, Timeline, Unit, bin_words, bins_of, days_of


def dated(day: str, name: str, *, has_date: bool = True) -> DatedDocument:
    return DatedDocument(day, name, name.title(), 1, has_date)


def timeline(*documents: DatedDocument) -> Timeline:
    return Timeline(documents={each.document_id: each for each in documents})


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2024", date(2024, 1, 1), date(2024, 12, 31)),
        ("2024-02", date(2024, 2, 1), date(2024, 2, 29)),
        ("2024-02-03", date(2024, 2, 3), date(2024, 2, 3)),
        ("2024-02-03T10:00:00Z", date(2024, 2, 3), date(2024, 2, 3)),
    ],
)
def test_a_date_stands_for_all_days_that_it_may_mean(text: str, first: date, last: date) -> None:
    assert days_of(text) == (first, last)


@pytest.mark.parametrize("text", ["", "soon", "2024-13", "2024-02-30"])
def test_what_is_no_date_stands_for_none(text: str) -> None:
    assert days_of(text) is None


def test_what_has_evidence_in_a_stretch_is_within_even_if_its_date_is_only_known_as_a_year() -> None:
    documents = {each.document_id: each for each in (dated("2021-05-01", "early"), dated("2022", "coarse"), dated("2023-01-01", "late"))}
    uses, drops = ("actor", "uses", "tool"), ("tool", "drops", "file")
    found = Timeline(
        documents=documents,
        of_nodes={"actor": frozenset({"early", "late"}), "tool": frozenset({"coarse"}), "file": frozenset({"late"}), "none": frozenset()},
        of_ties={uses: frozenset({"early"}), drops: frozenset({"coarse", "late"})},
    )
    summer = found.within(Period("2022-06-01", "2022-08-31"))
    assert (summer.nodes, summer.ties) == ({"tool"}, {drops})
    edges = found.within(Period("2021-05-01", "2021-05-01"))
    assert (edges.nodes, edges.ties) == ({"actor"}, {uses})
    assert found.behind(["tool"], [uses]) == {"coarse", "early"}
    assert found.behind([], []) == frozenset()


def test_bins_follow_each_other_without_a_gap_and_are_as_fine_as_there_is_room_for() -> None:
    found = timeline(
        dated("2024-01-30", "a"), dated("2024-03-02", "b"), dated("2024-03-02", "memory/c"), dated("2024", "d", has_date=False)
    )
    months = bins_of(found, 12)
    assert (months.unit, months.undated) == (Unit.WEEK, 1)
    few = bins_of(found, 4)
    assert few.unit is Unit.MONTH
    assert [(each.first, each.last) for each in few.bins] == [
        (date(2024, 1, 1), date(2024, 1, 31)),
        (date(2024, 2, 1), date(2024, 2, 29)),
        (date(2024, 3, 1), date(2024, 3, 31)),
    ]
    assert [sorted(each.documents) for each in few.bins] == [["a", "d"], [], ["b"]]
    assert [sorted(each.facts) for each in few.bins] == [[], [], ["memory/c"]]
    assert few.period(2, 1) == Period("2024-02-01", "2024-03-31")
    assert [few.at(day) for day in (date(2020, 1, 1), date(2024, 2, 29), date(2030, 1, 1))] == [0, 1, 2]


def test_however_long_it_is_there_are_no_more_bins_than_asked_for() -> None:
    found = timeline(dated("1972-01-01", "a"), dated("2026-05-05", "b"))
    decades = bins_of(found, 10)
    assert (decades.unit, len(decades.bins)) == (Unit.DECADE, 6)
    assert [bin_words(each, decades.unit) for each in decades.bins][::5] == ["1970s", "2020s"]
    assert bins_of(found, 1000).unit is Unit.QUARTER
    assert bin_words(bins_of(found, 1000).bins[0], Unit.QUARTER) == "1972 Q1"
    assert bins_of(Timeline(), 10) == Bins()
    assert len(bins_of(timeline(dated("2024-05-05", "a")), 10).bins) == 1


def test_dates_at_the_ends_of_the_calendar_and_beyond_have_bins_or_none() -> None:
    (last,) = bins_of(timeline(dated("9999-12-31", "a")), 10).bins
    assert (last.first, last.last, last.documents) == (date(9999, 12, 31), date(9999, 12, 31), {"a"})
    every = bins_of(timeline(dated("0001-01-01", "a"), dated("9999-12-31", "b")), 10).bins
    assert (every[0].documents, every[-1].documents, every[-1].last) == ({"a"}, {"b"}, date(9999, 12, 31))
    assert days_of("9999999999") is None
    assert bins_of(timeline(dated("9999999999", "a")), 10) == Bins()
