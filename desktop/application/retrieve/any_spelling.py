"""An indicator as a regular expression that finds it however it is defanged."""

from __future__ import annotations

import re

from desktop.application.refanging import refang
from desktop.application.retrieve.exact_terms import ask_exact

_OPEN, _CLOSE = r"[\[({<\\]{1,2}\s?", r"\s?[\])}>]{0,2}\s?"
_DOT = rf"(?:\.[\])}}>]?|\s?{_OPEN}(?:\.|dot|punkt|punto){_CLOSE}|\s(?:DOT|dot)\s|\^\.|。)"
_AT = rf"(?:@|\s?{_OPEN}(?:@|at|et){_CLOSE}|\sAT\s)"
_COLON = r"[\[({]?:[\])}]?"
_SLASH = r"(?:\\?[\[({]?/[\])}]?)"
_SLASHES = r"(?:[\[({]?:[\])}]?(?:\\?/){2}[\])}]?|[\[({]?:[\])}]?[\[({]//[\])}]|:\[/\]\[/\])"
_SCHEMES = {"http": r"(?:h(?:tt|xx|xt|tx|\*\*)p|meow)", "ftp": "f(?:t|x)p"}
_SEPARATORS = {".": _DOT, "@": _AT, ":": _COLON, "/": _SLASH, "\\": r"\\{1,2}"}
_UNDER_DOMAIN = "[A-Za-z0-9_-]+"
_NETWORK = re.compile(r"[\da-fA-F.:]+/\d+")
_SCHEME = re.compile(r"(http|ftp)(s?)://", re.IGNORECASE)


def any_spelling(text: str) -> str | None:
    """A regular expression for every spelling of an indicator; None if the text is none as a whole."""
    plain = refang(text.strip())
    if ask_exact(plain) is None or _NETWORK.fullmatch(plain):
        return None
    begun = r"(?i)"
    if plain.startswith("*."):
        begun, plain = begun + _UNDER_DOMAIN, plain[1:]
    if scheme := _SCHEME.match(plain):
        begun += f"{_SCHEMES[scheme[1].lower()]}{_secure(scheme[2])}{_SLASHES}"
        plain = plain[scheme.end() :]
    elif plain[:1].isalnum():
        begun += r"\b"
    body = "".join(_SEPARATORS.get(letter) or re.escape(letter) for letter in plain.rstrip("*/"))
    return begun + body + (r"\b" if plain[-1:].isalnum() else "")


def _secure(letter: str) -> str:
    return r"\[?s\]?" if letter else ""
