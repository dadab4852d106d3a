"""What documents mention and state, as STIX 2.1 objects: the same ids in every vault, each with its markings and its sources."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from desktop.application.exchange.misp import deterministic_id
from desktop.application.exchange.stix_rules import StixObject
from desktop.application.exchange.tlp import TLP_MARKINGS
from desktop.application.job import JobContext, Progress
from desktop.application.ports import GraphReader
from desktop.domain.document import Document
from desktop.domain.entity import EntityType
from desktop.domain.graph import Edge, EdgeQuery, EntitySummary
from desktop.domain.marking import Marking

_T = EntityType
_SCO = {
    _T.IPV4: "value", _T.IPV6: "value", _T.DOMAIN: "value", _T.URL: "value", _T.EMAIL: "value", _T.MAC: "value", _T.MUTEX: "name",
    _T.REGISTRY_KEY: "key",
}  # fmt: skip
_HASHES = {_T.MD5: "MD5", _T.SHA1: "SHA-1", _T.SHA256: "SHA-256", _T.SHA512: "SHA-512", _T.SSDEEP: "SSDEEP"}
_SDO = frozenset(
    {
        _T.INTRUSION_SET, _T.THREAT_ACTOR, _T.MALWARE, _T.TOOL, _T.ATTACK_PATTERN, _T.CAMPAIGN, _T.VULNERABILITY, _T.IDENTITY,
        _T.LOCATION, _T.INFRASTRUCTURE, _T.TACTIC,
    }
)  # fmt: skip
_ALIASED = frozenset({_T.INTRUSION_SET, _T.THREAT_ACTOR, _T.MALWARE, _T.TOOL, _T.CAMPAIGN, _T.INFRASTRUCTURE})
_EPOCH = "2020-01-01T00:00:00.000Z"
"""When an entity came to be is nothing that documents say; the same day everywhere keeps it the same object."""
_ALL = 1_000_000
_SENTENCES = 50


class GraphObjects:
    """Makes objects of the graph of some documents; of all entities, or only of some."""

    def __init__(self, graph: GraphReader, tlp_max: Marking | None, only: Sequence[str] = ()) -> None:
        self._graph = graph
        self._only = frozenset(only)
        self._allowed = frozenset(Marking.up_to(tlp_max or Marking.RED))

    def of(self, context: JobContext, documents: Sequence[Document]) -> list[StixObject]:
        """A report for each document, what they mention, and what they state."""
        shown = {each.id: each for each in documents if each.tlp in self._allowed}
        mentioned: dict[str, list[str]] = {}
        markings: dict[str, Marking] = {}
        for done, document in enumerate(shown.values()):
            context.report(Progress("export", done, len(shown), document.title))
            context.cancel.raise_if_cancelled()
            spoken_of = dict.fromkeys(each.mention.entity_id for each in self._graph.mentions_in(document.id) if each.mention.entity_id)
            found = [each for each in spoken_of if not self._only or each in self._only]
            mentioned[document.id] = found
            for entity in found:
                markings[entity] = min(markings.get(entity, document.tlp), document.tlp, key=lambda each: each.rank)
        things = {each.id: thing for each in self._graph.summaries(list(markings)) if (thing := _thing(each)) is not None}
        objects = [_marked(thing, markings[entity]) for entity, thing in things.items()]
        ids = {entity: str(thing["id"]) for entity, thing in things.items()}
        objects += self._relationships(ids, shown)
        objects += [_marked(_report(each, [ids[one] for one in mentioned[each.id] if one in ids]), each.tlp) for each in shown.values()]
        used = {ref for each in objects for ref in each["object_marking_refs"]}
        kept = [each for each in objects if each["type"] != "report" or each["object_refs"]]
        return [*(dict(each) for each in TLP_MARKINGS.values() if each["id"] in used), *kept]

    def _relationships(self, ids: Mapping[str, str], shown: Mapping[str, Document]) -> Iterator[StixObject]:
        edges = self._graph.edges_among(list(ids), EdgeQuery(limit=_ALL))
        for edge in self._graph.with_evidence(edges, _SENTENCES):
            evidence = [each for each in edge.evidence if each.document_id in shown]
            if evidence:
                sources = [shown[each] for each in dict.fromkeys(each.document_id for each in evidence)]
                strictest = max((each.tlp for each in sources), key=lambda each: each.rank)
                quotes = "\n".join(dict.fromkeys(each.quote for each in evidence))
                yield _marked(_relationship(edge, ids, quotes, max(each.confidence for each in evidence), sources), strictest)


def _thing(entity: EntitySummary) -> StixObject | None:
    """An entity as an object; None for what STIX has no object for."""
    kind = entity.type
    if kind in _SCO:
        return _observable(kind.value, entity.value, {_SCO[kind]: entity.value})
    if kind in _HASHES:
        return _observable("file", entity.value, {"hashes": {_HASHES[kind]: entity.value}})
    if kind is _T.FILE_NAME:
        return _observable("file", entity.value, {"name": entity.value})
    if kind is _T.AUTONOMOUS_SYSTEM and entity.value.upper().removeprefix("AS").isdecimal():
        return _observable(kind.value, entity.value, {"number": int(entity.value.upper().removeprefix("AS"))})
    if kind not in _SDO:
        return None
    stix: StixObject = {"type": kind.value, "spec_version": "2.1", "id": deterministic_id(kind.value, entity.id)}
    stix |= {"created": _EPOCH, "modified": _EPOCH, "name": entity.value}
    if kind is _T.MALWARE:
        stix["is_family"] = True
    if entity.identity_class:
        stix["identity_class"] = entity.identity_class
    if kind in _ALIASED and entity.aliases:
        stix["aliases"] = list(entity.aliases)
    number = entity.id.partition(":")[2]
    known = [{"source_name": "cve" if number.startswith("CVE-") else "mitre-attack", "external_id": number}]
    return stix | ({"external_references": known} if number[:1].isupper() and number[-1:].isdigit() else {})


def _observable(kind: str, value: str, properties: StixObject) -> StixObject:
    return {"type": kind, "spec_version": "2.1", "id": deterministic_id(kind, value), **properties}


def _relationship(edge: Edge, ids: Mapping[str, str], quotes: str, confidence: float, sources: Iterable[Document]) -> StixObject:
    said = f"{edge.source} {edge.relationship} {edge.target}"
    references: defaultdict[str, StixObject] = defaultdict(dict)
    for each in sources:
        references[each.id] = {"source_name": "coffer", "external_id": each.id, "description": each.title}
    when = f"{edge.last_seen}-01-01"[:10] if len(edge.last_seen) < 10 else edge.last_seen
    moment = f"{when}T00:00:00.000Z" if len(when) == 10 and when[4] == when[7] == "-" else _EPOCH
    return {
        "type": "relationship",
        "spec_version": "2.1",
        "id": deterministic_id("relationship", said),
        "created": _EPOCH,
        "modified": max(moment, _EPOCH),
        "relationship_type": edge.relationship.value,
        "source_ref": ids[edge.source],
        "target_ref": ids[edge.target],
        "description": quotes,
        "confidence": round(confidence * 100),
        "external_references": list(references.values()),
        "x_coffer_status": edge.status.value,
    }


def _report(document: Document, refs: list[str]) -> StixObject:
    day = document.published or document.imported_at[:10]
    moment = f"{day}T00:00:00.000Z" if len(day) == 10 else f"{day[:4]}-01-01T00:00:00.000Z"
    stamp = document.imported_at.replace("Z", ".000Z") if len(document.imported_at) == 20 else _EPOCH
    stix: StixObject = {"type": "report", "spec_version": "2.1", "id": deterministic_id("report", document.id)}
    stix |= {"created": stamp, "modified": stamp, "name": document.title, "published": moment, "object_refs": refs}
    return stix | {"external_references": [{"source_name": "coffer", "external_id": document.id, "hashes": _hashes(document)}]}


def _hashes(document: Document) -> StixObject:
    return {"SHA-256": document.source_sha256}


def _marked(stix: StixObject, marking: Marking) -> StixObject:
    return stix | {"object_marking_refs": [TLP_MARKINGS[marking]["id"]]}
