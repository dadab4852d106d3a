"""Paths of files and keys of the Windows registry. Read from a text as it stands: a backslash before a dot is no escape here."""

from __future__ import annotations

import re
from collections.abc import Iterator

from desktop.application.extraction.findings import Finding
from desktop.application.extraction.host_names import is_file_name
from desktop.domain.entity import EntityType

_PART = r"(?:[^\s\\/:*?\"<>|`',;()\[\]{}“”‘’]|\[\.\]|\(\w{1,8}\)|\{[0-9A-Fa-f-]{8,40}\}){1,255}+"
# Spaces are part of a folder's name only where a separator follows soon.
_FOLDERS = rf"(?:{_PART}(?: {_PART}){{0,4}}[\\/]{{1,2}}){{0,24}}"
_REST_OF_PATH = re.compile(rf"{_FOLDERS}(?:{_PART})?")
# The last part of a key may hold spaces as long as its words begin with capitals (`Shell Folders`).
_REST_OF_KEY = re.compile(
    rf"{_FOLDERS}(?:{_PART}(?: (?!(?:The|This|And|With|To|In|Is|Registry|Key|Value|It|Run key)\b)[A-Z]\w*(?=[\s.,;:)`\"'|]|$)){{0,5}})?"
)
_ROOT_BACKWARDS = re.compile(
    r"(?P<drive>:[A-Za-z](?!\w))|(?P<variable>%[\w()]{1,30}[A-Za-z_]%)|(?P<environment>\w{2,30}:(?i:vne)\$)|"
    r"(?P<hive>:?(?:[A-Z_]{4,16}_YEKH|(?:ML|UC|RC|U|CC|DP)KH)(?!\w))|(?P<branch>(?i:erawtfos|metsys)(?![\w\\]))"
)
_BRANCH_AFTER = re.compile(r"\\{1,2}(?:Microsoft|Wow6432Node|CurrentControlSet|ControlSet00\d|Policies|Classes)\\", re.IGNORECASE)
_SHARE = re.compile(r"\\\\(?:[?.]\\)?[\w.$-]{1,63}\\")
_HIVES = {
    "HKLM": "HKEY_LOCAL_MACHINE",
    "HKCU": "HKEY_CURRENT_USER",
    "HKCR": "HKEY_CLASSES_ROOT",
    "HKU": "HKEY_USERS",
    "HKCC": "HKEY_CURRENT_CONFIG",
}
_UNIX_ROOTS = (
    "etc|usr|var|tmp|bin|sbin|opt|home|root|dev|proc|lib|lib64|Library|Users|Applications|System|private|mnt|media|srv|run|boot|sys|data|sdcard|"
    "storage|Volumes"
)
_UNIX = re.compile(rf"[~/](?<![\w/.:~$)<-].)(?:(?<=~)|(?:{_UNIX_ROOTS}))(?:/(?:[\w.@%+~$-]|\\ ){{1,255}}+){{1,40}}/?")
_QUOTES = {'"': '"', "`": "`", "“": "”", "'": "'", "‘": "’"}
_LONGEST = 400
_BACKSLASHES = re.compile(r"\\{2,}")
_AT_END = ".,;:!?-"


def find_paths(text: str) -> Iterator[Finding]:
    """Paths of Windows and Unix, the names of the files at their ends, and keys of the registry."""
    at = text.find("\\")
    while at >= 0:
        end = at + 1
        for found in _windows(text, at):
            end = max(end, found.end)
            yield found
        at = text.find("\\", end)
    for match in _UNIX.finditer(text):
        value = match[0].rstrip(_AT_END)
        if value.count("/") > 1 or value.startswith("~"):
            yield from _path(value, match.start(), match.start() + len(value), "pattern: Unix path")


def _windows(text: str, at: int) -> Iterator[Finding]:
    """What the backslash at `at` is the first of."""
    share = _SHARE.match(text, at)
    if share and not text[max(0, at - 1) : at].isalnum():
        yield from _windows_path(text, at, share.end())
        return
    root = _ROOT_BACKWARDS.match(text[max(0, at - 40) : at][::-1])
    if root is None:
        return
    start = at - root.end()
    if root["hive"] or root["branch"]:
        if root["hive"] or _BRANCH_AFTER.match(text, at):
            yield from _key(text, start, at)
    else:
        yield from _windows_path(text, start, at + 1)


def _windows_path(text: str, start: int, rest: int) -> Iterator[Finding]:
    begun = re.compile(r"\\?").match(text, rest)
    matched = _REST_OF_PATH.match(text, begun.end() if begun else rest)
    end = matched.end() if matched else rest
    closing = _closing_quote(text, start)
    if closing > end and is_file_name(text[start:closing]):
        end = closing
    end = start + len(text[start:end].rstrip(_AT_END))
    if end > rest:
        value = _BACKSLASHES.sub(r"\\", text[start:end].replace("[.]", "."))
        value = "\\" + value if text.startswith("\\\\", start) else value
        yield from _path(value, start, end, "pattern: Windows path")


def _path(value: str, start: int, end: int, by: str) -> Iterator[Finding]:
    yield Finding(EntityType.FILE_PATH, value, start, end, 0.9, by)
    name = re.split(r"[\\/]", value)[-1]
    if is_file_name(name) and value.endswith(name):
        yield Finding(EntityType.FILE_NAME, name, end - len(name), end, 0.85, "end of a path")


def _key(text: str, start: int, at: int) -> Iterator[Finding]:
    rest = at + 2 if text.startswith("\\\\", at) else at + 1
    matched = _REST_OF_KEY.match(text, rest)
    end = max(matched.end() if matched else rest, _closing_quote(text, start))
    end = start + len(text[start:end].rstrip(_AT_END + "\\ "))
    if end <= at:
        return
    hive, _, branch = _BACKSLASHES.sub(r"\\", text[start:end].replace("/", "\\")).partition("\\")
    hive = _HIVES.get(hive.rstrip(":"), hive.rstrip(":"))
    confidence = 0.95 if hive.startswith("HK") else 0.7
    yield Finding(EntityType.REGISTRY_KEY, f"{hive}\\{branch}", start, end, confidence, "pattern: key of the Windows registry")


def _closing_quote(text: str, start: int) -> int:
    """Where the quotation ends that a path fills, 0 if it stands in none."""
    closing = _QUOTES.get(text[start - 1 : start]) if start else None
    if closing is None:
        return 0
    end = text.find(closing, start, start + _LONGEST)
    return end if end > 0 and not {"\n", " -", " /"} & set(re.findall(r"\n| [-/]", text[start:end])) else 0
