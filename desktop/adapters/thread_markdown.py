"""A question and its answer as a section of `threads/<id>.md`: prose with footnotes, which read back as they were.

What a program needs besides stands in a comment below the heading. Everything else is read from the text itself; whatever a person
writes between the parts is left alone. Text of documents stands on one line, in list items and footnotes, or behind `> `, so that none of
it can pass for a heading, a comment or another footnote.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, unquote

from desktop.domain.answer import Answer, AnswerKind, AnswerSentence, Citation, RemovedSentence, Timing, Verdict
from desktop.domain.thread import Turn

NEAR, DIFFER, REMOVED = "**What comes near, without answering it**", "**The sources differ**", "**Removed, with the reason**"
KINDS = {
    AnswerKind.SYNTHESIS: "Composed from the documents, every sentence checked",
    AnswerKind.EXTRACT: "Extract: sentences of the documents",
    AnswerKind.NOT_FOUND: "The documents do not say",
}
_TURN = re.compile(r"^## (?P<question>.+)\n\n<!-- answer: (?P<said>\{.*\}) -->$", re.MULTILINE)
_NOTE = re.compile(
    r"\[\^(?P<number>\d+)\]: \[(?P<title>.*)\]\(\.\./(?P<folder>docs|memory)/(?P<id>[^()\s]+)\.md\), "
    r"(?:page (?P<page>\d+), )?(?P<start>\d+)-(?P<end>\d+), (?P<verdict>verified|loose)"
)
_DEFINED = re.compile(r"^\[\^(\d{1,9})\]:", re.MULTILINE)
_NUMBER = re.compile(r"\[\^(\d+)\]")
_CITED = re.compile(r"(?P<text>.*?)(?P<marks>(?: \[\^\d+\])+)")
_STRUCK = re.compile(r"~~(?P<text>.*)~~ (?P<reason>.*)")
_SPECIAL = re.compile(r"\\|\[\^|~~|<!--|\]\(")
_ESCAPED = re.compile(r"\\(\\|\[\^|~~|<!--|\]\()")
_QUOTED = "    > "


def write_turn(turn: Turn, used: int) -> str:
    """The section, its footnotes numbered from `used` on."""
    answer = turn.answer
    numbers = {each: number for number, each in enumerate(answer.citations, used + 1)}
    titles = dict(answer.titles) | {each.document_id: each.title for each in answer.passages}
    parts = [f"## {_line(answer.question)}", _comment(turn), f"*{_summary(turn)}*"]
    parts += _items("", (_cited(each, numbers) for each in answer.sentences))
    parts += _items(NEAR, (_cited(each, numbers) for each in answer.near))
    parts += _items(DIFFER, map(_line, answer.conflicts))
    parts += _items(REMOVED, (f"~~{_line(each.text)}~~ {_line(each.reason)}" for each in answer.removed))
    parts += [_footnote(number, each, titles.get(each.document_id, each.document_id)) for each, number in numbers.items()]
    return "\n\n".join(parts) + "\n"


def last_number(content: str) -> int:
    """The highest number of a footnote that a file has."""
    return max(map(int, _DEFINED.findall(content)), default=0)


def read_turns(body: str) -> tuple[list[Turn], list[str]]:
    """The sections of a file that are answers, and sentences on those that cannot be understood."""
    found = list(_TURN.finditer(body))
    turns, warnings = list[Turn](), list[str]()
    for match, end in zip(found, [*(each.start() for each in found[1:]), len(body)], strict=True):
        question = _unescaped(match["question"])
        try:
            turns.append(_turn(question, json.loads(match["said"]), _Section.of(body[match.end() : end])))
        except (ValueError, KeyError, TypeError) as error:  # those of JSON and of enumerations are ValueErrors
            warnings.append(f"The answer to “{question}” cannot be understood, so it is left out: {error}.")
    return turns, warnings


@dataclass(slots=True)
class _Section:
    """What stands below a question: list items by the label above them, and footnotes by number."""

    items: dict[str, list[str]] = field(default_factory=lambda: {"": [], NEAR: [], DIFFER: [], REMOVED: []})
    notes: dict[int, tuple[Citation, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str) -> _Section:
        section, label, number = cls(), "", 0
        quoted: dict[int, list[str]] = {}
        for line in text.split("\n"):
            if line in section.items and line:
                label = line
            elif line.startswith("- "):
                section.items[label].append(line.removeprefix("- "))
            elif note := _NOTE.fullmatch(line):
                number = int(note["number"])
                section.notes[number] = (_citation(note), _unescaped(note["title"]))
            elif line.startswith(_QUOTED.rstrip()) and number:
                quoted.setdefault(number, []).append(line.removeprefix(_QUOTED.rstrip()).removeprefix(" "))
        for number, lines in quoted.items():
            citation, title = section.notes[number]
            section.notes[number] = (replace(citation, quote="\n".join(lines)), title)
        return section

    def sentences(self, label: str) -> tuple[AnswerSentence, ...]:
        """The sentences under a label; one whose footnotes are gone is none."""
        found = (_CITED.fullmatch(item) for item in self.items[label])
        return tuple(
            AnswerSentence(_unescaped(each["text"]), tuple(self.notes[number][0] for number in map(int, _NUMBER.findall(each["marks"]))))
            for each in found
            if each
        )


def _turn(question: str, said: Mapping[str, Any], section: _Section) -> Turn:
    removed = (_STRUCK.fullmatch(item) for item in section.items[REMOVED])
    answer = Answer(
        question=question,
        kind=AnswerKind(said["kind"]),
        sentences=section.sentences(""),
        confidence=float(said.get("confidence", 0.0)),
        model=str(said["model"]) if said.get("model") else None,
        removed=tuple(RemovedSentence(_unescaped(each["text"]), _unescaped(each["reason"])) for each in removed if each),
        passages=(),
        timing=Timing(0.0, None, 0.0),
        notice=str(said.get("notice", "")),
        near=section.sentences(NEAR),
        grounds=str(said.get("grounds", "")),
        conflicts=tuple(map(_unescaped, section.items[DIFFER])),
        titles=tuple({citation.document_id: title for citation, title in section.notes.values()}.items()),
        subjects=tuple(map(str, said.get("subjects", ()))),
        about=tuple(map(str, said.get("about", ()))),
    )
    return Turn(str(said["asked_at"]), answer)


def _citation(note: re.Match[str]) -> Citation:
    named = unquote(note["id"])
    document_id = f"memory/{named}" if note["folder"] == "memory" else named
    page = int(note["page"]) if note["page"] else None
    return Citation(document_id, page, int(note["start"]), int(note["end"]), "", Verdict(note["verdict"]))


def _comment(turn: Turn) -> str:
    answer = turn.answer
    values = {
        "asked_at": turn.asked_at,
        "kind": answer.kind.value,
        "confidence": answer.confidence,
        "model": answer.model,
        "subjects": list(answer.subjects),
        "about": list(answer.about),
        "grounds": answer.grounds,
        "notice": answer.notice,
    }
    said = json.dumps({name: value for name, value in values.items() if value}, ensure_ascii=False)
    closed = said.replace("--", "-\\u002d")  # else a text could end the comment
    return f"<!-- answer: {closed} -->"


def _summary(turn: Turn) -> str:
    """For whoever reads the file: how the answer came about."""
    answer = turn.answer
    said = [KINDS[answer.kind], turn.asked_at, answer.model or "no model"]
    said += [f"confidence {answer.confidence:.0%}"] if answer.sentences else []
    said += [f"about {', '.join(answer.about)}"] if answer.about else []
    return _line(". ".join(filter(None, (", ".join(said), answer.grounds.rstrip("."), answer.notice.rstrip("."))))) + "."


def _items(label: str, items: Iterable[str]) -> Iterator[str]:
    listed = "\n".join(f"- {each}" for each in items)
    if listed:
        yield from filter(None, (label, listed))


def _cited(sentence: AnswerSentence, numbers: Mapping[Citation, int]) -> str:
    return f"{_line(sentence.text)} {' '.join(f'[^{numbers[each]}]' for each in sentence.citations)}"


def _footnote(number: int, citation: Citation, title: str) -> str:
    folder, name = ("docs", citation.document_id) if citation.fact_id is None else ("memory", citation.fact_id)
    page = "" if citation.page is None else f"page {citation.page}, "
    head = f"[^{number}]: [{_line(title)}](../{folder}/{quote(name)}.md), {page}{citation.start}-{citation.end}, {citation.verdict}"
    return "\n".join([head, "", *(f"{_QUOTED}{line}" for line in citation.quote.split("\n"))])


def _line(text: str) -> str:
    """A text on one line, with nothing in it that would be read as a part of the file."""
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", " ".join(text.split()))


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(r"\1", text)
