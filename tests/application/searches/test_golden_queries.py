"""Golden queries, and figures that can be worked out by hand."""

from __future__ import annotations

import pytest

from desktop.application.job import JobContext, Progress
from desktop.domain.errors import UsageError
from desktop.domain.golden import GoldenQuery
from desktop.domain.passage import Mode
from tests.fakes.search_desk import DeskVault


@pytest.fixture
def vault() -> DeskVault:
    filled = DeskVault()
    filled.put("a", "beacon beacon beacon")
    filled.put("b", "beacon beacon")
    filled.put("c", "beacon")
    filled.put("d", "loader")
    return filled


def test_expected_documents_are_added_to_and_taken_from_a_query(vault: DeskVault) -> None:
    golden = vault.desk.golden
    golden.expect(" the  beacon ", ["a"], note="why")
    assert golden.expect("the beacon", ["b", "a"]) == GoldenQuery("the beacon", ("a", "b"), "why")
    golden.forget("the beacon", ["a"])
    assert golden.all() == (GoldenQuery("the beacon", ("b",), "why"),)
    golden.forget("the beacon", ["b"])
    assert golden.all() == ()
    golden.expect("loader", ["d"])
    golden.forget("loader")
    assert golden.all() == ()


def test_what_makes_no_sense_is_refused(vault: DeskVault) -> None:
    with pytest.raises(UsageError):
        vault.desk.golden.expect("  ", ["a"])
    with pytest.raises(UsageError):
        vault.desk.golden.expect("beacon", [])
    with pytest.raises(UsageError):
        vault.desk.golden.forget("nothing")


def test_recall_and_mrr_of_each_mode(vault: DeskVault) -> None:
    golden = vault.desk.golden
    golden.expect("beacon.", ["b", "c"])
    golden.expect("loader.", ["d", "gone"])
    seen: list[object] = []
    progress: list[Progress] = []
    report = golden.measure(JobContext(emit=seen.append, report=progress.append), (Mode.KEYWORD, Mode.HYBRID), k=2)
    keyword, hybrid = report.modes
    assert [(each.query, each.ranks, each.recall, each.reciprocal_rank) for each in keyword.found] == [
        ("beacon.", {"b": 2}, 0.5, 0.5),
        ("loader.", {"d": 1}, 0.5, 1.0),
    ]
    assert (keyword.recall, keyword.mrr, report.k) == (0.5, 0.75, 2)
    assert [each.fallback for each in hybrid.found] == [Mode.KEYWORD, Mode.KEYWORD]
    assert report.missing == {"loader.": ("gone",)}
    assert seen == [keyword, hybrid]
    assert [(each.done, each.total) for each in progress] == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_without_golden_queries_there_is_nothing_to_measure(vault: DeskVault) -> None:
    report = vault.desk.golden.measure(JobContext())
    assert [(each.mode, each.recall, each.mrr) for each in report.modes] == [(mode, 0.0, 0.0) for mode in Mode if mode is not Mode.GREP]


def test_of_a_case_is_what_a_document_of_it_is_expected_by_and_only_that(vault: DeskVault) -> None:
    vault.put("x", "beacon beacon beacon beacon", tags=("alpha",))
    vault.put("y", "loader loader", tags=("beta",))
    golden = vault.desk.golden
    golden.expect("beacon.", ["a", "x"])
    golden.expect("loader.", ["d", "y"])
    golden.expect("nothing.", ["gone"])
    of_alpha = golden.of_case("alpha")
    assert of_alpha.queries == (GoldenQuery("beacon.", ("x",)), GoldenQuery("nothing.", ("gone",)))
    assert (of_alpha.queries_elsewhere, of_alpha.left_out) == (1, {"beacon.": 1})
    assert golden.of_case("").queries == golden.all()
    assert golden.of_case("gamma").queries == (GoldenQuery("nothing.", ("gone",)),)


def test_in_a_case_is_searched_and_expected_what_is_of_it(vault: DeskVault) -> None:
    vault.put("x", "beacon", tags=("alpha",))
    vault.desk.golden.expect("beacon.", ["a", "x"])
    (keyword,) = vault.desk.golden.measure(JobContext(), (Mode.KEYWORD,), k=1, case="alpha").modes
    assert [(each.ranks, each.recall) for each in keyword.found] == [({"x": 1}, 1.0)]
    (keyword,) = vault.desk.golden.measure(JobContext(), (Mode.KEYWORD,), k=1).modes
    assert [(each.ranks, each.recall) for each in keyword.found] == [({"a": 1}, 0.5)]


def test_a_query_that_expects_nothing_is_not_measured(vault: DeskVault) -> None:
    vault.desk.golden.expect("loader.", ["d"])
    vault.searches.keep_golden([GoldenQuery("nothing", ()), *vault.desk.golden.all()])
    (keyword,) = vault.desk.golden.measure(JobContext(), (Mode.KEYWORD,)).modes
    assert [(each.query, each.recall) for each in keyword.found] == [("loader.", 1.0)]
