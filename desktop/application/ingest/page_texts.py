"""Texts of pages put into a Markdown body, each behind the mark of its page."""

from __future__ import annotations

from collections.abc import Mapping

from desktop.domain.document import PAGE_MARK, page_mark


def add_page_texts(body: str, texts: Mapping[int, str], *, only_empty: bool) -> tuple[str, tuple[int, ...]]:
    """The body with these texts on their pages, and the pages that none was put on.

    A page that has text keeps it and gets the new one below, unless it has that already; `only_empty` leaves such a page alone.
    What has no page mark that belongs to it is left alone as well.
    """
    if 1 in texts and not body.strip():
        body = page_mark(1)
    sections = _sections(body)
    refused = set(texts) - {page for _, _, page in sections}
    parts: list[str] = []
    at = 0
    done: set[int] = set()
    for start, end, page in sections:
        parts.append(body[at:start])
        at = end
        there = body[start:end]
        if page not in texts or page in done or texts[page] in there:
            parts.append(there)
        elif only_empty and there.strip():
            refused.add(page)
            parts.append(there)
        else:
            kept = [there.strip("\n")] if there.strip() else []
            parts += ["\n\n", "\n\n".join([*kept, texts[page]]), "\n\n" if end < len(body) else "\n"]
        done.add(page)
    return "".join([*parts, body[at:]]), tuple(sorted(refused))


def page_texts_added(before: str, after: str) -> dict[int, str]:
    """The texts of pages by which two bodies differ; none where they differ in anything else."""
    known = {page: before[start:end].strip() for start, end, page in reversed(_sections(before))}
    texts: dict[int, str] = {}
    for start, end, page in _sections(after):
        here, there = after[start:end].strip(), known.get(page, "")
        if here != there:
            texts.setdefault(page, here.removeprefix(there).strip())
    return texts if add_page_texts(before, texts, only_empty=False)[0] == after else {}


def _sections(body: str) -> list[tuple[int, int, int]]:
    """(start, end, page) of what stands behind each page mark, up to the next."""
    marks = list(PAGE_MARK.finditer(body))
    ends = [*(mark.start() for mark in marks[1:]), len(body)]
    return [(mark.end(), end, int(mark[1])) for mark, end in zip(marks, ends, strict=False)]
