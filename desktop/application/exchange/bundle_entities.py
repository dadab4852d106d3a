"""Which entities the objects of a bundle are: those that packs and the analyst name, or new ones of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop.application.exchange.stix_rules import StixObject
from desktop.application.extraction.knowledge import Knowledge
from desktop.domain.alias import Alias, AliasStatus
from desktop.domain.entity import EntityType, entity_id_of
from desktop.domain.graph import NamedEntity
from desktop.domain.pack import named_id, slug

_T = EntityType
_NAMED = frozenset(
    {
        _T.INTRUSION_SET, _T.THREAT_ACTOR, _T.MALWARE, _T.TOOL, _T.ATTACK_PATTERN, _T.TACTIC, _T.CAMPAIGN, _T.VULNERABILITY, _T.IDENTITY,
        _T.LOCATION, _T.INFRASTRUCTURE,
    }
)  # fmt: skip
_VALUES = {
    "ipv4-addr": (_T.IPV4, "value"), "ipv6-addr": (_T.IPV6, "value"), "domain-name": (_T.DOMAIN, "value"), "url": (_T.URL, "value"),
    "email-addr": (_T.EMAIL, "value"), "mac-addr": (_T.MAC, "value"), "mutex": (_T.MUTEX, "name"),
    "windows-registry-key": (_T.REGISTRY_KEY, "key"), "autonomous-system": (_T.AUTONOMOUS_SYSTEM, "number"),
}  # fmt: skip
_HASHES = (("SHA-256", _T.SHA256), ("SHA-512", _T.SHA512), ("SHA-1", _T.SHA1), ("MD5", _T.MD5), ("SSDEEP", _T.SSDEEP))
_COMPARED = re.compile(r"(?P<type>[a-z0-9-]+):(?P<path>[\w.\-']+)\s*=\s*'(?P<value>(?:[^'\\]|\\.)*)'")
_NUMBER = re.compile(r"(?:T|G|S|C|TA)\d{4}(?:\.\d{3})?|CVE-\d{4}-\d{4,}")
_SPACE = re.compile(r"\s+")
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Named:
    """An entity, and how it is written where it is named."""

    entity: NamedEntity
    text: str


class BundleEntities:
    """Knows the objects of one bundle."""

    def __init__(self, objects: Sequence[StixObject], knowledge: Knowledge) -> None:
        self._objects = {each["id"]: each for each in objects}
        self._knowledge = knowledge
        self._replaced = {
            each["source_ref"]: each["target_ref"]
            for each in objects
            if each["type"] == "relationship" and each["relationship_type"] == "revoked-by"
        }
        self._named: dict[str, tuple[Named, ...]] = {}

    def name_of(self, stix_id: str) -> str:
        """What an object is called, on one line; its id where the bundle does not hold it."""
        stix = self._objects.get(stix_id)
        if stix is None:
            return stix_id
        named = next((stix[key] for key in ("name", "value", "key", "path", "product", "user_id", "abstract") if stix.get(key)), None)
        if stix["type"] == "autonomous-system":
            named = f"AS{stix.get('number')}"
        if named is None and isinstance(stix.get("hashes"), dict):
            named = next(iter(stix["hashes"].values()), None)
        name = _SPACE.sub(" ", str(named or stix.get("x_misp_value") or stix_id)).strip()
        return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"

    def entity_of(self, stix_id: str) -> NamedEntity | None:
        """The entity that an object is or, of an indicator, that it matches first; None where it is nothing that the graph knows."""
        seen: set[str] = set()
        while stix_id in self._replaced and stix_id not in seen:
            seen.add(stix_id)
            stix_id = self._replaced[stix_id]
        stix = self._objects.get(stix_id)
        named = self.named_by(stix) if stix is not None else ()
        return named[0].entity if named else None

    def named_by(self, stix: StixObject) -> tuple[Named, ...]:
        """Every entity that an object names, as it writes them."""
        known = self._named.get(stix["id"])
        if known is None:
            known = self._named[stix["id"]] = tuple(self._read(stix))
        return known

    def _read(self, stix: StixObject) -> Iterator[Named]:
        kind = stix["type"]
        if kind == "indicator" and stix.get("pattern_type") == "stix":
            for match in _COMPARED.finditer(str(stix["pattern"])):
                yield from self._compared(match["type"], match["path"], match["value"])
        elif kind == "file":
            hashes = stix.get("hashes")
            for name, hash_type in _HASHES if isinstance(hashes, dict) else ():
                if isinstance(value := hashes.get(name), str):  # type: ignore[union-attr]
                    yield self._observed(hash_type, value)
            if isinstance(stix.get("name"), str):
                yield self._observed(_T.FILE_NAME, stix["name"])
        elif kind in _VALUES:
            entity_type, key = _VALUES[kind]
            if stix.get(key) not in (None, ""):
                yield self._observed(entity_type, f"AS{stix[key]}" if kind == "autonomous-system" else str(stix[key]))
        elif kind in set(EntityType) and EntityType(kind) in _NAMED:
            entity = self._entity(EntityType(kind), stix)
            if entity is not None:
                yield Named(entity, self.name_of(stix["id"]))

    def _compared(self, kind: str, path: str, value: str) -> Iterator[Named]:
        """What a comparison of a pattern compares with."""
        plain = re.sub(r"\\(.)", r"\1", value)
        if kind == "file":
            hash_type = next((each for name, each in _HASHES if name.replace("-", "") in path.upper().replace("-", "")), None)
            found = hash_type or (_T.FILE_NAME if path == "name" else None)
            if found is not None:
                yield Named(self._observed(found, plain).entity, value)
        elif kind in _VALUES and path == _VALUES[kind][1]:
            yield Named(self._observed(_VALUES[kind][0], plain).entity, value)

    def _observed(self, kind: EntityType, value: str) -> Named:
        """An observable in its canonical form, as the extractor gives it; as it stands where that finds none."""
        text = _SPACE.sub(" ", value).strip()
        mention = self._knowledge.whole(text, kind)
        canonical = mention.value if mention else text.lower() if kind in (_T.DOMAIN, _T.EMAIL, _T.MAC) else text
        entity_id = (mention.entity_id if mention else None) or entity_id_of(kind, canonical)
        return Named(NamedEntity(entity_id, kind, canonical), text)

    def _entity(self, kind: EntityType, stix: StixObject) -> NamedEntity | None:
        name = _SPACE.sub(" ", str(stix.get("name") or stix.get("country") or stix.get("region") or "")).strip()[:_LONGEST_NAME]
        number = next(filter(_NUMBER.fullmatch, _external_ids(stix)), None)
        known = self._knowledge.called(kind, *([f"{kind}:{number}"] if number else []), name=name)
        if known is not None:
            return known
        if kind is _T.VULNERABILITY and number:
            return NamedEntity(entity_id_of(kind, number), kind, number)
        if not slug(name):
            return None
        entity_id = named_id(kind, name)
        return NamedEntity(entity_id, kind, name, str(stix.get("identity_class", "")), tuple(self._names(entity_id, kind, name, stix)))

    def _names(self, entity_id: str, kind: EntityType, name: str, stix: StixObject) -> Iterator[Alias]:
        """The names that the bundle gives to something new; one that packs give to something else is disputed."""
        others = (str(each) for key in ("aliases", "x_mitre_aliases") for each in stix.get(key) or ())
        for each in dict.fromkeys((name, *others)):
            taken = self._knowledge.called(kind, name=each) is not None
            status = AliasStatus.DISPUTED if taken and each != name else AliasStatus.SAME
            yield Alias(each, entity_id, "STIX", str(stix.get("modified", ""))[:10], status, is_main=each == name)


def _external_ids(stix: StixObject) -> Iterable[str]:
    references = stix.get("external_references")
    for each in references if isinstance(references, list) else ():
        if isinstance(each, dict) and str(each.get("source_name", "")).startswith(("mitre", "cve")):
            yield str(each.get("external_id", ""))
    yield str(stix.get("name", "")).upper()
