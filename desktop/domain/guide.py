"""The guide inside the program: its chapters, and finding words in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_HEADING = re.compile(r"#+ ")
_MARKUP = re.compile(r"[*`]|^[-#>]+ |^\d+\. ")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: the name of its file without number and ending, its heading, and its Markdown, the heading included."""

    name: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class GuideHit:
    """A paragraph of a chapter that holds what was sought, without its markup, and the heading above it."""

    chapter: str
    heading: str
    text: str


def read_chapter(file_name: str, text: str) -> Chapter:
    """A chapter from its file (`03-searching.md`), which begins with its heading."""
    title = text.partition("\n")[0].lstrip("# ").strip()
    return Chapter(file_name.removesuffix(".md").partition("-")[2], title, text)


def keyboard_chapter(shortcuts: Iterable[tuple[str, str]]) -> Chapter:
    """The map of the keyboard, from each key and what it does."""
    rows = "".join(f"| **{keys}** | {does} |\n" for keys, does in shortcuts)
    return Chapter("keyboard", "Keyboard", f"# Keyboard\n\n| Key | What it does |\n|---|---|\n{rows}")


def find_in_guide(chapters: Iterable[Chapter], words: str) -> tuple[GuideHit, ...]:
    """Paragraphs that hold all of these words, or beginnings of theirs, whatever their case; in the order of the guide."""
    sought = [re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE) for word in words.split()]
    if not sought:
        return ()
    hits: list[GuideHit] = []
    for chapter in chapters:
        heading = chapter.title
        for paragraph in _paragraphs(chapter.text.splitlines()):
            if _HEADING.match(paragraph):
                heading = paragraph.lstrip("# ")
            plain = _MARKUP.sub("", paragraph)
            if all(each.search(f"{heading} {plain}") for each in sought) and any(each.search(plain) for each in sought):
                hits.append(GuideHit(chapter.name, heading, plain))
    return tuple(hits)


def _paragraphs(lines: Sequence[str]) -> Iterable[str]:
    """Paragraphs, entries of lists, and rows of tables, each on one line."""
    gathered: list[str] = []
    for line in [*lines, ""]:
        if gathered and (not line.strip() or line.startswith(("- ", "|", "#")) or re.match(r"\d+\. ", line)):
            yield " ".join(gathered)
            gathered = []
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not all(set(cell) <= {"-"} for cell in cells):
                yield ": ".join(cells)
        elif line.strip():
            gathered.append(line.strip())
