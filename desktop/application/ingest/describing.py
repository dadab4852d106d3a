"""What is known about a new document: from the file, from the person, and from the document that it succeeds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from desktop.application.ingest.candidates import Candidate
from desktop.application.ingest.versions import Versions, stricter, succeeding
from desktop.application.ports import Conversion
from desktop.application.settings import ImportSettings
from desktop.domain.document import Document, document_id
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import Outcome
from desktop.domain.shown_name import shown_name
from desktop.domain.stated_marking import stated_marking

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Description:
    """A document to be stored, under the id it wants; `remark` is what its row says about other documents, `{id}` being its own."""

    document: Document
    outcome: Outcome = Outcome.IMPORTED
    remark: str = ""


class Describer:
    """Describes the documents of one import."""

    def __init__(self, versions: Versions, settings: ImportSettings, job: ImportJob, clock: Clock) -> None:
        self._versions = versions
        self._options = job.options
        self._started = job.started
        self._default = settings.default_for(job.options.tags)
        self._updates = settings.changed_files == "update" if job.options.update is None else job.options.update
        self._clock = clock

    def describe(self, candidate: Candidate, conversion: Conversion) -> Description:
        """The document that a converted file becomes."""
        described = self._described(candidate, conversion)
        stated = stated_marking(conversion.markdown)
        if stated is None or stated.marking.rank <= described.document.tlp.rank:
            return described
        said = f"Its text says TLP:{stated.marking}, but it is marked TLP:{described.document.tlp}."
        return replace(described, remark=f"{described.remark} {said}".strip())

    def _described(self, candidate: Candidate, conversion: Conversion) -> Description:
        document = self._document(candidate, conversion)
        if candidate.depth:
            return Description(document)
        old = self._versions.made_from(candidate.shown)
        if old is not None and self._updates:
            tlp = stricter(old.tlp, self._options.tlp) if self._options.tlp else old.tlp
            successor = replace(succeeding(old, replace(document, tlp=tlp)), supersedes=old.id)
            return Description(successor, Outcome.UPDATED, f"The file changed: {{id}} succeeds {old.id}, which is kept.")
        if old is not None:
            return Description(document, remark=f"The file changed: {old.id} was made of it before; both are kept.")
        namesake = self._versions.namesake(document.source_filename, self._started)
        return Description(document, remark=f"Another document has this name: {namesake}." if namesake else "")

    def _document(self, candidate: Candidate, conversion: Conversion) -> Document:
        title = title_of(candidate.name, conversion)
        return Document(
            id=document_id(title, candidate.sha256),
            title=title,
            source_filename=candidate.name,
            source_format=conversion.format,
            source_sha256=candidate.sha256,
            converter=conversion.converter,
            imported_at=timestamp(self._clock()),
            published=conversion.published,
            language=conversion.language,
            pages=conversion.pages,
            tlp=self._options.tlp or self._default,
            tags=self._options.tags,
            parent=candidate.parent,
            author=conversion.author,
            source_path=candidate.shown if not candidate.depth else None,
            origins=conversion.origins,
            quality=conversion.quality,
        )


def title_of(filename: str, conversion: Conversion) -> str:
    """The title that a file itself gives, else its name without what says its format."""
    stem = filename.rpartition(".")[0] or filename
    title = " ".join((conversion.title or stem).split()) or stem
    return shown_name(title.encode("utf-8", "replace").decode())


def timestamp(time: datetime) -> str:
    """A time as the vault writes it: ISO 8601 in UTC, to the second."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
