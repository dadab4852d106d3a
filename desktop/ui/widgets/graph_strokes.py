"""The lines and nodes of a picture as Qt draws them fastest: sorted once by how they look, in the picture's own coordinates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from math import hypot, inf, log2
from typing import NamedTuple

from PySide6.QtCore import QLineF, QRectF

from desktop.domain.graph import EdgeStatus
from desktop.domain.graph_picture import DrawnNode, Line, Picture
from desktop.domain.graph_view import Kind, Spot

RADIUS, COLLECTION_RADIUS = 17.0, 23.0
WIDEST = 3
MOST_ASKED = 250
"""So many nodes at most are asked how far the nearest other is: each may have to look at all of them."""
LEAST_HIT = 6.0
"""Pixels of the screen by which a node or a line may be missed."""


class Stroke(IntEnum):
    """How a line is drawn, the weakest word first, for the later lie over the earlier."""

    FAINT = 0
    DERIVED = 1
    STATED = 2
    ASSERTED = 3


def stroke_of(line: Line) -> Stroke:
    """Derived lines are dashed, what a source or the analyst says is solid, and mere neighbours in a sentence or document are faint."""
    return _stroke_and_width(line)[0]


def width_of(line: Line) -> int:
    """Pixels across: one for a single source, more for many."""
    return _stroke_and_width(line)[1]


def radius_of(node: DrawnNode) -> float:
    """How far a node reaches from its middle."""
    return COLLECTION_RADIUS if node.is_collection else RADIUS


Look = tuple[bool, Stroke, int]
"""Whether it is faded, how it is drawn, and how wide."""


class DrawnLine(NamedTuple):
    """A line with its place, how it looks, and how long it is."""

    line: Line
    drawn: QLineF
    look: Look
    length: float


@dataclass
class Strokes:
    """A picture with places; `boxes` are the left, right, top and bottom of each line.

    `ranked` are the nodes by who may say its name first: what is not faded, collections and documents, then by how many mention it and what
    it is tied to. What has no place is left out.
    """

    nodes: dict[str, DrawnNode] = field(default_factory=dict)
    spots: dict[str, Spot] = field(default_factory=dict)
    faded: frozenset[str] = frozenset()
    ranked: list[tuple[DrawnNode, float, float]] = field(default_factory=list)
    lines: list[DrawnLine] = field(default_factory=list)
    boxes: list[tuple[float, float, float, float]] = field(default_factory=list)

    @property
    def bounds(self) -> QRectF:
        """What it takes up at natural size, with names."""
        return self.bounds_at(1.0)

    def bounds_at(self, scale: float) -> QRectF:
        """What it takes up with its nodes so far apart, and names in the letters that they always have."""
        if not self.spots:
            return QRectF()
        across, down = [x * scale for x, _ in self.spots.values()], [y * scale for _, y in self.spots.values()]
        return QRectF(min(across), min(down), max(across) - min(across), max(down) - min(down)).adjusted(-110, -50, 110, 60)

    @cached_property
    def apart(self) -> float:
        """How far from the nearest other node nine in ten of them stand at least; of very many, as far as a part of them tells."""
        sizes = [max(each, default=0.0) - min(each, default=0.0) for each in zip(*self.spots.values(), strict=True)]
        placed = sorted(self.spots.values() if not sizes or sizes[0] >= sizes[1] else ((y, x) for x, y in self.spots.values()))
        asked = range(0, len(placed), 1 + len(placed) // MOST_ASKED)
        nearest = sorted(_to_nearest(placed, place) for place in asked)
        return nearest[len(nearest) // 10] if nearest else inf

    def is_faded(self, line: Line) -> bool:
        """Whether a line stands back: it touches what does, or has no evidence in the stretch of time that is looked at."""
        return line.aside or (bool(self.faded) and (line.source in self.faded or line.target in self.faded))

    def node_at(self, spot: Spot, scale: float, size: float = 0.0) -> DrawnNode | None:
        """The node that lies at a place of the picture; from afar it need not be hit so well, nor where it is drawn in a larger `size`."""
        x, y = spot
        least = max(LEAST_HIT, RADIUS * size) / scale
        reach = max(COLLECTION_RADIUS, least) + 2
        close = ((key, hypot(x - a, y - b)) for key, (a, b) in self.spots.items() if abs(x - a) < reach and abs(y - b) < reach)
        hit = [(far, key) for key, far in close if far <= max(radius_of(self.nodes[key]) + 2, least)]
        return self.nodes[min(hit)[1]] if hit else None

    def line_at(self, spot: Spot, scale: float) -> Line | None:
        """The line that runs by a place of the picture."""
        x, y = spot
        best, least = None, LEAST_HIT / scale
        for (line, *_), (left, right, top, bottom) in zip(self.lines, self.boxes, strict=True):
            if not (left - least <= x <= right + least and top - least <= y <= bottom + least):
                continue
            (a, b), (c, d) = self.spots[line.source], self.spots[line.target]
            long = (c - a) ** 2 + (d - b) ** 2 or 1.0
            share = min(1.0, max(0.0, ((x - a) * (c - a) + (y - b) * (d - b)) / long))
            far = hypot(x - a - share * (c - a), y - b - share * (d - b))
            if far < least:
                best, least = line, far
        return best


def strokes_of(picture: Picture, spots: Mapping[str, Spot], focus: frozenset[str]) -> Strokes:
    """Sort a picture; with a focus, all is faded but that and what it is tied to."""
    nodes = {each.key: each for each in picture.nodes if each.key in spots}
    made = Strokes(nodes, {key: spots[key] for key in nodes}, _faded(picture, nodes, focus))
    for line in picture.lines:
        if line.source in nodes and line.target in nodes:
            drawn, box = _between(line, made.spots)
            stroke, width = _stroke_and_width(line)
            made.boxes.append(box)
            made.lines.append(DrawnLine(line, drawn, (made.is_faded(line), stroke, width), drawn.length()))
    weights = Counter({key: each.weight for key, each in nodes.items()})
    weights.update(end for each in made.lines for end in (each.line.source, each.line.target))
    ordered = sorted(nodes.values(), key=lambda each: (each.key in made.faded, not _is_large(each), -weights[each.key]))
    made.ranked = [(each, *spots[each.key]) for each in ordered]
    return made


def with_moved(strokes: Strokes, spots: Mapping[str, Spot]) -> Strokes:
    """The same with some of its nodes at other places; only what hangs on them is placed anew."""
    made = replace(strokes, spots={**strokes.spots, **spots}, lines=strokes.lines.copy(), boxes=strokes.boxes.copy())
    for place, each in enumerate(strokes.lines):
        if each.line.source in spots or each.line.target in spots:
            drawn, made.boxes[place] = _between(each.line, made.spots)
            made.lines[place] = DrawnLine(each.line, drawn, each.look, drawn.length())
    made.ranked = [(each[0], *spots[each[0].key]) if each[0].key in spots else each for each in strokes.ranked]
    return made


def _to_nearest(placed: Sequence[Spot], place: int) -> float:
    """How far it is to the nearest other of what is sorted by its first coordinate."""
    (a, b), least = placed[place], inf
    for others in (range(place + 1, len(placed)), range(place - 1, -1, -1)):
        for other in others:
            c, d = placed[other]
            if abs(c - a) >= least:
                break
            least = min(least, hypot(c - a, d - b))
    return least


def _between(line: Line, spots: Mapping[str, Spot]) -> tuple[QLineF, tuple[float, float, float, float]]:
    (a, b), (c, d) = spots[line.source], spots[line.target]
    return QLineF(a, b, c, d), (a if a < c else c, c if a < c else a, b if b < d else d, d if b < d else b)


def _stroke_and_width(line: Line) -> tuple[Stroke, int]:
    if not line.is_claim:
        return Stroke.FAINT, 1
    status, documents = line.status, line.documents
    stroke = Stroke.ASSERTED if status is EdgeStatus.ASSERTED else Stroke.STATED if status is EdgeStatus.STATED else Stroke.DERIVED
    return stroke, 1 if documents < 2 else 1 + min(WIDEST, int(log2(documents)))


def _is_large(node: DrawnNode) -> bool:
    return node.is_collection or node.kind is Kind.DOCUMENT


def _faded(picture: Picture, nodes: Mapping[str, DrawnNode], focus: frozenset[str]) -> frozenset[str]:
    aside = picture.aside & nodes.keys()
    if not focus & nodes.keys():
        return aside
    near = set(focus)
    for line in picture.lines:
        if line.source in focus:
            near.add(line.target)
        if line.target in focus:
            near.add(line.source)
    return aside | (nodes.keys() - near)
