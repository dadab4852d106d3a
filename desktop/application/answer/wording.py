"""How texts are shown and compared: without Markdown marks, refanged, in stems."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_IMAGE_OR_LINK = re.compile(r"!?\[([^\[\]]*(?:\[[.:@]\][^\[\]]*)*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"]*\")?\)")
_ASCIIDOC_LINK = re.compile(r"(?:link:)?https?://[^\s\[\]]+\[([^\[\]]+)\]")
_EMPHASIS = re.compile(r"(\*{1,3}|(?<!\w)_{1,3})(?=\S)(.+?)(?<=\S)(\1)(?!\w)", re.DOTALL)
_CODE = re.compile(r"(`+)\+?(.+?)\+?\1", re.DOTALL)
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~])")
_CELL_MARK = re.compile(r"\s*(?<!\\)\|\s*")
_PAGE_MARK = re.compile(r"<!--.*?-->", re.DOTALL)

_TYPOGRAPHY = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "‑": "-", "\u00ad": None})
_DOT = re.compile(r"\[\.\]?|\.\]|\(\.\)|\[dot\]|\(dot\)|\{\.\}", re.IGNORECASE)
_AT = re.compile(r"\[@\]|\[at\]|\(at\)", re.IGNORECASE)
_HTTP = re.compile(r"\bh[xX]{2}p(s?)", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W_]+(?:[._@&'/:\\-]+[^\W_]+)*", re.UNICODE)
_PART = re.compile(r"[^\W_]+", re.UNICODE)
_DENIES = re.compile(r"\b(?:no|none|not|nor|never|without|unknown|undisclosed|neither|cannot|den(?:y|ies|ied))\b|n't\b")

_STOPWORDS = """
a about after all also an and any are as at be been before being between both but by can could did do does doing done during each
else ever for from get gets give given got had has have having he her here him his how i if in into is it its itself just let like
me more most much my no nor not of off on once one only onto or other our out over own per please same say says she should since so
some such tell than that the their them then there these they this those through to too under until up upon us very was we were what
whatever when where which while who whom whose why will with within without would you your according against across among around
reported report reports seen known list name named names called describe brief overview gist summary background show shows
"""
STOPWORDS = frozenset(_STOPWORDS.split())


def shown(text: str) -> str:
    """The text as a person reads it: no Markdown marks, table cells set off by dots, white space folded."""
    text = _PAGE_MARK.sub(" ", text).strip()
    if text.startswith("|"):
        text = " · ".join(cell for cell in _CELL_MARK.split(text) if cell.strip())
    text = _ASCIIDOC_LINK.sub(r"\1", _IMAGE_OR_LINK.sub(r"\1", text))
    for _ in range(2):
        text = _EMPHASIS.sub(r"\2", text)
    text = _ESCAPE.sub(r"\1", _CODE.sub(r"\2", text))
    return " ".join(text.lstrip("#=> ").split())


def cells(row: str) -> list[str]:
    """The cells of a table row as a person reads them, empty ones too."""
    return [shown(cell) for cell in _CELL_MARK.split(row.strip().removeprefix("|").removesuffix("|"))]


def folded(text: str) -> str:
    """The form in which texts are compared: refanged, plain quotes and dashes, lower case, single spaces."""
    text = unicodedata.normalize("NFKC", text).translate(_TYPOGRAPHY)
    text = _HTTP.sub(r"http\1", _AT.sub("@", _DOT.sub(".", text.replace("[:]", ":").replace("[/]", "/"))))
    return " ".join(text.casefold().split())


def stems(text: str) -> list[str]:
    """Stems of all words but the commonest, in order; compounds give themselves and their parts."""
    found: list[str] = []
    for match in _TOKEN.finditer(folded(text)):
        word = match[0].removesuffix("'s")
        parts = _PART.findall(word)
        whole = [word] if len(parts) > 1 else []
        found += [stem(each) for each in [*whole, *parts] if each not in STOPWORDS and (len(each) > 1 or each.isdigit())]
    return found


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """A word without its commonest English endings; words with digits or other signs stay as they are."""
    if not word.isalpha() or not word.isascii() or len(word) < 4:
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return _trimmed(word[: len(word) - len(ending)] + instead)
    return _trimmed(word)


_ENDINGS = (
    ("ities", "ity"),
    ("sses", "ss"),
    ("ings", ""),
    ("ments", ""),
    ("ions", ""),
    ("ies", "y"),
    ("ied", "y"),
    ("ing", ""),
    ("ment", ""),
    ("ion", ""),
    ("ors", ""),
    ("ers", ""),
    ("ss", "ss"),
    ("us", "us"),
    ("ed", ""),
    ("es", ""),
    ("or", ""),
    ("er", ""),
    ("ly", ""),
    ("s", ""),
    ("e", ""),
)


def _trimmed(word: str) -> str:
    """exploitat(ion) meets exploit, runn(ing) meets run."""
    if len(word) > 5 and word.endswith("at"):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls" else word


def denies(text: str) -> bool:
    """Whether a text says that something is not so."""
    return _DENIES.search(folded(text)) is not None
