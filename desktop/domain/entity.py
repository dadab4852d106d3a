"""Entities and their mentions: what a text names or shows, and exactly where."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class EntityType(StrEnum):
    """Kinds of entity; the values are STIX 2.1's names where it has one."""

    INTRUSION_SET = "intrusion-set"
    THREAT_ACTOR = "threat-actor"
    MALWARE = "malware"
    TOOL = "tool"
    ATTACK_PATTERN = "attack-pattern"
    TACTIC = "x-mitre-tactic"
    CAMPAIGN = "campaign"
    VULNERABILITY = "vulnerability"
    IDENTITY = "identity"
    LOCATION = "location"
    INFRASTRUCTURE = "infrastructure"
    IPV4 = "ipv4-addr"
    IPV6 = "ipv6-addr"
    DOMAIN = "domain-name"
    URL = "url"
    EMAIL = "email-addr"
    MAC = "mac-addr"
    AUTONOMOUS_SYSTEM = "autonomous-system"
    REGISTRY_KEY = "windows-registry-key"
    MUTEX = "mutex"
    FILE_PATH = "file-path"
    FILE_NAME = "file-name"
    MD5 = "md5"
    SHA1 = "sha1"
    SHA256 = "sha256"
    SHA512 = "sha512"
    SSDEEP = "ssdeep"
    WALLET = "cryptocurrency-wallet"
    USER_AGENT = "user-agent"

    @property
    def is_indicator(self) -> bool:
        """Whether such an entity is recognised by its own form and not by a name; a vulnerability is both and counts as a name."""
        return self in _INDICATORS


_INDICATORS = frozenset(list(EntityType)[list(EntityType).index(EntityType.IPV4) :])


def entity_id_of(kind: EntityType, value: str) -> str:
    """The id of an entity that is what its canonical value says, such as an indicator or a vulnerability."""
    return f"{kind}:{value}"


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity at a span: `text` is exactly what stands in the input from `start` to `end`, in code points, end exclusive.

    `value` is the canonical form. `confidence` is 0 to 1, and `by` says what found it, in words for a person: a pattern,
    a pack and the alias that matched. `entity_id` is None where several entities share the name; `candidates` names them then.
    `identity_class` is STIX's, for identities only ("class" for a sector). `notes` are remarks that lower its worth without making it
    wrong, such as the name of a warning list on which it stands.
    """

    type: EntityType
    value: str
    text: str
    start: int
    end: int
    confidence: float
    by: str
    entity_id: str | None
    candidates: tuple[str, ...] = ()
    identity_class: str = ""
    notes: tuple[str, ...] = ()
