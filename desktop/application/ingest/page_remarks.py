"""What a ledger row says about pages without text of their own, before OCR has looked at them and after."""

from __future__ import annotations

from desktop.domain.page_ranges import named_pages
from desktop.domain.quality import Quality

HARD_TO_READ = 0.8
NAMED_PAGES = 5


def remark_on_pages(quality: Quality, pages: int | None, *, recognises: bool) -> str:
    """Sentences about the pages of a document whose format OCR can read; empty if all have text. `recognises`: OCR follows."""
    if not quality.empty_pages:
        return ""
    several = (pages or len(quality.empty_pages)) > 1
    return " ".join(filter(None, [_read(quality, pages, several), _hard(quality, several), _found_nothing(quality, several),
                                  _unread(quality, pages, several, recognises)]))  # fmt: skip


def _read(quality: Quality, pages: int | None, several: bool) -> str:
    count = sum(each.confidence is not None for each in quality.recognised)
    if not count:
        return ""
    if not several:
        return "It had no text and was read by OCR."
    return f"{count} of {pages or len(quality.empty_pages)} pages had no text and {'were' if count > 1 else 'was'} read by OCR."


def _hard(quality: Quality, several: bool) -> str:
    hard = [each for each in quality.recognised if each.confidence is not None and each.confidence < HARD_TO_READ]
    if not hard:
        return ""
    if not several:
        return f"It was hard to read ({_percent(hard[0].confidence)})."
    if len(hard) == 1:
        return f"Page {hard[0].page} was hard to read ({_percent(hard[0].confidence)})."
    if len(hard) > NAMED_PAGES:
        return f"{len(hard)} pages were hard to read: {named_pages(each.page for each in hard)}."
    return f"Pages {', '.join(f'{each.page} ({_percent(each.confidence)})' for each in hard)} were hard to read."


def _found_nothing(quality: Quality, several: bool) -> str:
    nothing = [each.page for each in quality.recognised if each.confidence is None]
    if not nothing:
        return ""
    return f"OCR got no text from {named_pages(nothing) if several else 'it'}; look at the original."


def _unread(quality: Quality, pages: int | None, several: bool, recognises: bool) -> str:
    unread = quality.unread_pages
    if not unread:
        return ""
    missing = f"No text on {len(unread)} of {pages or len(quality.empty_pages)} pages" if several else "No text was found in it"
    they = "they are" if several else "it is"
    if recognises:
        return f"{missing}; {they} read by OCR afterwards."
    return f"{missing}; OCR is off, so {they.split()[0]} can be looked at, not searched (recognition.enabled)."


def _percent(share: float | None) -> str:
    return f"{100 * (share or 0):.0f} %"
