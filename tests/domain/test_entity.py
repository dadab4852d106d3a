"""Kinds of entity."""

from desktop.domain.entity import EntityType, entity_id_of


def test_indicators_are_known_by_their_form() -> None:
    assert EntityType.IPV4.is_indicator
    assert EntityType.USER_AGENT.is_indicator
    assert not EntityType.MALWARE.is_indicator
    assert not EntityType.VULNERABILITY.is_indicator


def test_an_id_says_kind_and_value() -> None:
    assert entity_id_of(EntityType.DOMAIN, "evil.com") == "domain-name:evil.com"
