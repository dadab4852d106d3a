"""Hashes of files: hexadecimal ones, whole or broken over lines, and ssdeep."""

from __future__ import annotations

import re
from collections.abc import Iterator

from desktop.application.extraction.findings import Finding
from desktop.application.refanging import Refanged
from desktop.domain.entity import EntityType

_BY_LENGTH = {32: EntityType.MD5, 40: EntityType.SHA1, 64: EntityType.SHA256, 128: EntityType.SHA512}
_RUN = re.compile(r"[0-9A-Fa-f](?<![0-9A-Fa-f].)[0-9A-Fa-f]{7,}")
_MORE = re.compile(r"(?:[ \t]*-?(?:\r?\n|<br ?/?>)[ \t]*[0-9A-Fa-f]{2,120}){1,7}(?![0-9A-Za-z])")
_PIECE = re.compile(r"[0-9A-Fa-f]{2,}")
_SSDEEP = re.compile(r"\d(?<![\w:/+].)\d{0,7}:[A-Za-z0-9/+]{6,64}:[A-Za-z0-9/+]{3,64}(?![A-Za-z0-9/+=:])")
_LOOK_BACK = 32
_COMMIT = re.compile(
    r"(?:\b(?:git|commits?|committed|revision|rev|changeset|cherry[- ]pick(?:ed)?|checkout|parent|tree|blob|merge|HEAD)\b|"
    r"/commits?/|/tree/|/blob/)"
    r"(?:\s+(?:id|hash|from|of|is|at))*[\s:=`*(#/@\[]*$",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(r"\b[gu]uid\b[\s:=`\"'({\[]*$", re.IGNORECASE)
_OF_SOMETHING_ELSE = re.compile(
    r"\b(?P<what>imphash|import hash|JA3S?H?|JA4\w*|HASSH|pehash|rich ?hash|rich header|authentihash|vhash|icon ?hash|favicon|thumbprint|"
    r"fingerprint|serial(?: number)?|PDB(?: GUID)?)\b[\w ]{0,12}[\s:=`\"'*|(]*$",
    re.IGNORECASE,
)
_NAME_GOES_ON = re.compile(r"\.\w")
_FEWEST_DIFFERENT = 6
_SMALLEST_BLOCK = 3


def find_hashes(page: Refanged) -> Iterator[Finding]:
    """MD5, SHA-1, SHA-256, SHA-512 and ssdeep, not git commits, GUIDs or runs of one digit."""
    text = page.text
    done = 0
    for match in _RUN.finditer(text):
        if match.start() < done:
            continue
        whole = _broken(text, match.start(), match.end())
        if whole:
            done = whole.end
            yield whole
        elif (kind := _BY_LENGTH.get(match.end() - match.start())) and _is_random(match[0]):
            yield from _judged(text, kind, match.start(), match.end())
    for match in _SSDEEP.finditer(text):
        block, rest = match[0].split(":", 1)
        if _is_block_size(int(block)) and not rest.replace(":", "").isdigit():
            yield Finding(EntityType.SSDEEP, match[0], match.start(), match.end(), 0.95, "pattern: ssdeep with a legal block size")


def _judged(text: str, kind: EntityType, start: int, end: int) -> Iterator[Finding]:
    before = text[max(0, start - _LOOK_BACK) : start]
    if before.endswith(("0x", "0X")):
        return
    if (kind is EntityType.SHA1 and _COMMIT.search(before)) or (kind is EntityType.MD5 and _IDENTIFIER.search(before)):
        return
    other = _OF_SOMETHING_ELSE.search(before)
    notes = (f"{other['what']}, not the hash of a file",) if other else ()
    if before.endswith("/") and _NAME_GOES_ON.match(text, end):
        notes = (*notes, "the name of a file in a path, perhaps not its hash")
    yield Finding(kind, text[start:end].lower(), start, end, 0.6 if notes else 0.95, f"pattern: {end - start} hexadecimal digits", notes)


def _broken(text: str, start: int, end: int) -> Finding | None:
    """A hash that a page broke over lines after the digits from `start` to `end`: together a hash, not each by itself."""
    more = _MORE.match(text, end)
    if more is None or text[max(0, start - 1) : start].isalnum():
        return None
    pieces = [text[start:end], *_PIECE.findall(more[0].replace("<br", "\n"))]
    kind = _BY_LENGTH.get(sum(map(len, pieces)))
    value = "".join(pieces)
    if kind is None or all(len(piece) in _BY_LENGTH for piece in pieces) or not _is_random(value):
        return None
    return Finding(kind, value.lower(), start, more.end(), 0.7, "pattern: hexadecimal digits over several lines")


def _is_random(digits: str) -> bool:
    return len(set(digits.lower())) >= _FEWEST_DIFFERENT and not digits.isdigit()


def _is_block_size(number: int) -> bool:
    multiple, rest = divmod(number, _SMALLEST_BLOCK)
    return rest == 0 and multiple > 0 and multiple & (multiple - 1) == 0
