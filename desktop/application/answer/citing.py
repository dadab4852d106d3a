"""Citations: the exact place in a document that carries what is said."""

from __future__ import annotations

from desktop.domain.answer import Citation, Verdict


def cite(body: str, document_id: str, start: int, end: int, page: int | None, verdict: Verdict = Verdict.VERIFIED) -> Citation:
    """A citation of `body[start:end]`."""
    return Citation(document_id, page, start, end, body[start:end], verdict)
