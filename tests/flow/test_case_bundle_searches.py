"""What is kept of searching travels with a case: golden queries, pinned passages and saved searches, there and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from desktop.adapters.search_files import SearchFiles
from desktop.application.cases.case_contents import BundleChoice
from desktop.application.job import JobContext
from desktop.application.searches.pins import pin_id_of
from desktop.domain.case_bundle import Choice
from desktop.domain.errors import UsageError
from desktop.domain.golden import GoldenQuery
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters, Mode, Query
from tests.flow.test_case_bundle import ALPHA, Desk, desks, import_report

__all__ = ["desks"]
SHARED = replace(ALPHA, unmarked=Marking.GREEN)


def pins(desk: Desk) -> dict[str, str]:
    """The note of each pin, by its words."""
    return {each.pin.quote: each.pin.note for each in desk.services.desk.pins.all() if each.passage}


def test_golden_queries_and_pins_travel_there_and_back_and_only_real_conflicts_are_asked_about(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    report = import_report(a, "heron.md", "Velvet Heron used BRASSKETTLE.\n")
    other = import_report(a, "otter.md", "Otter swam.\n")
    elsewhere = import_report(a, "crane.md", "Crane flew.\n")
    a.services.library.update([elsewhere], remove_tags=["alpha"])
    golden, pinned = a.services.desk.golden, a.services.desk.pins
    golden.expect("heron", [elsewhere, report], note="first")
    golden.expect("crane", [elsewhere])
    heron = pinned.pin(report, 0, 12, query="heron", note="look").id
    otter = pinned.pin(other, 0, 5).id
    pinned.pin(elsewhere, 0, 5)
    stood = b.take_in(a.make("1.coffer", SHARED))
    assert {key for key in stood if key.startswith(("golden", "pin"))} == {"golden:heron", f"pin:{heron}", f"pin:{otter}"}
    assert b.services.desk.golden.all() == (GoldenQuery("heron", (report,), "first"),)
    assert pins(b) == {"Velvet Heron": "look", "Otter": ""}
    assert b.take_in(a.make("again.coffer", SHARED))["golden:heron"] == "same"

    golden.expect("heron", [other])
    b.services.desk.golden.expect("heron", [other], note="second")
    b.services.desk.golden.expect("otter", [other])
    pinned.pin(report, 0, 12, note="mine")
    b.services.desk.pins.pin(report, 0, 12, note="theirs")
    b.services.desk.pins.pin(other, 0, 5, note="swims")
    second = b.make("2.coffer", SHARED)
    with a.opening(second) as opened:
        assert [(item.item.key, part.part, part.mine, part.theirs) for item, part in opened.comparison.questions] == [
            (f"pin:{heron}", "note", "mine", "theirs")
        ]
        with pytest.raises(UsageError, match="1 conflicts are not decided"):
            a.services.bundles.merge(JobContext(), opened, {})
    a.take_in(second, {(f"pin:{heron}", "note"): Choice.THEIRS})
    assert golden.all() == (
        GoldenQuery("heron", (elsewhere, report, other), "second"), GoldenQuery("crane", (elsewhere,)), GoldenQuery("otter", (other,))
    )  # fmt: skip
    assert pins(a) == {"Velvet Heron": "theirs", "Otter": "swims", "Crane": ""}
    kept = {str(each.relative_to(each.parents[2])): each.read_text() for each in a.services.paths.bundles.rglob("pins.toml")}
    assert [("mine" in text, "theirs" in text) for _, text in sorted(kept.items())] == [(True, False), (False, True)]
    for each in (a, b):
        assert each.services.maintenance.verify(JobContext()) == ()


def test_what_quotes_or_expects_what_may_not_leave_stays_and_is_named(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    report = import_report(a, "heron.md", "Velvet Heron used BRASSKETTLE.\n")
    secret = import_report(a, "quuxotic.md", "The quuxotic relay.\n", Marking.AMBER_STRICT)
    golden, pinned = a.services.desk.golden, a.services.desk.pins
    golden.expect("relay", [report, secret])
    golden.expect("heron", [report])
    pinned.pin(secret, 4, 12)
    plain = pinned.pin(report, 0, 6).id
    noted = pinned.pin(report, 7, 12, note="as our source says").id
    held = a.services.bundles.preview(JobContext(), SHARED).held_back
    assert (held["golden"], held["pin"]) == (1, 1)
    stood = b.take_in(a.make("1.coffer", SHARED))
    assert {key for key in stood if key.startswith(("golden", "pin"))} == {"golden:heron", f"pin:{plain}", f"pin:{noted}"}

    held = a.services.bundles.preview(JobContext(), ALPHA).held_back  # what a person wrote counts as RED unless it is marked
    assert (held["golden"], held["pin"]) == (2, 2)


def test_a_pin_that_is_not_of_the_place_that_it_names_is_left_out(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    report = import_report(a, "heron.md", "Velvet Heron used BRASSKETTLE.\n")
    pin = a.services.desk.pins.pin(report, 0, 6)
    path = a.services.paths.searches / "pins.toml"
    path.write_text(path.read_text().replace(pin.id, "0123456789ab"))
    with b.opening(a.make("1.coffer")) as opened:
        changes = b.services.bundles.merge(JobContext(), opened, {})
    assert changes.problems == ("The pin 0123456789ab was left out: it is not of the place that it names.",)
    assert b.services.desk.pins.all() == ()


def test_of_a_saved_search_and_a_decision_that_both_sides_changed_each_part_is_merged_by_itself(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    a.open_fact("Heron is there.", name="Heron")
    filters = Filters(tags=("alpha",))
    a.services.desk.saved.save(JobContext(), "watch", Query("Heron", Mode.KEYWORD, filters=filters), watched=True)
    b.take_in(a.make("1.coffer", SHARED))
    a.services.desk.saved.save(JobContext(), "watch", Query("Heron", Mode.KEYWORD, filters=filters), watched=True, note="of mine")
    b.services.desk.saved.save(JobContext(), "watch", Query("Heron", Mode.VECTOR, filters=filters))
    second = b.make("2.coffer", SHARED)
    with a.opening(second) as opened:
        assert opened.comparison.questions == ()
    a.take_in(second)
    saved = a.services.desk.saved.named("watch")
    assert (saved.query.mode, saved.note, saved.watched) == (Mode.VECTOR, "of mine", True)


def test_a_bundle_of_all_carries_all_of_them(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    report = import_report(a, "heron.md", "Velvet Heron used BRASSKETTLE.\n")
    a.services.desk.golden.expect("heron", [report, "gone-12345678"])
    a.services.desk.pins.pin(report, 0, 6, note="look")
    b.take_in(a.make("1.coffer", BundleChoice()))
    assert b.services.desk.golden.all() == a.services.desk.golden.all()
    assert b.services.desk.pins.all() == a.services.desk.pins.all()


def test_what_a_golden_query_expects_beyond_the_case_is_not_taken_for_removed(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    report = import_report(a, "heron.md", "Velvet Heron used BRASSKETTLE.\n")
    elsewhere = import_report(a, "crane.md", "Crane flew.\n")
    a.services.library.update([elsewhere], remove_tags=["alpha"])
    a.services.desk.golden.expect("heron", [elsewhere, report])
    b.take_in(a.make("all.coffer", BundleChoice(unmarked=Marking.GREEN)))
    other = import_report(a, "otter.md", "Otter swam.\n")
    a.services.desk.golden.expect("heron", [other])
    b.take_in(a.make("case.coffer", SHARED))
    assert b.services.desk.golden.all() == (GoldenQuery("heron", (elsewhere, report, other)),)


def test_a_pin_of_what_is_no_document_costs_no_other_pin_its_place(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    report = import_report(a, "heron.md", "Velvet Heron used BRASSKETTLE.\n")
    a.services.desk.pins.pin(report, 0, 6)
    path = a.services.paths.searches / "pins.toml"
    strange = ("../../etc/passwd", "memory/../x")
    rows = [f'[[pin]]\nid = "{pin_id_of(each, 0, "q")}"\ndocument_id = "{each}"\nquote = "q"\nstart = 0\nend = 1\n' for each in strange]
    path.write_text("\n".join([path.read_text(), *rows]))
    b.take_in(a.make("1.coffer", BundleChoice()))
    assert [each.passage is not None for each in b.services.desk.pins.all()] == [True, False, False]


def test_a_long_list_is_written_once(desks: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = desks
    rows = [f'[[golden]]\nquery = "q {number}"\nexpected = ["x-12345678"]\n' for number in range(120)]
    a.services.paths.searches.mkdir(exist_ok=True)
    (a.services.paths.searches / "golden.toml").write_text("\n".join(rows))
    bundle = a.make("1.coffer", BundleChoice())
    written: list[int] = []
    keep = SearchFiles.keep_golden

    def counting(files: SearchFiles, queries: Sequence[GoldenQuery]) -> None:
        written.append(len(queries))
        keep(files, queries)

    monkeypatch.setattr(SearchFiles, "keep_golden", counting)
    b.take_in(bundle)
    assert written == [120]
