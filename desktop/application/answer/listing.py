"""Lists and counts: which things of a kind the sources say something of, over everything that is indexed, not over the best passages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from desktop.application.answer.citing import cite
from desktop.application.answer.question import Question
from desktop.application.answer.subjects import Subject
from desktop.application.answer.wording import shown, stem, stems
from desktop.application.ports import GraphReader, IndexReader, TextReader
from desktop.domain.answer import AnswerSentence, Citation
from desktop.domain.document import page_at
from desktop.domain.entity import EntityType
from desktop.domain.errors import DocumentNotFound, StorageProblem
from desktop.domain.graph import Edge, EdgeQuery, Evidence
from desktop.domain.passage import Filters
from desktop.domain.relation import Relationship

TOGETHER = " (named together)"
MOST_ROWS = 40
MOST_EDGES = 1000
EVIDENCE_EACH = 2
LONGEST_QUOTE = 180

_T, _R = EntityType, Relationship
_ACTORS = (_T.INTRUSION_SET, _T.THREAT_ACTOR)
_MALWARE = (_T.MALWARE, _T.TOOL)
_KINDS: dict[str, tuple[EntityType, ...]] = {
    **dict.fromkeys(("groups", "actors", "apts", "gangs", "adversaries", "operators", "intruders", "attackers"), _ACTORS),
    **dict.fromkeys(("malware", "backdoors", "trojans", "rats", "loaders", "implants", "stealers", "wipers", "families"), _MALWARE),
    **dict.fromkeys(("tools", "utilities"), (_T.TOOL, _T.MALWARE)),
    **dict.fromkeys(("cves", "vulnerabilities", "flaws", "bugs"), (_T.VULNERABILITY,)),
    **dict.fromkeys(("techniques", "ttps"), (_T.ATTACK_PATTERN,)),
    **dict.fromkeys(("countries", "nations"), (_T.LOCATION,)),
    **dict.fromkeys(("sectors", "industries", "organisations", "organizations", "companies"), (_T.IDENTITY,)),
    "campaigns": (_T.CAMPAIGN,),
}
_VERBS: dict[str, tuple[Relationship, ...]] = {
    **dict.fromkeys(
        ("use", "used", "using", "deploy", "employ", "leverag", "wield", "adopt", "rely", "tied", "tie", "link", "associ", "connect"),
        (_R.USES,),
    ),
    **dict.fromkeys(("exploit", "abus"), (_R.EXPLOITS, _R.USES, _R.TARGETS)),
    **dict.fromkeys(("target", "attack", "hit", "victimis"), (_R.TARGETS,)),
    **dict.fromkeys(("deliver", "deliv", "drop", "distribut", "spread", "install"), (_R.DELIVERS, _R.DROPS, _R.USES)),
}
_ACRONYMS = ("apts", "rats", "cves", "ttps")
_EMPTY = """
threat hack crimin cyber all other differ name know list show our report document source say count number many group family kind collect
collection hold holding file incident vault
"""
_OPENS = re.compile(r"^(?:(?:which|what)\b|how many\b|list\b|name\b|give(?: me)?\b|all\b|who\b)", re.IGNORECASE)
_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)
_WHO = re.compile(r"^who (?:has |have |all )*(?=\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Listing:
    """The rows of a list, each cited, and what was gone through for it."""

    sentences: tuple[AnswerSentence, ...]
    titles: tuple[tuple[str, str], ...]
    covered: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A list or count question that is wholly understood: things of `types` that stand in one of these relationships to `subject`."""

    subject: Subject
    noun: str
    types: tuple[EntityType, ...]
    relationships: tuple[Relationship, ...]
    counts: bool


def read_listing(question: Question) -> Asked | None:
    """What is to be listed; None for a question that says more than a list can answer."""
    if len(question.subjects) != 1 or not _OPENS.search(question.text):
        return None
    words = question.text.lower().split()
    noun = next((each for word in words if (each := word.strip("?,.:;")) in _KINDS), "actors" if _WHO.match(question.text) else "")
    verbs = [each for each in question.terms if each in _VERBS]
    named = set(stems(question.subjects[0].name))
    rest = set(question.terms) - named - set(verbs) - {stem(noun), *_EMPTY.split()}
    if not noun or not verbs or rest:
        return None
    shown_noun = f"{noun[:-1].upper()}s" if noun in _ACRONYMS else noun
    return Asked(question.subjects[0], shown_noun, _KINDS[noun], _VERBS[verbs[0]], _HOW_MANY.search(question.text) is not None)


