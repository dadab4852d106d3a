"""Names as they can be shown: nobody may make one look like another by turning its letters round."""

from __future__ import annotations

import re

_OVERRIDES = re.compile("[\u202d\u202e]")
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


def shown_name(name: str) -> str:
    r"""A name with codes for characters that turn text round: `\u202egpj.exe`, which else would read `exe.jpg`.

    Where a script is written from right to left, only what overrides its order is a trick.
    """
    if name.isascii():
        return name
    tricks = _OVERRIDES if _RIGHT_TO_LEFT.search(name) else _TURNING
    return tricks.sub(_code, name)


def _code(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
