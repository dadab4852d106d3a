"""Which relations STIX knows."""

from __future__ import annotations

import pytest

from desktop.domain.entity import EntityType as T
from desktop.domain.relation import Relationship, is_legal


@pytest.mark.parametrize(
    ("source", "relationship", "target", "legal"),
    [
        (T.INTRUSION_SET, Relationship.USES, T.MALWARE, True),
        (T.MALWARE, Relationship.USES, T.INTRUSION_SET, False),
        (T.INTRUSION_SET, Relationship.TARGETS, T.VULNERABILITY, True),
        (T.INTRUSION_SET, Relationship.EXPLOITS, T.VULNERABILITY, False),
        (T.MALWARE, Relationship.EXPLOITS, T.VULNERABILITY, True),
        (T.CAMPAIGN, Relationship.ATTRIBUTED_TO, T.INTRUSION_SET, True),
        (T.MALWARE, Relationship.ATTRIBUTED_TO, T.INTRUSION_SET, False),
        (T.MALWARE, Relationship.COMMUNICATES_WITH, T.DOMAIN, True),
        (T.TOOL, Relationship.COMMUNICATES_WITH, T.DOMAIN, False),
        (T.LOCATION, Relationship.RELATED_TO, T.MD5, True),
        (T.INTRUSION_SET, Relationship.ALIAS_OF, T.THREAT_ACTOR, True),
        (T.INTRUSION_SET, Relationship.ALIAS_OF, T.MALWARE, False),
    ],
)
def test_what_stix_knows(source: T, relationship: Relationship, target: T, legal: bool) -> None:
    assert is_legal(source, relationship, target) is legal
