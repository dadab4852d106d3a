"""The pieces of a typed query: words, phrases, operators, and what limits the documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from desktop.application.retrieve.exact_terms import Exact, find_exact
from desktop.application.retrieve.query_filters import is_filter


class Kind(Enum):
    """What a piece of a query is."""

    WORD = auto()
    PHRASE = auto()
    NEAR = auto()
    TITLE = auto()
    FILTER = auto()
    AND = auto()
    OR = auto()
    NOT = auto()
    OPEN = auto()
    CLOSE = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a query; `said` is what it says in words, which for operators is nothing.

    A phrase that only `ranks` is one in the quotes of a printed text, among other words.
    """

    kind: Kind
    said: str = ""
    quoted: bool = False
    parts: tuple[str, ...] = ()
    distance: int = 0
    field: str = ""
    ranks: bool = False


_QUOTES = r'"(?P<straight>[^"]*)"|“(?P<curly>[^”]*)”|«(?P<pointed>[^»]*)»'
_QUOTED = re.compile(_QUOTES)
_FIELD = re.compile(rf"(?P<field>title|tag|tlp|before|after|type|in):\s?(?:{_QUOTES}|(?P<bare>[^\s\"“«()]+))", re.IGNORECASE)
_NEAR = re.compile(r"NEAR\s?\((?P<inside>[^()]*)\)")
_DISTANT = 10
_DISTANCE = re.compile(r",\s*(\d{1,6})\s*$")
_OPERATOR = re.compile(r"(AND|OR|NOT)(?=[\s(]|$)")
_NEGATION = re.compile(r"-(?=[\w\"“«(])")
_FLAG = re.compile(r"(?<!\S)-[A-Za-z0-9](?!\S)")
"""An option of one letter shows a command line (`rundll32 -s x.dll`), whose dashes forbid nothing."""
_WORD = re.compile(r"[^\s\"“«]+")


def tokenise(text: str) -> list[Token]:
    """The pieces of a refanged text; brackets that have no counterpart are left out."""
    tokens = _balanced(list(_tokens(text)))
    among_words = any(token.kind is Kind.WORD for token in tokens)
    return [each for token in tokens for each in (_with_words(token) if token.ranks and among_words else (token,))]


def _tokens(text: str) -> Iterator[Token]:
    spaced = {each.start: each for each in find_exact(text) if " " in text[each.start : each.end]}
    of_command = _FLAG.search(text) is not None
    at = 0
    while at < len(text):
        token, at = _token(text, at, spaced, of_command=of_command)
        if token:
            yield token


def _token(text: str, at: int, spaced: dict[int, Exact], *, of_command: bool) -> tuple[Token | None, int]:
    """The token that begins at an offset, if one does, and where to go on."""
    if text[at] == "(":
        return Token(Kind.OPEN), at + 1
    if text[at] == ")":
        return Token(Kind.CLOSE), at + 1
    if match := _FIELD.match(text, at):
        value, quoted = _quoted_text(match), match["bare"] is None
        field = match["field"].lower()
        if field == "title":
            return Token(Kind.TITLE, value, quoted=quoted), match.end()
        if is_filter(field, value):
            return Token(Kind.FILTER, value, field=field), match.end()
    if match := _QUOTED.match(text, at):
        return Token(Kind.PHRASE, _quoted_text(match), quoted=True, ranks=match["straight"] is None), match.end()
    if match := _NEAR.match(text, at):
        return _near(match["inside"]), match.end()
    if match := _OPERATOR.match(text, at):
        return Token(Kind[match[1]]), match.end()
    if not of_command and (match := _NEGATION.match(text, at)):
        return Token(Kind.NOT), match.end()
    if at in spaced:
        return Token(Kind.WORD, text[at : spaced[at].end]), spaced[at].end
    if match := _WORD.match(text, at):
        word = _inside_brackets(match[0])
        return Token(Kind.WORD, word), at + len(word)
    return None, at + 1


def _with_words(phrase: Token) -> tuple[Token, ...]:
    """A phrase in printed quotes, which may be a name or a doubtful word, and its words."""
    return (phrase, *(Token(Kind.WORD, word) for word in phrase.said.split()))


def _quoted_text(match: re.Match[str]) -> str:
    return next(value for name, value in match.groupdict().items() if name != "field" and value is not None)


def _near(inside: str) -> Token:
    distance = _DISTANCE.search(inside)
    listed = inside[: distance.start()] if distance else inside
    parts = [_quoted_text(match) for match in _QUOTED.finditer(listed)] + _QUOTED.sub(" ", listed).replace('"', " ").split()
    return Token(Kind.NEAR, " ".join(parts), parts=tuple(parts), distance=int(distance[1]) if distance else _DISTANT)


def _inside_brackets(word: str) -> str:
    """A word up to the first closing bracket that it does not open itself."""
    open_brackets = 0
    for at, letter in enumerate(word):
        open_brackets += (letter == "(") - (letter == ")")
        if open_brackets < 0:
            return word[:at]
    return word


def _balanced(tokens: list[Token]) -> list[Token]:
    opened: list[int] = []
    dropped: set[int] = set()
    for at, token in enumerate(tokens):
        if token.kind is Kind.OPEN:
            opened.append(at)
        elif token.kind is Kind.CLOSE:
            if opened:
                opened.pop()
            else:
                dropped.add(at)
    dropped.update(opened)
    return [token for at, token in enumerate(tokens) if at not in dropped]
