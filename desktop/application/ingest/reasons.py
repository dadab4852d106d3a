"""The rows of the ledger, and the sentences in them that a person can act on."""

from __future__ import annotations

from desktop.application.ingest.candidates import Candidate, unreadable
from desktop.application.ingest.conversions import Converted
from desktop.application.ingest.page_remarks import remark_on_pages
from desktop.domain.conversion import Conversion
from desktop.domain.document import Document
from desktop.domain.errors import CofferError, PasswordNeeded, UnsupportedFormat
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.page_ranges import named_pages
from desktop.domain.quality import FLAG_SENTENCES

STOPPED = "Stopped before it was read; resume the import to go on."
GIVEN_UP = "The import was given up before it was read; import it again to read it."
HALF_OPENED = "The import was given up before all that lies in it was read; import it again to read the rest."
FINISHED_BEFORE = "Its files were in the vault already, of an import that was cut short; they are searched now."
NOT_OPENED_BY_ANY = "No password that was given opens it."
UNREADABLE, BUG = "unreadable", "bug"

IMAGE_FORMATS = frozenset({"bmp", "gif", "jpeg", "jpg", "png", "tif", "tiff", "webp"})
RECOGNISED_FORMATS = IMAGE_FORMATS | {"pdf"}
"""What OCR can read."""
_NO_TEXT = "No text was found in it; it can be looked at, not searched."


def refused_row(candidate: Candidate, outcome: Outcome, reason: str, problem: str = "") -> LedgerRow:
    """The row of a file that was not read."""
    return LedgerRow(candidate.shown, outcome, reason, parent=candidate.parent, problem=problem)


def failed_row(candidate: Candidate, error: Exception, *, passwords: bool = False) -> LedgerRow:
    """The row of a file that could not be read, with what to do about it; `passwords`: some were tried on it."""
    match error:
        case PasswordNeeded() if passwords:
            return refused_row(candidate, Outcome.FAILED, f"{NOT_OPENED_BY_ANY} {sentence(error)}", error.code)
        case UnsupportedFormat():
            return refused_row(candidate, Outcome.SKIPPED, sentence(error), error.code)
        case CofferError():
            return refused_row(candidate, Outcome.FAILED, sentence(error), error.code)
        case OSError():
            return refused_row(candidate, Outcome.FAILED, unreadable(error), UNREADABLE)
    reason = f"An error in Coffer itself kept it from being read ({type(error).__name__}: {error}); please report it."
    return refused_row(candidate, Outcome.FAILED, reason, BUG)


def converted_row(candidate: Candidate, converted: Converted, outcome: Outcome, *, recognises: bool) -> LedgerRow:
    """The row of a file that was read, with all that is to be said about how well."""
    conversion = converted.conversion
    return LedgerRow(
        path=candidate.shown,
        outcome=outcome,
        reason=" ".join([*conversion.warnings, *_about_text(converted, recognises=recognises), *_about_flags(conversion)]),
        format=conversion.format,
        converter=conversion.converter,
        pages=conversion.pages,
        pages_with_text=conversion.pages_with_text,
        characters=len(conversion.markdown),
        chunks=len(converted.chunks),
        truncated=conversion.truncated,
        parent=candidate.parent,
        seconds=round(converted.seconds, 4),
    )


def stored_row(candidate: Candidate, document: Document, outcome: Outcome, reason: str) -> LedgerRow:
    """The row of a file whose document is in the vault already."""
    quality = document.quality
    return LedgerRow(
        path=candidate.shown,
        outcome=outcome,
        reason=reason,
        document_id=document.id,
        format=document.source_format,
        converter=document.converter,
        pages=document.pages,
        pages_with_text=None if document.pages is None else document.pages - len(quality.empty_pages),
        truncated=quality.truncated,
        parent=candidate.parent,
    )


def sentence(error: CofferError) -> str:
    """What happened and what to do, as a reason."""
    return f"{error.message} {error.hint}".strip()


def _about_flags(conversion: Conversion) -> list[str]:
    """A sentence for each kind of trick that the text may play on its reader."""
    return [FLAG_SENTENCES[kind] for kind in dict.fromkeys(flag.kind for flag in conversion.flags)]


def _about_text(converted: Converted, *, recognises: bool) -> list[str]:
    conversion = converted.conversion
    if conversion.empty_pages and conversion.format.lower() in RECOGNISED_FORMATS:
        return [remark_on_pages(conversion.quality, conversion.pages, recognises=recognises)]
    if conversion.empty_pages:
        several = (conversion.pages or len(conversion.empty_pages)) > 1
        return [f"No text on {named_pages(conversion.empty_pages)}; look at the original." if several else _NO_TEXT]
    return [] if converted.chunks or conversion.warnings or conversion.members else [_NO_TEXT]
