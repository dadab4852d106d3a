"""Relations between entities, always with the sentence that says so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from desktop.domain.entity import EntityType


class Relationship(StrEnum):
    """STIX's names of relationships, and `alias-of`."""

    USES = "uses"
    TARGETS = "targets"
    EXPLOITS = "exploits"
    ATTRIBUTED_TO = "attributed-to"
    COMMUNICATES_WITH = "communicates-with"
    DROPS = "drops"
    DELIVERS = "delivers"
    VARIANT_OF = "variant-of"
    LOCATED_AT = "located-at"
    HOSTS = "hosts"
    CONTROLS = "controls"
    MITIGATES = "mitigates"
    RELATED_TO = "related-to"
    ALIAS_OF = "alias-of"


@dataclass(frozen=True, slots=True)
class Relation:
    """Subject, relationship, object by entity id; `quote` is exactly `text[start:end]`, the sentence that is the evidence.

    `negated` says that the sentence denies it. `related-to` means no more than that both stand in one sentence, and is no claim.
    """

    source: str
    relationship: Relationship
    target: str
    start: int
    end: int
    quote: str
    confidence: float
    by: str
    negated: bool = False


def is_legal(source: EntityType, relationship: Relationship, target: EntityType) -> bool:
    """Whether STIX 2.1 knows this relationship between these kinds; `related-to` joins any two, `alias-of` two of one kind."""
    if relationship is Relationship.RELATED_TO:
        return True
    if relationship is Relationship.ALIAS_OF:
        return _FAMILY.get(source, source) == _FAMILY.get(target, target)
    return target in _LEGAL.get((source, relationship), frozenset())


_T = EntityType
_FAMILY = {_T.THREAT_ACTOR: _T.INTRUSION_SET, _T.TOOL: _T.MALWARE}
_ADDRESSES = (_T.IPV4, _T.IPV6, _T.DOMAIN, _T.URL)
_FILES = (_T.FILE_NAME, _T.FILE_PATH, _T.MD5, _T.SHA1, _T.SHA256, _T.SHA512)
_VICTIMS = (_T.IDENTITY, _T.LOCATION, _T.VULNERABILITY)
_SOFTWARE = (_T.MALWARE, _T.TOOL)
_ACTORS = (_T.INTRUSION_SET, _T.THREAT_ACTOR)


def _legal() -> dict[tuple[EntityType, Relationship], frozenset[EntityType]]:
    """STIX 2.1, appendix B; a file's hash or name stands for the file."""
    r = Relationship
    table: dict[tuple[EntityType, Relationship], tuple[EntityType, ...]] = {
        (_T.CAMPAIGN, r.ATTRIBUTED_TO): _ACTORS,
        (_T.INTRUSION_SET, r.ATTRIBUTED_TO): (_T.THREAT_ACTOR,),
        (_T.THREAT_ACTOR, r.ATTRIBUTED_TO): (_T.IDENTITY,),
        (_T.THREAT_ACTOR, r.LOCATED_AT): (_T.LOCATION,),
        (_T.IDENTITY, r.LOCATED_AT): (_T.LOCATION,),
        (_T.MALWARE, r.USES): (*_SOFTWARE, _T.ATTACK_PATTERN, _T.INFRASTRUCTURE),
        (_T.MALWARE, r.TARGETS): (*_VICTIMS, _T.INFRASTRUCTURE),
        (_T.MALWARE, r.EXPLOITS): (_T.VULNERABILITY,),
        (_T.MALWARE, r.COMMUNICATES_WITH): (*_ADDRESSES, _T.INFRASTRUCTURE),
        (_T.MALWARE, r.DROPS): (*_SOFTWARE, *_FILES),
        (_T.MALWARE, r.DELIVERS): (_T.MALWARE,),
        (_T.MALWARE, r.VARIANT_OF): (_T.MALWARE,),
        (_T.MALWARE, r.CONTROLS): (_T.MALWARE,),
        (_T.TOOL, r.TARGETS): (*_VICTIMS, _T.INFRASTRUCTURE),
        (_T.TOOL, r.DELIVERS): (_T.MALWARE,),
        (_T.TOOL, r.DROPS): (_T.MALWARE,),
        (_T.TOOL, r.USES): (_T.INFRASTRUCTURE,),
        (_T.ATTACK_PATTERN, r.TARGETS): _VICTIMS,
        (_T.ATTACK_PATTERN, r.DELIVERS): (_T.MALWARE,),
        (_T.ATTACK_PATTERN, r.USES): _SOFTWARE,
        (_T.INFRASTRUCTURE, r.HOSTS): _SOFTWARE,
        (_T.INFRASTRUCTURE, r.DELIVERS): (_T.MALWARE,),
        (_T.INFRASTRUCTURE, r.CONTROLS): (_T.MALWARE, _T.INFRASTRUCTURE),
        (_T.INFRASTRUCTURE, r.COMMUNICATES_WITH): (_T.INFRASTRUCTURE, *_ADDRESSES),
        (_T.INFRASTRUCTURE, r.LOCATED_AT): (_T.LOCATION,),
    }
    for actor in (*_ACTORS, _T.CAMPAIGN):
        table[actor, r.USES] = (*_SOFTWARE, _T.ATTACK_PATTERN, _T.INFRASTRUCTURE)
        table[actor, r.TARGETS] = _VICTIMS
    for actor in _ACTORS:
        table[actor, r.HOSTS] = (_T.INFRASTRUCTURE,)
    return {key: frozenset(targets) for key, targets in table.items()}


_LEGAL = _legal()
