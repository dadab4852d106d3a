"""What a reader should know of a document before believing it, as sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from desktop.domain.document import Document
from desktop.domain.marking import Marking
from desktop.domain.page_ranges import named_pages
from desktop.domain.quality import FLAG_SENTENCES, Flag, FlagKind
from desktop.domain.reading import ALONE, Surroundings
from desktop.domain.stated_marking import stated_marking

HARD_TO_READ = 0.8


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence; `quote` is the place in the text that it is about, `document_id` another document that it names.

    `marks` is a marking that the document can be given, `unlinks` are two versions, the earlier first, that can be parted,
    `links` two documents that can be linked as versions.
    """

    text: str
    warning: bool = True
    quote: str = ""
    document_id: str = ""
    marks: Marking | None = None
    links: tuple[str, str] | None = None
    unlinks: tuple[str, str] | None = None


def remarks_on(document: Document, around: Surroundings = ALONE) -> tuple[Remark, ...]:
    """The remarks on a document, what matters most first."""
    quality = document.quality
    remarks = [*_flags(quality.flags), *_pages(document)]
    versions = version_remarks(document, around)
    remarks += [each for each in versions if each.warning]
    if quality.truncated:
        remarks.append(Remark("Not all of its text was kept; the original is whole."))
    if quality.undecodable:
        remarks.append(Remark(f"{_percent(quality.undecodable)} of its characters could not be decoded and are shown as \ufffd."))
    remarks += [Remark(each) for each in quality.warnings]
    if document.source_mode == "edited" and document.source_sha256:
        remarks.append(Remark("Its text was edited by hand since it was converted.", warning=False))
    if document.parent and around.container is None:
        remarks.append(Remark("It came out of a mail or an archive that is not in the vault any more.", warning=False))
    remarks += [each for each in versions if not each.warning]
    return tuple(remarks)


def marking_remarks(document: Document, body: str) -> tuple[Remark, ...]:
    """What to say where a text bears a higher marking than its document has."""
    stated = stated_marking(body)
    if stated is None or stated.marking.rank <= document.tlp.rank:
        return ()
    said = f"Its text says TLP:{stated.marking}, but it is marked TLP:{document.tlp}."
    return (Remark(said, quote=stated.quote, marks=stated.marking),)


def version_remarks(document: Document, around: Surroundings) -> tuple[Remark, ...]:
    """What there is to say of other versions of a document, the newer first; what can be done about it comes with it."""
    remarks = []
    if document.superseded_by:
        pair = (document.id, document.superseded_by)
        said = f"A newer version of this document is in the vault{_told(around.later)}."
        remarks.append(Remark(said, document_id=document.superseded_by, unlinks=pair))
    if document.supersedes:
        pair = (document.supersedes, document.id)
        said = f"Its file’s bytes changed: it is the newer version of another document{_told(around.earlier)}."
        remarks.append(Remark(said, warning=False, document_id=document.supersedes, unlinks=pair))
    other = around.unlinked
    if other is not None:
        first, second = sorted((document, other), key=lambda each: each.imported_at)
        same = document.source_path is not None and document.source_path == other.source_path
        made = (
            "Another document was made of the same file when its bytes were others" if same else "Another document has the same file name"
        )
        said = f"{made}{_told(other)}; the two are not linked."
        remarks.append(Remark(said, warning=False, document_id=other.id, links=(first.id, second.id)))
    return tuple(remarks)


def warnings_on(document: Document) -> list[str]:
    """The sentences among the remarks on a document that warn of something."""
    return [each.text for each in remarks_on(document) if each.warning]


def _told(other: Document | None) -> str:
    """Another document, named in the middle of a sentence; nothing where it is not known."""
    return f" (“{other.title}”, imported {other.imported_at[:10]})" if other is not None else ""


def _flags(flags: Iterable[Flag]) -> list[Remark]:
    first: dict[FlagKind, Flag] = {}
    counted: dict[FlagKind, int] = {}
    for flag in flags:
        first.setdefault(flag.kind, flag)
        counted[flag.kind] = counted.get(flag.kind, 0) + 1
    more = {kind: f" ({count} places)" if count > 1 else "" for kind, count in counted.items()}
    return [Remark(FLAG_SENTENCES[kind] + more[kind], quote=flag.quote) for kind, flag in first.items()]


def _pages(document: Document) -> list[Remark]:
    quality = document.quality
    remarks = []
    unread = quality.unread_pages
    textless = [page for page in quality.textless_pages if page not in unread]
    read = [each for each in quality.recognised if each.confidence is not None]
    hard = [each.page for each in read if each.confidence is not None and each.confidence < HARD_TO_READ]
    if unread:
        remarks.append(Remark(f"No text on {named_pages(unread)}: what stands there cannot be searched unless OCR reads it."))
    if textless:
        remarks.append(Remark(f"OCR found no text on {named_pages(textless)}: nothing there can be searched."))
    if hard:
        remarks.append(Remark(f"OCR was not sure on {named_pages(hard)}: compare with the original before quoting."))
    if read:
        count = "1 page was" if len(read) == 1 else f"{len(read)} pages were"
        remarks.append(Remark(f"{count} read by OCR ({quality.recogniser or 'engine not named'}).", warning=False))
    return remarks


def _percent(share: float) -> str:
    return f"{share:.1%}" if share >= 0.001 else "Less than 0.1 %"
