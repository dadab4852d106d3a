"""Which entity a name stands for, out of what packs say and what the analyst decided."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from desktop.application.extraction.folding import name_key
from desktop.domain.alias import Alias, AliasDecision, AliasStatus
from desktop.domain.entity import EntityType
from desktop.domain.pack import Pack, PackEntry, named_id

_FAMILY = {EntityType.THREAT_ACTOR: EntityType.INTRUSION_SET, EntityType.TOOL: EntityType.MALWARE}
_ARE_MALWARE = frozenset({"MISP RAT", "MISP Stealer"})
"""Lists of nothing but malware: what one of them holds is malware, even where ATT&CK files it under tools because it is sold."""
_ARE_TOOLS = frozenset({"Coffer"})
"""Lists that name programs with honest uses as tools: there they are tools, though lists of malware hold them because they are abused."""
_HEAVIEST = 1
"""The authority of a source that others do not contradict."""
_DISPUTES = 2
"""So many entries of one source that claim a name for themselves make it disputed, whatever a weightier source says."""


def family_of(kind: EntityType) -> EntityType:
    """Kinds between which a name is the same name: actors, and malware with tools."""
    return _FAMILY.get(kind, kind)


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """Something that packs or the analyst name."""

    id: str
    type: EntityType
    name: str
    identity_class: str = ""


@dataclass(frozen=True, slots=True)
class Sense:
    """What a name can stand for within one family of kinds: one entity, or several that claim it."""

    type: EntityType
    entities: tuple[KnownEntity, ...]
    alias: Alias

    @property
    def entity(self) -> KnownEntity | None:
        """The entity, unless several share the name."""
        return self.entities[0] if len(self.entities) == 1 else None


@dataclass(frozen=True, slots=True)
class AliasBook:
    """All known names. `entities` holds every entity by id, `senses` what a name's key can mean, `aliases` all names of an entity."""

    entities: Mapping[str, KnownEntity]
    aliases: Mapping[str, tuple[Alias, ...]]
    senses: Mapping[str, tuple[Sense, ...]]
    moved: Mapping[str, str] = field(default_factory=dict)
    """Ids that packs or the analyst replaced by another."""
    unclear: tuple[AliasDecision, ...] = ()
    """Decisions that name nothing known, or more than one thing, and so change nothing."""

    def meanings(self, name: str) -> tuple[Sense, ...]:
        """What a name can stand for, one sense a family of kinds."""
        return self.senses.get(name_key(name), ())

    def current(self, entity_id: str) -> str:
        """The id that an id has become, or itself."""
        return self.moved.get(entity_id, entity_id)


def compile_aliases(packs: Sequence[Pack], decisions: Iterable[AliasDecision] = ()) -> AliasBook:
    """The book of all names that the packs give, weightiest pack first, with the analyst's decisions above them."""
    compiler = _Compiler()
    for pack in sorted(packs, key=lambda each: (each.manifest.authority, each.manifest.name)):
        for _, entries in groupby(pack.entries, key=lambda each: each.source):
            compiler.add_source(list(entries), pack.manifest.authority)
    return compiler.book(list(decisions))


@dataclass(frozen=True, slots=True)
class _Claim:
    """A name given to an entity by an entry of a source."""

    alias: Alias
    authority: int


