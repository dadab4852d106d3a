"""What is said of a picture of the graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from desktop.domain.graph import Direction, EdgeStatus
from desktop.domain.graph_card import Card, Choice, Evidence, OrderedWays, WayStep
from desktop.domain.graph_export import ExportFormat
from desktop.domain.graph_picture import KIND_WORDS, Line, Picture
from desktop.domain.graph_timeline import Bins, Period, Timeline
from desktop.domain.graph_view import MENTIONS, GraphView, Kind
from desktop.domain.reading import OpenRequest
from desktop.domain.relation import Relationship

STATUS_WORDS = {
    EdgeStatus.DERIVED: "derived by Coffer",
    EdgeStatus.STATED: "stated by a source",
    EdgeStatus.ASSERTED: "asserted by you",
}
FORMAT_WORDS = {
    ExportFormat.GRAPHML: "GraphML",
    ExportFormat.CSV: "Tables (CSV)",
    ExportFormat.NAVIGATOR: "ATT&CK Navigator layer",
    ExportFormat.STIX: "STIX 2.1 bundle",
}
_RELATED = {Relationship.RELATED_TO: "seen together with", MENTIONS: "mentioned"}


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def shown_words(picture: Picture, view: GraphView) -> str:
    """How much of what is held is drawn one by one."""
    collections = len(picture.nodes) - picture.single
    within = sum(each.members for each in picture.nodes if each.is_collection)
    later = len(view.later)
    hidden = picture.held - picture.single - within - later
    placeless = sum(each.key not in view.spots for each in picture.nodes)
    parts = [f"Showing {picture.single:,} of {picture.held:,}"]
    if collections:
        parts.append(f"{within:,} in {counted(collections, 'collection')}")
    if hidden:
        parts.append(f"{hidden:,} hidden")
    if later:
        parts.append(f"{later:,} not known yet")
    parts.append(f"{picture.ties_drawn:,} of {counted(picture.ties, 'relation')}")
    if placeless:
        parts.append(f"finding places for {placeless:,} …")
    return "  ·  ".join(parts)


def period_words(picture: Picture, period: Period) -> str:
    """How much of what is drawn has evidence in a stretch of time."""
    nodes = f"{len(picture.nodes) - len(picture.aside):,} of {counted(len(picture.nodes), 'node')}"
    relations = f"{picture.ties_within:,} of {counted(picture.ties_drawn, 'relation')}"
    return f"Showing {relations} and {nodes}, from {period.first} to {period.last}"


def timeline_words(timeline: Timeline, bins: Bins) -> str:
    """What a timeline holds."""
    if not bins.bins:
        return "Nothing here has a date"
    facts = sum(len(each.facts) for each in bins.bins)
    parts = [
        counted(len(timeline.documents) - facts, "document") + (f" and {counted(facts, 'fact')}" if facts else "") + f" by {bins.unit}"
    ]
    if bins.undated:
        parts.append(f"{bins.undated:,} without a date of {'its' if bins.undated == 1 else 'their'} own, by the day of import")
    return "  ·  ".join((*parts, "drag over the bars to look at a time"))


def quote_words(quote: str) -> str:
    """A sentence on one line; of a table's row, its cells without the empty ones."""
    cells = [" ".join(each.split()) for each in quote.split("|")]
    return "  ·  ".join(filter(None, cells)) if len(cells) > 2 else " ".join(quote.split())


def kind_words(kind: Kind, count: int) -> str:
    """A kind, in the number that there is of it."""
    return KIND_WORDS[kind][0 if count == 1 else 1]


