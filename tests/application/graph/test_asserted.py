"""Facts as edges of the graph."""

from __future__ import annotations

from typing import Any

import pytest

from desktop.application.graph.asserted import resolver, with_assertion
from desktop.application.job import CancelToken
from desktop.application.ports import Extracted
from desktop.domain.graph import EdgeStatus
from desktop.domain.relation import Relationship
from tests.fakes.extractions import APT28, HEADLACE, POLAND, FakeExtractor, extract

R = Relationship
RESOLVE = resolver(FakeExtractor(), CancelToken())


def asserted(body: str, **front_matter: Any) -> Extracted:
    return with_assertion(extract(body), body, front_matter, RESOLVE)


def test_a_fact_is_an_edge_by_names_or_ids_with_its_text_as_evidence() -> None:
    for subject, thing in (("Fancy Bear", "Headlace"), (APT28.id, HEADLACE.id)):
        found = asserted("\nSeen by us in May.\n", subject=subject, relationship="uses", object=thing)
        (edge,) = found.relations
        assert (edge.source, edge.relationship, edge.target, edge.negated) == (APT28.id, R.USES, HEADLACE.id, False)
        assert (edge.start, edge.end, edge.quote, edge.confidence) == (1, 19, "Seen by us in May.", 1.0)
        assert ({each.id for each in found.entities}, found.status) == ({APT28.id, HEADLACE.id}, EdgeStatus.ASSERTED)


def test_what_it_says_of_the_two_takes_the_place_of_what_its_text_says() -> None:
    found = asserted("APT28 targets Poland. APT28 uses Headlace.", subject="APT28", relationship="uses", object="Headlace", negated=True)
    assert [(each.relationship, each.target, each.negated) for each in found.relations] == [
        (R.USES, HEADLACE.id, True),
        (R.TARGETS, POLAND.id, False),
    ]


@pytest.mark.parametrize(
    ("relationship", "expected"), [("targets", R.TARGETS), ("hosts", R.RELATED_TO), ("fears", R.RELATED_TO), ("related-to", R.RELATED_TO)]
)
def test_only_what_stix_knows_is_typed(relationship: str, expected: R) -> None:
    assert asserted("So it is.", subject="APT28", relationship=relationship, object="Poland").relations[0].relationship is expected


@pytest.mark.parametrize(
    "front_matter",
    [{}, {"subject": "APT28", "relationship": "uses"}, {"subject": "nobody", "relationship": "uses", "object": "Headlace"}],
)
def test_what_names_no_two_things_is_no_edge(front_matter: dict[str, str]) -> None:
    assert asserted("Words.", **front_matter).relations == ()


def test_an_entity_that_nothing_else_names_is_what_its_id_says() -> None:
    found = asserted("We met it.", subject="malware:blackgrebe", relationship="related-to", object="APT28")
    assert found.relations[0].source == "malware:blackgrebe"
    assert {each.value for each in found.entities} == {"blackgrebe", "APT28"}


def test_an_id_that_became_another_s_means_that_one_if_it_is_of_that_kind() -> None:
    for subject, meant in (("threat-actor:Fancy Bear", APT28.id), ("location:Fancy Bear", "location:Fancy Bear")):
        assert asserted("We met it.", subject=subject, relationship="related-to", object="Headlace").relations[0].source == meant


def test_what_says_of_what_kind_something_is_states_no_edge() -> None:
    assert asserted("It is malware.", subject=HEADLACE.id, relationship="is", object="APT28").relations == ()


def test_no_text_is_no_evidence() -> None:
    assert asserted(" \n", subject="APT28", relationship="uses", object="Headlace").relations == ()
