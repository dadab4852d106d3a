"""Text of a web page that a person who looks at it does not see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from desktop.application.ingest.orders import find_orders

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

LEAST_WORDS = 3
LEAST_COMMENT_WORDS = 5
MOST_TEXT = 5000
MOST_RULES = 2000
SHOWN_LATER = frozenset(
    name
    for line in (
        "nav form button dialog menu template svg select option noscript footer aside label video audio object figure",
        "details summary math",
    )
    for name in line.split()
)
"""Elements that pages hide until they are called for."""
CALLED_FOR = re.compile(
    r"cookie|consent|modal|menu|popup|pop-up|share|comment|search|sr-only|screen-?reader|visually-?hidden|skip|print|tab|accordion|dropdown|tooltip"
    r"|lightbox|overlay|slide|carousel|collapse|preheader|preview|toggle|nav|footer|sidebar|banner|widget|subscribe|newsletter|login|social|toc"
    r"|mobile|desktop|catlinks|noprint|navbox|metadata|reference|math|katex|mjx|hover|expand|load|alert|error|success|message|toast|gallery|emoji",
    re.IGNORECASE,
)
CALLED_FOR_ROLES = frozenset({"dialog", "menu", "navigation", "tooltip", "tabpanel", "alert", "search", "alertdialog", "listbox", "status"})
NOT_SHOWN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:^|[;\s])opacity\s*:\s*0?\.?0+(?:%|\s*(?:;|!|$))"
    r"|font-size\s*:\s*0?\.?0*[01]?(?:px|pt|em|rem|%)?\s*(?:;|!|$)"
    r"|text-indent\s*:\s*-\d{3,}|(?:left|top|margin-left)\s*:\s*-\d{4,}|(?:^|[;\s])color\s*:\s*transparent",
    re.IGNORECASE,
)
COLOUR = re.compile(r"(?:^|[;\s])color\s*:\s*([#\w(),.% ]{3,40})", re.IGNORECASE)
GROUND = re.compile(r"background(?:-color)?\s*:\s*([#\w(),.% ]{3,40})", re.IGNORECASE)
RULE = re.compile(r"([^{}]{1,300})\{([^{}]{0,2000})\}")
SIMPLE_SELECTOR = re.compile(r"(?:\w+)?([.#])([\w-]{1,80})")
WHITES = frozenset({"#fff", "#ffffff", "white", "rgb(255,255,255)", "rgba(255,255,255,1)"})
MARKUP = re.compile(r"[<>{};=]|^\s*\[if|\bendif\b|^\s*[/#]\w", re.IGNORECASE)


def hidden_texts(soup: BeautifulSoup, styles: Iterable[str]) -> Iterator[str]:
    """Texts that are in the page and not on it, each once; those that pages hide until they are called for are left out,
    unless they give orders to a language model.
    """
    hidden_names = frozenset(_hidden_names("\n".join(styles)))
    seen: set[int] = set()
    for element in soup.find_all(True):
        if id(element) in seen or not _is_hidden(element, hidden_names):
            continue
        seen.update(id(each) for each in element.find_all(True))
        text = " ".join(element.get_text(" ")[:MOST_TEXT].split())
        words = len(re.findall(r"\w\w+", text))
        if words >= LEAST_WORDS and (not _is_called_for(element) or any(find_orders(text))):
            yield text


def spoken_comments(comments: Iterable[str]) -> Iterator[str]:
    """Comments in words, not in markup or code."""
    for comment in comments:
        text = " ".join(comment[:MOST_TEXT].split())
        if len(re.findall(r"[^\W\d_]{2,}", text)) >= LEAST_COMMENT_WORDS and not MARKUP.search(text):
            yield text


def _is_hidden(element: Tag, hidden_names: frozenset[str]) -> bool:
    if element.has_attr("hidden"):
        return True
    style = str(element.get("style", ""))
    if style and (NOT_SHOWN.search(style) or _fades_into_ground(element, style)):
        return True
    if not hidden_names:
        return False
    names = {f".{name}" for name in element.get("class") or ()} | {f"#{element.get('id')}"}
    return not hidden_names.isdisjoint(names)


def _fades_into_ground(element: Tag, style: str) -> bool:
    """Whether its letters have the colour of what is behind them, as far as the page's own attributes say."""
    written = COLOUR.search(style)
    if written is None:
        return False
    colour = _colour(written[1])
    ground = next((found for found in _grounds(element)), None)
    return colour == (ground if ground is not None else "white")


def _grounds(element: Tag) -> Iterator[str]:
    """The colours behind an element, the nearest first; a picture behind it is none that could be compared."""
    for each in _lineage(element, 30):
        style = str(each.get("style", ""))
        if "url(" in style or "gradient" in style or each.get("class"):
            yield "unknown"
        if match := GROUND.search(style):
            yield _colour(match[1])
        if stated := each.get("bgcolor"):
            yield _colour(str(stated))


def _lineage(element: Tag, most: int) -> Iterator[Tag]:
    """The element and what it stands in, from within."""
    yield element
    yield from islice(element.parents, most)


def _colour(written: str) -> str:
    plain = written.lower().replace("!important", "").replace(" ", "").strip()
    return "white" if plain in WHITES else plain


def _is_called_for(element: Tag) -> bool:
    for each in _lineage(element, 12):
        named = f"{each.get('id', '')} {' '.join(each.get('class') or ())}"
        if each.name in SHOWN_LATER or str(each.get("role", "")) in CALLED_FOR_ROLES or CALLED_FOR.search(named):
            return True
    return False


def _hidden_names(style: str) -> Iterator[str]:
    """Classes and ids that a style sheet does not show, where a rule is about nothing else."""
    for number, rule in enumerate(RULE.finditer(style)):
        if number > MOST_RULES:
            return
        if NOT_SHOWN.search(rule[2]):
            for selector in rule[1].split(","):
                if match := SIMPLE_SELECTOR.fullmatch(selector.strip()):
                    yield match[1] + match[2]