def choice_words(choice: Choice) -> str:
    """Which neighbours are meant, as they would be asked for."""
    what = kind_words(choice.kind, choice.entities).lower()
    if choice.relationship == MENTIONS:
        return f"mentioned in {what}" if choice.kind is Kind.DOCUMENT else f"mentions {what}"
    if choice.direction is Direction.BOTH:
        return f"{_RELATED.get(choice.relationship, choice.relationship)} {what}"
    said = choice.relationship.replace("-", " ")
    if choice.direction is Direction.OUT:
        return f"{said} {what}"
    verb, _, rest = said.partition(" ")
    many = choice.entities != 1 and verb.endswith("s")
    return f"{what} that {' '.join(filter(None, (verb[:-1] if many else verb, rest)))} it"


def relationship_words(relationship: str) -> str:
    """A relationship as a legend says it."""
    if relationship == Relationship.RELATED_TO:
        return "seen together"
    return "mentioned in a document" if relationship == MENTIONS else relationship.replace("-", " ")


def seen_words(card: Card) -> str:
    """In how many documents something is mentioned, and when."""
    if not card.documents:
        return "In no document of this vault."
    when = card.first_seen if card.first_seen == card.last_seen else f"{card.first_seen} – {card.last_seen}"
    undated = sum(not each.has_date for each in card.documents)
    by_import = "" if not undated else " (the day of import)" if undated == len(card.documents) else f" ({undated:,} by the day of import)"
    return f"In {counted(len(card.documents), 'document')}, {when}{by_import}"


def line_heading(line: Line, one: str, other: str) -> str:
    """A line in a few words."""
    said = ", ".join(dict.fromkeys(relationship_words(each.relationship) for each in line.ties if each.is_claim == line.is_claim))
    arrow = "→" if line.forward and not line.back else "↔" if line.back else "–"
    return f"{one}  {arrow}  {said}  {arrow}  {other}" if arrow != "–" else f"{one}  –  {said}  –  {other}"


def tie_words(evidence: Evidence, source: str, target: str) -> str:
    """A tie with whose word it is, and what it rests on; the source of a mention may be left out where it is plain."""
    tie = evidence.tie
    if tie.relationship == MENTIONS:
        return f"{f'{source} mentions' if source else 'Mentions'} {target}: {counted(evidence.total, 'place')}"
    when = tie.first_seen if tie.first_seen == tie.last_seen else f"{tie.first_seen} – {tie.last_seen}"
    said = f"{source} {relationship_words(tie.relationship)} {target}"
    rests = f"{counted(tie.sentences, 'sentence')} in {counted(tie.documents, 'document')}"
    word = "in one sentence, no claim" if not tie.is_claim else STATUS_WORDS[tie.status]
    return f"{said}: {word}, {rests}{f', {when}' if when else ''}"


def ways_words(found: OrderedWays, labels: Mapping[str, str]) -> str:
    """How many ways there are in the order of time, and how sure that order is."""
    ends = f"from {labels.get(found.start, found.start)} to {labels.get(found.end, found.end)}"
    if not found.ways:
        return f"No way was found {ends} on which time does not go backward."
    if found.undated:
        unsure = "only if relations fit that no document with a date of its own states: their order is not known."
        return f"{counted(len(found.ways), 'way')} {ends}, but {unsure}"
    return f"{counted(len(found.ways), 'way')} {ends}; each relation counts from the first document that states it."


def way_words(start: str, way: Sequence[WayStep], labels: Mapping[str, str]) -> str:
    """A way as the names on it."""
    names = [start]
    for step in way:
        names.append(step.tie.target if step.tie.source == names[-1] else step.tie.source)
    return " → ".join(labels.get(each, each) for each in names)


def step_rows(step: WayStep, labels: Mapping[str, str]) -> tuple[tuple[str, str], OpenRequest]:
    """A step: its date and what it says, where that stands, and what opens it."""
    source, target = (labels.get(each, each) for each in (step.tie.source, step.tie.target))
    said = f"{step.date or 'No date'}:  {source} {relationship_words(step.tie.relationship)} {target}"
    first = step.sentence
    request = OpenRequest(first.document_id, first.start, first.end, quote=first.quote)
    return (said, f"“{quote_words(first.quote)}”  ·  {first.title}"), request