class _Compiler:
    """Takes sources one after another, and joins an entry to what an earlier source calls the same.

    An entry is what a weightier source calls by the entry's main name; failing that, one entry of a source, no more, is the
    entity with which it shares most names: who keeps two lists of names says that they are two. Sharing names with both
    joins nothing, and a name that both claim is disputed.
    """

    def __init__(self) -> None:
        self._entities: dict[str, KnownEntity] = {}
        self._claims: defaultdict[tuple[EntityType, str], list[_Claim]] = defaultdict(list)
        self._moved: dict[str, str] = {}
        self._weights: dict[str, int] = {}

    def add_source(self, entries: Sequence[PackEntry], authority: int) -> None:
        """Add what one source lists."""
        self._moved |= {each.id: each.replaced_by for each in entries if each.replaced_by}
        current = [each for each in entries if not each.replaced_by]
        joined = self._joined(current)
        for entry in current:
            self._add(entry, joined.get(entry.id) or self._new_id(entry), authority)
        for entry in entries:
            if entry.replaced_by and entry.replaced_by in self._entities:
                self._claim(entry, entry.replaced_by, authority, is_main=False)

    def _joined(self, entries: Sequence[PackEntry]) -> dict[str, str]:
        """Entry id -> the entity of earlier sources that it is."""
        joined = {entry.id: target for entry in entries if (target := self._by_main_name(entry))}
        shared = [(entry, *best) for entry in entries if entry.id not in joined and (best := self._by_other_names(entry))]
        taken: set[str] = set()
        for entry, target, _ in sorted(shared, key=lambda each: -each[2]):
            if target not in taken:
                joined[entry.id] = target
                taken.add(target)
        return joined

    def _by_main_name(self, entry: PackEntry) -> str | None:
        """The one entity that an earlier source, or the weightiest of those that do, calls by the entry's main name."""
        claims = self._claims.get((family_of(entry.type), name_key(entry.name)), ())
        weightiest = min((each.authority for each in claims), default=0)
        owners = {each.alias.entity_id for each in claims if each.authority == weightiest}
        return next(iter(owners)) if len(owners) == 1 else None

    def _by_other_names(self, entry: PackEntry) -> tuple[str, int] | None:
        """The entity of the weightiest source with which the entry shares clearly the most names, and how many."""
        shared = Counter(owner for name in entry.aliases for owner in self._owners(entry.type, name))
        weightiest = min((self._weights[owner] for owner in shared), default=0)
        ranked = [each for each in shared.most_common() if self._weights[each[0]] == weightiest]
        return ranked[0] if ranked and (len(ranked) == 1 or ranked[0][1] >= 2 * ranked[1][1]) else None

    def _owners(self, kind: EntityType, name: str) -> set[str]:
        return {each.alias.entity_id for each in self._claims.get((family_of(kind), name_key(name)), ())}

    def _new_id(self, entry: PackEntry) -> str:
        return entry.id if entry.id not in self._entities else named_id(entry.type, f"{entry.name} {entry.source}")

    def _add(self, entry: PackEntry, entity_id: str, authority: int) -> None:
        if entity_id not in self._entities:
            self._entities[entity_id] = KnownEntity(entity_id, entry.type, entry.name, entry.identity_class)
            self._weights[entity_id] = authority
        elif entity_id != entry.id:
            self._moved.setdefault(entry.id, entity_id)
        if entry.source in _ARE_MALWARE and self._entities[entity_id].type is EntityType.TOOL:
            entity_id = self._as(EntityType.MALWARE, self._entities[entity_id])
        if entry.source in _ARE_TOOLS and entry.type is EntityType.TOOL and self._may_be_tool(self._entities[entity_id]):
            entity_id = self._as(EntityType.TOOL, self._entities[entity_id])
        self._claim(entry, entity_id, authority, is_main=True)

    def _may_be_tool(self, known: KnownEntity) -> bool:
        """Whether something goes as malware that the heaviest source does not call so."""
        was_tool = f"{EntityType.TOOL}:{known.id.partition(':')[2]}" in self._entities
        return known.type is EntityType.MALWARE and (was_tool or self._weights[known.id] > _HEAVIEST)

    def _as(self, kind: EntityType, known: KnownEntity) -> str:
        """The new id of malware that is a tool, or of a tool that is malware."""
        new_id = f"{kind}:{known.id.partition(':')[2]}"
        self._entities[new_id] = replace(known, id=new_id, type=kind)
        self._weights[new_id] = self._weights[known.id]
        self._moved.pop(new_id, None)
        self._merge(known.id, new_id)
        return new_id

    def _claim(self, entry: PackEntry, entity_id: str, authority: int, *, is_main: bool) -> None:
        family = family_of(self._entities[entity_id].type)
        for name in (entry.name, *entry.aliases, *entry.numbers):
            alias = Alias(name, entity_id, entry.source, entry.date, is_main=is_main and name == entry.name)
            self._claims[family, name_key(name)].append(_Claim(alias, authority))

    def book(self, decisions: Sequence[AliasDecision]) -> AliasBook:
        """The finished book."""
        last = {(name_key(each.name), name_key(each.other)): each for each in decisions}
        unclear = [each for each in last.values() if not self._decide(each)]
        names: defaultdict[str, dict[str, Alias]] = defaultdict(dict)
        senses: defaultdict[str, list[Sense]] = defaultdict(list)
        for (_, key), claims in self._claims.items():
            sense = self._sense(claims) if key else None
            if sense:
                senses[key].append(sense)
            for alias in (each.alias for each in claims):
                shared = sense is not None and sense.entity is None and alias.status is AliasStatus.SAME
                names[alias.entity_id].setdefault(alias.name, replace(alias, status=AliasStatus.DISPUTED) if shared else alias)
        return AliasBook(
            {each.id: each for each in self._entities.values() if each.id not in self._moved},
            {entity_id: tuple(each.values()) for entity_id, each in names.items()},
            {key: tuple(each) for key, each in senses.items()},
            {old: _last(self._moved, old) for old in self._moved},
            tuple(unclear),
        )

    def _decide(self, decision: AliasDecision) -> bool:
        """Carry out what the analyst decided; False if it does not say of which one entity."""
        others = self._named(decision.other)
        if len(others) != 1:
            return False
        other = self._entities[others[0]]
        claims = self._claims[family_of(other.type), name_key(decision.name)]
        alias = Alias(decision.name, other.id, "aliases.csv", decision.date, decision.status)
        if decision.status is AliasStatus.SAME:
            for owner in [each for each in self._named(decision.name) if each != other.id]:
                self._merge(owner, other.id)
            claims[:] = [_Claim(replace(alias, is_main=True), 0)]
        elif decision.status is AliasStatus.DISPUTED:
            claims.append(_Claim(alias, 0))
        else:
            claims[:] = [each for each in claims if each.alias.entity_id != other.id] + [_Claim(alias, 0)]
            if len(claims) == 1:
                self._split(decision, other, claims)
        return True

    def _named(self, name: str) -> list[str]:
        """The entities that a name or an id stands for."""
        if _last(self._moved, name) in self._entities:
            return [_last(self._moved, name)]
        families = dict.fromkeys(family_of(kind) for kind in EntityType)
        found = [claims for family in families if (claims := self._claims.get((family, name_key(name))))]
        return [owner for claims in found for owner in _settled([each for each in claims if each.alias.status is not AliasStatus.DISTINCT])]

    def _merge(self, old: str, new: str) -> None:
        if family_of(self._entities[old].type) != family_of(self._entities[new].type):
            return
        self._moved[old] = new
        for claims in self._claims.values():
            claims[:] = [
                replace(each, alias=replace(each.alias, entity_id=new)) if each.alias.entity_id == old else each for each in claims
            ]

    def _split(self, decision: AliasDecision, other: KnownEntity, claims: list[_Claim]) -> None:
        """A name that is not the one it was taken for stands for something of its own."""
        own = KnownEntity(named_id(other.type, decision.name), other.type, decision.name, other.identity_class)
        self._entities.setdefault(own.id, own)
        claims.append(_Claim(Alias(decision.name, own.id, "aliases.csv", decision.date, is_main=True), 0))

    def _sense(self, claims: Sequence[_Claim]) -> Sense | None:
        valid = [each for each in claims if each.alias.status is not AliasStatus.DISTINCT]
        if not valid:
            return None
        owners = _settled(valid)
        entities = tuple(self._entities[each] for each in owners)
        return Sense(entities[0].type, entities, next(each.alias for each in valid if each.alias.entity_id == owners[0]))


def _settled(claims: Sequence[_Claim]) -> list[str]:
    """Who a name belongs to: its only claimant, the only one who goes by it, or the one whom the weightiest source names undisputed."""
    owners = list(dict.fromkeys(each.alias.entity_id for each in claims))
    if len(owners) < _DISPUTES or any(each.alias.status is AliasStatus.DISPUTED for each in claims):
        return owners
    main = list(dict.fromkeys(each.alias.entity_id for each in claims if each.alias.is_main))
    if len(main) == 1:
        return main
    weightiest = min(each.authority for each in claims)
    first = {each.alias.entity_id for each in claims if each.authority == weightiest}
    by_source = Counter(source for source, _ in {(each.alias.source, each.alias.entity_id) for each in claims})
    if len(first) == 1 and max(by_source.values()) < _DISPUTES:
        return list(first)
    return owners


def _last(moved: Mapping[str, str], entity_id: str) -> str:
    seen = {entity_id}
    while (after := moved.get(entity_id)) is not None and after not in seen:
        entity_id = after
        seen.add(after)
    return entity_id
