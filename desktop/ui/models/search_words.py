"""What the search pane says of what was found."""

from __future__ import annotations

from desktop.domain.passage import Mode, Route, SearchResult
from desktop.ui.models.results import MODE_NAMES

LIMIT = 50
"""Passages that a search shows."""

MODE_TIPS = {
    Mode.GREP: "Exact text or a regular expression, line by line in the files",
    Mode.KEYWORD: "The words themselves; the rarer the word, the higher the passage",
    Mode.VECTOR: "What is meant, in whatever words it is said",
    Mode.HYBRID: "Keyword and meaning together",
    Mode.BLENDED: "All routes, weighted by what kind of question it is",
}
HELP_HEADING = "Find it, or ask"
HELP = (
    "Type words, a name or an indicator: results come as you type.\n"
    "Ctrl+Enter asks the question; every sentence of the answer shows its source.\n\n"
    "CVE-2023-23397   ·   10.0.0.1   ·   C:\\Windows\\System32   ·   how do the actors stay in the network\n\n"
    "“a phrase”   ·   one AND two NOT three   ·   word*   ·   title:   tag:   tlp:   type:pdf   before:2024   after:2023-06   in:“…”"
)


def summary_words(result: SearchResult) -> str:
    """How much was found, how fast, and how."""
    passages, documents = len(result.hits), len({hit.document_id for hit in result.hits})
    first = "First " if passages >= LIMIT else ""
    found = (
        "No passage" if not passages else f"{first}{_count(passages, 'passage')} in {_count(documents, 'document')}{_of_them_near(result)}"
    )
    return f"{found} · {result.seconds:.2f} s · {MODE_NAMES[result.fallback or result.mode].lower()}"


def notice_words(result: SearchResult) -> str:
    """What was not available, said plainly."""
    if result.fallback is None:
        return result.notice
    instead = f"Searched by {MODE_NAMES[result.fallback].lower()} instead of {MODE_NAMES[result.mode].lower()}"
    return f"{instead}: {result.notice}" if result.notice else f"{instead}."


def no_hits_words(mode: Mode, *, limited: bool = False) -> str:
    """What else may be tried."""
    others = {
        Mode.GREP: "Grep looks for this very text or pattern. Keyword forgives word order, Meaning forgives wording.",
        Mode.KEYWORD: "No passage has these words. Try fewer of them, or Meaning, which forgives wording.",
        Mode.VECTOR: "Nothing has a meaning near to this, or no vectors exist yet. Try Keyword, or Grep for an exact string.",
    }
    said = others.get(mode, "Try fewer or other words, or Grep for an exact string or a pattern.")
    return f"Only some documents are searched: see the limits above, and take one away.\n{said}" if limited else said


def _of_them_near(result: SearchResult) -> str:
    """How many hits hold nothing of what was asked, where others do."""
    near = sum(set(hit.routes) == {Route.VECTOR} for hit in result.hits)
    return f", {near} only near in meaning" if 0 < near < len(result.hits) else ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
