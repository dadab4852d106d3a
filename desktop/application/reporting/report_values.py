"""What a template of a report is filled with: texts that are safe to read, numbered citations, sources, indicators."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from desktop.application.ports import TextReader
from desktop.application.reporting.defanging import defang, defanged
from desktop.application.reporting.report_items import MOST_CITED, Cited, DrawnGraph, Item, Said, Shown
from desktop.domain.document import page_at
from desktop.domain.entity import Mention
from desktop.domain.errors import CofferError
from desktop.domain.fact import FactSource, QuoteState
from desktop.domain.grading import LIKELIHOODS, grade_meaning
from desktop.domain.graph import EdgeStatus
from desktop.domain.graph_picture import DrawnNode
from desktop.domain.quoting import find_quote
from desktop.domain.report import ReportPicture
from desktop.domain.stated_marking import heeded

Values = dict[str, Any]
Finds = Callable[[str], Sequence[Mention]]

_SPECIAL = re.compile(r"[\\`*_<>|~]|\](?=\()|^\s*(?:[#+-]|\d+[.)])", re.MULTILINE)
_BRACKET = re.compile(r"[\[\]]")
_STANDING = {
    EdgeStatus.DERIVED: "derived from the text",
    EdgeStatus.STATED: "stated by a source",
    EdgeStatus.ASSERTED: "asserted by the analyst",
}
_BREAK = "\n\x1e\n"
_CHANGED = " (the document no longer says this)"
"""Part of the title, so that templates of before say it as well."""
LONGEST_QUOTE = 600


@dataclass(frozen=True, slots=True)
class Source:
    """A cited place with what is known of its document; `title` is its id where the document is gone.

    `stands` tells whether the document says today what is quoted from it.
    """

    number: int
    cited: Cited
    title: str
    page: int | None = None
    grade: str | None = None
    marking: str = ""
    published: str = ""
    sha256: str = ""
    stands: bool = True


class ReportValues:
    """Numbers what is cited in the order it is cited, and makes every text harmless."""

    def __init__(self, texts: TextReader, finds: Finds) -> None:
        self._texts = texts
        self._finds = finds

    def of(self, items: Sequence[Item]) -> Values:
        """What the items say, as a template is given it."""
        cited = dict.fromkeys(each for item in items for said in item.said for each in said.cited)
        sources = [self._source(number, each) for number, each in enumerate(cited, start=1)]
        numbers = {each.cited: each.number for each in sources}
        plain = [said.text for item in items for said in item.said] + [each.cited.quote for each in sources]
        plain += [name for item in items for each in item.relations or () for name in (each.source, each.target)]
        harmless = self._harmless(plain)
        shown = [self._item(item, numbers, harmless) for item in items]
        return {
            "items": shown,
            "facts": [each for each in shown if each["kind"] == "fact"],
            "answers": [each for each in shown if each["kind"] == "answer"],
            "graphs": [each for each in shown if each["kind"] == "graph"],
            "sources": [self._listed(each, harmless) for each in sources],
            "indicators": self._indicators(items, numbers),
        }

    def line(self, text: str) -> str:
        """A text of one line, harmless and literal in Markdown."""
        words = " ".join(text.split())
        return literal(defang(words, self._finds(words)))

    def paragraphs(self, text: str) -> str:
        """A text that a person wrote in Markdown, its indicators defanged."""
        return defang(text, self._finds(text)).strip()

    def pictures(self, items: Sequence[Item]) -> tuple[ReportPicture, ...]:
        """The pictures of graphs, what their nodes are called defanged."""
        found = [(item.title, item.drawn) for item in items if item.drawn]
        harmless = self._harmless(list(dict.fromkeys(" ".join(node.label.split()) for _, drawn in found for node in drawn.picture.nodes)))
        return tuple(
            ReportPicture(
                drawn.name, title, replace(drawn.picture, nodes=tuple(_named(node, harmless) for node in drawn.picture.nodes)), drawn.spots
            )
            for title, drawn in found
        )

    def _harmless(self, texts: Sequence[str]) -> dict[str, str]:
        """Each text defanged; all are read at once, for what finds indicators is a process of its own."""
        together = _BREAK.join(texts)
        return dict(zip(texts, defang(together, self._finds(together)).split(_BREAK), strict=True)) if texts else {}

    def _item(self, item: Item, numbers: dict[Cited, int], harmless: dict[str, str]) -> Values:
        said = [
            {"text": harmless[each.text] if item.fact else literal(harmless[each.text]), "citations": _marks(each, numbers)}
            for each in item.said
        ]
        marks = "".join(dict.fromkeys(mark for each in said for mark in re.findall(r"\[\d+\]", str(each["citations"]))))
        values: Values = {"kind": item.kind, "title": self.line(item.title), "said": said, "citations": marks}
        if item.relations is not None:
            values["relations"] = [
                _related(shown, str(each["citations"]), harmless) for shown, each in zip(item.relations, said, strict=True)
            ]
            values["most_cited"] = MOST_CITED
            values["picture"] = f"![{_picture_words(item.drawn, str(values['title']))}]({item.drawn.name})" if item.drawn else ""
        if item.fact is None:
            return values
        fact = item.fact
        word = next((each.text for each in LIKELIHOODS if each.word == fact.confidence), "")
        values |= {
            "text": said[0]["text"],
            "type": self.line(fact.type),
            "grade": fact.grade or "",
            "grade_meaning": grade_meaning(fact.grade) if fact.grade else "",
            "confidence": word,
            "statement": self.line(fact.statement),
            "subject": self.line(fact.subject or ""),
            "relationship": fact.relationship or "",
            "object": self.line(fact.object or ""),
            "description": self.line(fact.description),
            "valid_from": fact.valid_from or "",
            "valid_until": fact.valid_until or "",
            "marking": f"TLP:{fact.tlp}",
        }
        return values

    def _source(self, number: int, cited: Cited) -> Source:
        try:
            stored = self._texts.read(cited.document_id)
        except CofferError:  # the document is gone; what stood there is still known
            return Source(number, cited, cited.document_id)
        document, anchor = stored.document, find_quote(FactSource(cited.document_id, cited.start, cited.end, cited.quote), stored.body)
        stands = anchor.state is not QuoteState.CHANGED
        return Source(
            number,
            cited,
            document.title,
            page_at(stored.body, anchor.start) if stands else None,
            document.grade,
            f"TLP:{heeded(document.tlp, stored.body)}",
            document.published or "",
            document.source_sha256,
            stands,
        )

    def _listed(self, source: Source, harmless: dict[str, str]) -> Values:
        quote = " ".join(harmless[source.cited.quote].split())
        quote = quote if len(quote) <= LONGEST_QUOTE else f"{quote[:LONGEST_QUOTE].rsplit(' ', 1)[0]} …"
        return {
            "number": source.number,
            "title": self.line(source.title) + ("" if source.stands else _CHANGED),
            "document": source.cited.document_id,
            "page": source.page or "",
            "grade": source.grade or "ungraded",
            "grade_meaning": grade_meaning(source.grade) if source.grade else "",
            "marking": source.marking,
            "published": source.published,
            "sha256": source.sha256,
            "quote": literal(quote),
        }

    def _indicators(self, items: Sequence[Item], numbers: dict[Cited, int]) -> list[Values]:
        """Every indicator that a text or a quote shows, each once, with where it comes from."""
        found: dict[tuple[str, str], dict[str, None]] = {}
        for item in items:
            for said in item.said:
                for text, marks in [(said.text, _marks(said, numbers)), *((each.quote, f"[{numbers[each]}]") for each in said.cited)]:
                    for mention in self._finds(text):
                        if mention.type.is_indicator:
                            shown = literal(defanged(mention.value, mention.type))
                            found.setdefault((str(mention.type), shown), {})[marks] = None
        return [
            {"type": type_, "value": value, "citations": "".join(dict.fromkeys(re.findall(r"\[\d+\]", "".join(marks))))}
            for (type_, value), marks in sorted(found.items())
        ]


def literal(text: str) -> str:
    """A text whose signs mean nothing to Markdown: no heading, no list, no emphasis, no link, no HTML."""
    return _SPECIAL.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    """A sign with a backslash before it; of a list's number, its dot."""
    sign = found[0]
    return f"{sign}\\" if sign == "]" else f"{sign[:-1]}\\{sign[-1]}"