class Lister:
    """Answers list and count questions from the graph, which holds everything that was extracted."""

    def __init__(self, graph: GraphReader, reader: IndexReader, texts: TextReader) -> None:
        self._graph = graph
        self._reader = reader
        self._texts = texts

    def find(self, asked: Asked, filters: Filters) -> Listing | None:
        """The list; None where the graph does not know the subject or has nothing of the kind with it.

        What a sentence states comes before what is merely named in one sentence with the subject, and the two are told apart.
        """
        known = [each.id for name in (asked.subject.name, *asked.subject.also) for each in self._graph.called(name)]
        ids = self._graph.same_as(list(dict.fromkeys(known)))
        if not ids:
            return None
        allowed = None if filters.empty else self._reader.filtered_documents(filters)
        stated = self._edges(ids, EdgeQuery(relationships=asked.relationships, types=asked.types, limit=MOST_EDGES))
        together = self._edges(
            ids, EdgeQuery(relationships=(Relationship.RELATED_TO,), types=asked.types, co_occurring=True, limit=MOST_EDGES)
        )
        rows = self._rows(stated, frozenset(ids), allowed)
        beside = {each: row for each, row in self._rows(together, frozenset(ids), allowed, TOGETHER).items() if each not in rows}
        if not rows and not beside:
            return None
        said = [*([_counted(asked, rows)] if asked.counts and rows else []), *rows.values(), *beside.values()]
        cited = dict.fromkeys(each.document_id for row in said[:MOST_ROWS] for each in row.citations)
        titles = tuple((each, self._texts.read(each).document.title) for each in cited)
        return Listing(tuple(said[:MOST_ROWS]), titles, self._covered(asked, known, len(rows), len(beside), len(said)))

    def _covered(self, asked: Asked, known: Sequence[str], stated: int, together: int, rows: int) -> str:
        mentioned = sum(each.documents for each in self._graph.summaries(known[:1]))
        said = [
            f"Everything that is indexed was gone through: “{asked.subject.name}” is mentioned in {mentioned:,} "
            f"document{'' if mentioned == 1 else 's'}; {stated:,} of the {asked.noun} asked for {'is' if stated == 1 else 'are'} stated."
        ]
        if together:
            said.append(f"{together:,} more {'is' if together == 1 else 'are'} only named in one sentence with it.")
        if rows > MOST_ROWS:
            said.append(f"The first {MOST_ROWS} are shown.")
        return " ".join(said)

    def _edges(self, ids: Sequence[str], query: EdgeQuery) -> Sequence[Edge]:
        return self._graph.with_evidence(self._graph.edges(ids, query), EVIDENCE_EACH)

    def _rows(
        self, edges: Sequence[Edge], subject: frozenset[str], allowed: frozenset[str] | None, remark: str = ""
    ) -> dict[str, AnswerSentence]:
        """A row a thing, with the best sentences that state it."""
        evidence: dict[str, list[Evidence]] = {}
        for edge in edges:
            other = edge.target if edge.source in subject else edge.source
            if other not in subject:
                evidence.setdefault(other, []).extend(each for each in edge.evidence if allowed is None or each.document_id in allowed)
        names = {each.id: each.value for each in self._graph.summaries(list(evidence))}
        rows = {}
        for entity, found in evidence.items():
            citations = tuple(cited for each in found[:EVIDENCE_EACH] if (cited := self._cited(each)) is not None)
            if citations:
                rows[entity] = AnswerSentence(f"{names.get(entity, entity)}{remark}: {_quoted(citations[0].quote)}", citations)
        return rows

    def _cited(self, evidence: Evidence) -> Citation | None:
        """None where the file changed since it was indexed: what no longer stands there cannot be cited."""
        try:
            body = self._texts.read(evidence.document_id).body
        except (DocumentNotFound, StorageProblem):
            return None
        if body[evidence.start : evidence.end] != evidence.quote:
            return None
        return cite(body, evidence.document_id, evidence.start, evidence.end, page_at(body, evidence.start))


def _counted(asked: Asked, rows: Mapping[str, AnswerSentence]) -> AnswerSentence:
    names = [row.text.partition(": ")[0] for row in rows.values()]
    what = asked.noun if len(rows) > 1 else "in all"
    return AnswerSentence(f"{len(rows)} {what}: {', '.join(names)}.", tuple(dict.fromkeys(row.citations[0] for row in rows.values())))


def _quoted(quote: str) -> str:
    text = shown(quote)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE].rsplit(' ', 1)[0]} …"
