"""The marking that a text itself bears, where markings stand: on a line of its own, at the top, or at the edge of a page."""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop.domain.document import PAGE_MARK
from desktop.domain.marking import Marking

_LABEL = re.compile(
    r"(?<![\w/])TLP\s{0,2}[:\uff1a\-\u2013]?\s{0,2}(AMBER\s{0,2}\+\s{0,2}STRICT|RED|AMBER|GREEN|CLEAR|WHITE)(?![\w+/])", re.IGNORECASE
)
_TOP = 3000
"""Characters in which a short line with a label counts as a marking."""
_LONGEST_LINE = 160
_MOST_WORDS = 14
_EDGE_LINES = 3


@dataclass(frozen=True, slots=True)
class StatedMarking:
    """A marking, and what stands in the text."""

    marking: Marking
    quote: str


def stated_marking(body: str) -> StatedMarking | None:
    """The highest marking that a text bears; what merely speaks of markings in a sentence is none."""
    found = [each for line in _marking_lines(body) if (each := _label_of(line)) is not None]
    return max(found, key=lambda each: each.marking.rank, default=None)


def heeded(marking: Marking, body: str) -> Marking:
    """How a text is marked in effect: as its document says, or as it says itself if that is stricter."""
    stated = stated_marking(body)
    return Marking.highest([marking, stated.marking]) if stated else marking


def _label_of(line: str) -> StatedMarking | None:
    """The label of a line that is little else; of several labels (a legend of all of them) none counts."""
    labels = list(_LABEL.finditer(line))
    names = {Marking.parse(re.sub(r"\s", "", label[1])) for label in labels}
    if len(names) != 1 or len(line) > _LONGEST_LINE or len(line.split()) > _MOST_WORDS:
        return None
    return StatedMarking(names.pop(), labels[0][0])


def _marking_lines(body: str) -> list[str]:
    """Lines in which a marking may stand: those at the top, at the edges of pages, and at the end."""
    lines = body[:_TOP].splitlines()
    for page in PAGE_MARK.split(body)[::2]:
        own = [line for line in page.splitlines() if line.strip()]
        lines += [*own[:_EDGE_LINES], *own[-_EDGE_LINES:]]
    return list(dict.fromkeys(lines))