def _related(shown: Shown, citations: str, harmless: Mapping[str, str]) -> Values:
    """A line of a table of relations; what is counted is what may leave."""
    return {
        "source": _cell(harmless[shown.source]),
        "relationship": shown.relationship,
        "target": _cell(harmless[shown.target]),
        "standing": _STANDING[shown.tie.status] if shown.tie.is_claim else "no claim",
        "sentences": len(shown.sentences),
        "documents": len({each.document_id for each in shown.sentences}),
        "citations": citations,
    }


def _named(node: DrawnNode, harmless: Mapping[str, str]) -> DrawnNode:
    return replace(node, label=harmless[" ".join(node.label.split())])


def _picture_words(drawn: DrawnGraph, title: str) -> str:
    title = _BRACKET.sub(r"\\\g<0>", title)  # one alone would end the words, or begin a link in them
    nodes, lines = len(drawn.picture.nodes), len(drawn.picture.lines)
    return f"Picture of the graph {title}: {nodes:,} {'node' if nodes == 1 else 'nodes'}, {lines:,} {'line' if lines == 1 else 'lines'}"


def _cell(text: str) -> str:
    return literal(" ".join(text.split()))


def _marks(said: Said, numbers: dict[Cited, int]) -> str:
    return "".join(f"[{number}]" for number in dict.fromkeys(numbers[each] for each in said.cited))
