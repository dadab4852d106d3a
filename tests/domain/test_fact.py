"""Facts: names, dates, and the list of them."""

from __future__ import annotations

from typing import Any

import pytest

from desktop.domain.fact import Fact, FactStatus, ListedFact, fact_id_of, indexed_id, memory_list, name_from, new_fact_id


def a_fact(**fields: Any) -> Fact:
    return Fact(**{"id": "one", "name": "One", "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z", **fields})


def test_a_fact_is_told_from_a_document_by_its_id() -> None:
    assert (fact_id_of(indexed_id("one")), fact_id_of("one")) == ("one", None)


def test_a_new_id_is_readable_and_differs_by_content() -> None:
    assert new_fact_id("APT28 uses Héadlace!", "3f9a2c1dffff") == "apt28-uses-headlace-3f9a2c1d"
    assert new_fact_id("軟件", "00112233") == "fact-00112233"


def test_a_name_is_the_first_line_cut_at_a_word() -> None:
    assert name_from("\n# The heron\nreturns") == "The heron"
    assert name_from("word " * 30) == f"{'word ' * 15}word …"
    assert name_from(" ") == "Untitled"


@pytest.mark.parametrize(
    ("until", "today", "due"),
    [
        ("2026-11-30", "2026-12-01", True),
        ("2026-12-01", "2026-12-01", False),
        ("2026", "2026-12-01", False),
        ("2025", "2026-01-01", True),
        (None, "2026-12-01", False),
    ],
)
def test_a_fact_is_due_the_day_after_its_date(until: str | None, today: str, due: bool) -> None:
    assert a_fact(valid_until=until).is_due(today) is due


def test_facts_meet_unless_one_ends_before_the_other_begins() -> None:
    early, late = a_fact(valid_until="2024-05"), a_fact(valid_from="2024-06-01")
    assert not early.meets(late)
    assert not late.meets(early)
    assert early.meets(a_fact(valid_from="2024-05-20"))
    assert late.meets(a_fact())


def test_only_an_accepted_fact_that_nothing_replaced_counts() -> None:
    assert a_fact().counts
    assert not a_fact(status=FactStatus.PROPOSED).counts
    assert not a_fact(superseded_by="two").counts


def test_a_relation_is_said_in_words() -> None:
    assert a_fact(subject="APT28", relationship="uses", object="Headlace", negated=True).statement == "APT28 not uses Headlace"
    assert a_fact(subject="APT28").statement == ""


def test_the_list_names_facts_by_name_and_escapes_what_markdown_reads() -> None:
    facts = [("b", "beta [x]", "two\nlines"), ("a b", "Alpha", ""), ("c", "beta [x]", "")]
    listed = memory_list(sorted(ListedFact.of(*each) for each in facts))
    assert listed == "# Memory\n\n- [Alpha](<a b.md>)\n- [beta \\[x\\]](b.md): two lines\n- [beta \\[x\\]](c.md)\n"
