"""A part of the graph as GraphML, and as two tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from desktop.application.csv_tables import as_csv
from desktop.domain.graph import Edge
from desktop.domain.graph_export import GraphPart

NODE_COLUMNS = ("id", "type", "name", "aliases", "documents", "mentions", "first_seen", "last_seen", "tlp")
EDGE_COLUMNS = (
    "source", "source_name", "relationship", "target", "target_name", "negated", "status", "confidence", "sentences", "documents",
    "first_seen", "last_seen", "quotes", "evidence", "tlp",
)  # fmt: skip
_NUMBERS = frozenset({"documents", "mentions", "sentences"})
_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no way to write, not even escaped."""


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A line of the table of nodes."""

    id: str
    type: str
    name: str
    aliases: tuple[str, ...]
    documents: int
    mentions: int
    first_seen: str
    last_seen: str
    tlp: str


@dataclass(frozen=True, slots=True)
class EdgeRow:
    """A line of the table of edges; `evidence` are document:start-end of the quotes, in their order."""

    source: str
    source_name: str
    relationship: str
    target: str
    target_name: str
    negated: bool
    status: str
    confidence: float
    sentences: int
    documents: int
    first_seen: str
    last_seen: str
    quotes: tuple[str, ...]
    evidence: tuple[str, ...]
    tlp: str


def node_table(part: GraphPart) -> str:
    """The nodes as CSV."""
    return as_csv(NODE_COLUMNS, node_rows(part))


def edge_table(part: GraphPart) -> str:
    """The edges as CSV, each with all that states it."""
    return as_csv(EDGE_COLUMNS, edge_rows(part))


def node_rows(part: GraphPart) -> Iterator[NodeRow]:
    """A row a node."""
    for each in part.nodes:
        first, last = part.dates.get(each.id, ("", ""))
        yield NodeRow(each.id, each.type.value, each.value, each.aliases, each.documents, each.mentions, first, last, part.marking.value)


def edge_rows(part: GraphPart) -> Iterator[EdgeRow]:
    """A row an edge."""
    names = {each.id: each.value for each in part.nodes}
    for each in part.edges:
        quotes = tuple(" ".join(sentence.quote.split()) for sentence in each.evidence)
        places = tuple(f"{sentence.document_id}:{sentence.start}-{sentence.end}" for sentence in each.evidence)
        yield EdgeRow(
            each.source, names[each.source], each.relationship.value, each.target, names[each.target], each.negated, each.status.value,
            each.confidence, each.sentences, each.documents, each.first_seen, each.last_seen, quotes, places, part.marking.value,
        )  # fmt: skip


def graphml(part: GraphPart) -> bytes:
    """GraphML 1.0, whose attributes are the columns of the tables."""
    root = ElementTree.Element("graphml", xmlns=_NAMESPACE)
    for kind, columns in (("node", NODE_COLUMNS[1:]), ("edge", tuple(each for each in EDGE_COLUMNS if each not in ("source", "target")))):
        for name in columns:
            attributes = {"id": f"{kind}_{name}", "for": kind, "attr.name": name, "attr.type": _type_of(name)}
            ElementTree.SubElement(root, "key", attributes)
    graph = ElementTree.SubElement(root, "graph", id="coffer", edgedefault="directed")
    ElementTree.SubElement(graph, "desc").text = f"TLP:{part.marking}"
    for node in node_rows(part):
        element = ElementTree.SubElement(graph, "node", id=_writable(node.id))
        _put(element, "node", node, NODE_COLUMNS[1:])
    for number, (edge, row) in enumerate(zip(part.edges, edge_rows(part), strict=True), start=1):
        element = ElementTree.SubElement(graph, "edge", _ends(number, edge))
        _put(element, "edge", row, tuple(each for each in EDGE_COLUMNS if each not in ("source", "target")))
    ElementTree.indent(root)
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))


def _ends(number: int, edge: Edge) -> dict[str, str]:
    return {"id": f"e{number}", "source": _writable(edge.source), "target": _writable(edge.target)}


def _put(element: ElementTree.Element, kind: str, row: object, columns: tuple[str, ...]) -> None:
    for name in columns:
        value = getattr(row, name)
        text = "\n".join(value) if isinstance(value, tuple) else str(value).lower() if isinstance(value, bool) else str(value)
        if text:
            ElementTree.SubElement(element, "data", key=f"{kind}_{name}").text = _writable(text)


def _type_of(name: str) -> str:
    return "int" if name in _NUMBERS else {"negated": "boolean", "confidence": "double"}.get(name, "string")


def _writable(text: str) -> str:
    return _UNWRITABLE.sub("\ufffd", text)
