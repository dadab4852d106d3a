"""A part of the graph as a layer of the ATT&CK Navigator (layer format 4.5): techniques with counts as scores."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from desktop.domain.entity import EntityType
from desktop.domain.graph_export import ExportScope, GraphPart

_NUMBER = re.compile(r"T\d{4}(?:\.\d{3})?")
_COLOURS = ("#ffffff", "#7aa6e8", "#1f5cb8")
_DOMAIN = "enterprise-attack"


@dataclass(frozen=True, slots=True)
class ScoredTechnique:
    """A technique by its ATT&CK number, in how many documents it is spoken of, and who uses it there."""

    number: str
    score: int
    users: tuple[str, ...]


def scored(part: GraphPart, scope: ExportScope) -> tuple[list[ScoredTechnique], list[str]]:
    """The techniques of a part by number, and the names of those that have none.

    The score counts documents: those that mention a technique; of a selection of other things, those that connect it with one of them.
    """
    chosen = frozenset(scope.entities)
    names = {each.id: each.value for each in part.nodes}
    found, without = [], []
    for each in part.nodes:
        if each.type is not EntityType.ATTACK_PATTERN:
            continue
        edges = [edge for edge in part.edges if each.id in (edge.source, edge.target) and not edge.negated]
        users = dict.fromkeys(names[edge.source if edge.target == each.id else edge.target] for edge in edges)
        stating = {sentence.document_id for edge in edges for sentence in edge.evidence}
        number = each.id.partition(":")[2]
        if _NUMBER.fullmatch(number) is None:
            without.append(each.value)
        else:
            score = len(stating) if chosen and each.id not in chosen else each.documents
            found.append(ScoredTechnique(number, score, tuple(users)))
    return sorted(found, key=lambda each: each.number), without


def navigator_layer(techniques: Iterable[ScoredTechnique], name: str, part: GraphPart) -> bytes:
    """The layer as JSON."""
    listed = list(techniques)
    parents = {each.number.partition(".")[0] for each in listed if "." in each.number}
    own = {each.number for each in listed}
    entries: list[dict[str, Any]] = [
        {
            "techniqueID": each.number,
            "score": each.score,
            "enabled": True,
            "comment": f"With {', '.join(each.users)}" if each.users else "",
            "showSubtechniques": each.number in parents,
        }
        for each in listed
    ]
    entries += [{"techniqueID": each, "enabled": True, "showSubtechniques": True} for each in sorted(parents - own)]
    layer = {
        "name": name,
        "versions": {"navigator": "5.1.0", "layer": "4.5"},
        "domain": _DOMAIN,
        "description": f"Documents that speak of each technique. TLP:{part.marking}",
        "sorting": 3,
        "techniques": entries,
        "gradient": {"colors": list(_COLOURS), "minValue": 0, "maxValue": max((each.score for each in listed), default=1)},
        "metadata": [{"name": "TLP", "value": part.marking.value}],
    }
    return json.dumps(layer, ensure_ascii=False, indent=1).encode()
