"""Documents, passages and answers for the tests of panes and widgets."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import QBuffer, QIODevice, QObject
from PySide6.QtGui import QColor, QImage

from desktop.domain.answer import Answer, AnswerKind, AnswerSentence, Citation, RemovedSentence, Timing, Verdict
from desktop.domain.candidate import Candidate, CandidateKind
from desktop.domain.document import Document, page_mark
from desktop.domain.entity import EntityType
from desktop.domain.graph import NamedEntity
from desktop.domain.marking import Marking
from desktop.domain.passage import Passage, Route, RouteScore
from desktop.domain.reading import OriginalKind, PageImage, ReadingDocument
from desktop.domain.relation import Relationship

REPORT = "\n\n".join(
    f"{page_mark(page)}\n\n## Finding {page}\n\nThe **Ryuk** crew used `tool{page}.exe` on page {page}. " + f"Filler sentence {page}. " * 60
    for page in range(1, 7)
)


class SignalLog(QObject):
    """Writes down the values of every emission of a signal."""

    def __init__(self, signal: object) -> None:
        super().__init__()
        self.emissions: list[tuple[Any, ...]] = []
        signal.connect(self.take)  # type: ignore[attr-defined]

    def take(self, *values: object) -> None:
        self.emissions.append(values)


def reading(body: str = REPORT, original: OriginalKind = OriginalKind.PDF, pages: int | None = 6) -> ReadingDocument:
    document = Document(
        id="ryuk-12345678",
        title="Ryuk against hospitals",
        source_filename="AA20-302A.pdf",
        source_format="pdf",
        source_sha256="0" * 64,
        converter="pypdfium2 5",
        imported_at="2026-01-02T03:04:05Z",
        published="2020-10-28",
        pages=pages,
        tlp=Marking.AMBER_STRICT,
    )
    return ReadingDocument(document, body, original, pages)


def picture(width: int, height: int, colour: str = "white") -> PageImage:
    return PageImage(png(width, height, colour), width, height)


def png(width: int, height: int, colour: str = "white") -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes, the method a str
    return bytes(buffer.data().data())


def passage(row: int, text: str = "The actors deliver Ryuk with TrickBot.", matched: str = "Ryuk") -> Passage:
    return Passage(
        document_id=f"doc-{row % 3}",
        title=f"Report {row % 3}",
        position=row,
        page=row + 1 if row % 2 == 0 else None,
        start=100 * row,
        end=100 * row + len(text),
        text=text,
        score=1 / (60 + row),
        routes={Route.VECTOR: RouteScore(4, 0.5), Route.KEYWORD: RouteScore(row + 1, 7.25)},
        matches=tuple(found.span() for found in re.finditer(re.escape(matched), text)),
    )


def citation(row: int, verdict: Verdict = Verdict.VERIFIED) -> Citation:
    hit = passage(row)
    return Citation(hit.document_id, hit.page, hit.start, hit.end, hit.text, verdict)


def answer(kind: AnswerKind = AnswerKind.SYNTHESIS, removed: int = 2) -> Answer:
    return Answer(
        question="Who delivers Ryuk?",
        kind=kind,
        sentences=(
            AnswerSentence("TrickBot delivers Ryuk.", (citation(0), citation(1))),
            AnswerSentence("It uses <script> & more.", (citation(0), citation(4, Verdict.LOOSE))),
        ),
        confidence=0.72,
        model="SmolLM2",
        removed=tuple(RemovedSentence(f"Invention {number}.", f"Reason {number}.") for number in range(removed)),
        passages=tuple(map(passage, range(5))),
        timing=Timing(0.05, 0.8, 3.2),
    )


def a_candidate(target: str, **fields: Any) -> Candidate:
    """APT28 uses something, as two sentences of a document say."""
    subject, thing = (
        NamedEntity("intrusion-set:G0007", EntityType.INTRUSION_SET, "APT28"),
        NamedEntity(f"malware:{target.lower()}", EntityType.MALWARE, target),
    )
    given = {"confidence": 0.8, "places": 2, "documents": 1, "by": "“uses”", "relationship": Relationship.USES, "object": thing, **fields}
    return Candidate(CandidateKind.RELATION, subject, **given)
