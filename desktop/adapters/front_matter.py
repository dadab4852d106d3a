"""The YAML front matter of `docs/<id>.md`: read leniently, written in a fixed order, a person's own lines kept byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import yaml

from desktop.domain.chunk import content_hash
from desktop.domain.document import Document
from desktop.domain.marking import Marking
from desktop.domain.quality import quality_values, read_quality

KEYS = (
    "id", "title", "source_filename", "source_format", "source_sha256", "converter", "source_mode", "imported_at", "published",
    "language", "pages", "tlp", "grade", "tags", "parent", "author", "source_path", "supersedes", "superseded_by", "origins", "quality",
)  # fmt: skip
BODY_HASH = "body_sha256"
EDITED = "edited"
LONGEST_TITLE = 1000
"""Characters: a title stands over each chunk when vectors and words are made, so one of megabytes would keep the index busy for hours."""

_OPENING = re.compile(r"\ufeff?---[ \t]*\r?\n")
_CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
_PLAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_./+ -]*[A-Za-z0-9_/+])?|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
_NUMBER = re.compile(r"[0-9._]+(?:[eE][-+]?[0-9]+)?|0[ox][0-9a-fA-F]+")
_YAML_LINE = re.compile("[^\n\r\x85\u2028\u2029]*(?:\r\n|[\n\r\x85\u2028\u2029])")
_UNPRINTABLE = re.compile("[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class _Loader(yaml.CSafeLoader):
    """YAML without surprises: dates, `no`, `12:30` and `010` stay the text that stands there; nothing is built that JSON lacks."""


_Loader.yaml_implicit_resolvers = {}
_Loader.yaml_constructors = {
    tag: construct
    for tag, construct in yaml.CSafeLoader.yaml_constructors.items()
    if tag is None or tag.rpartition(":")[2] in ("null", "bool", "int", "str", "seq", "map")
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"(?:~|null|)\Z"), ["~", "n", ""])
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"(?:true|false)\Z"), ["t", "f"])
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"-?(?:0|[1-9][0-9]{0,17})\Z"), list("-0123456789"))

_OTHER_PROGRAMS = yaml.resolver.Resolver()
_READ_AS_TEXT = ("tag:yaml.org,2002:str", "tag:yaml.org,2002:timestamp")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the head of a file says; `problem` is a sentence where it cannot be understood, and then `values` is empty.

    The body begins at `body_offset` (code points), right after the closing line.
    """

    values: dict[str, Any] = field(default_factory=dict)
    body_offset: int = 0
    problem: str = ""


def read_front_matter(text: str) -> FrontMatter:
    """Read the head of a file; one that is no front matter, or a broken one, counts as part of the body."""
    bounds = _bounds(text)
    if bounds is None:
        return FrontMatter()
    start, end, body_offset = bounds
    header = text[start:end]
    try:
        if "*" in header and any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(header, Loader=_Loader)):
            return FrontMatter(problem="Its front matter uses YAML aliases, which Coffer does not follow.")
        values = yaml.load(header, Loader=_Loader)  # noqa: S506 -- a subclass of the safe loader
    except (yaml.YAMLError, RecursionError, ValueError, TypeError) as error:
        return FrontMatter(problem=f"Its front matter is not valid YAML{_line_of(error)}.")
    if values is None:
        return FrontMatter({}, body_offset)
    if not isinstance(values, dict) or not all(isinstance(key, str) for key in values):
        return FrontMatter(problem="Its front matter is not a list of `name: value` lines.")
    return FrontMatter(values, body_offset)


def write_front_matter(document: Document, body_sha256: str = "") -> str:
    """The front matter of a new file, from the opening to the closing line.

    `body_sha256` is what the body was when it was converted: whether somebody edited it shows without writing to the
    file that they edited.
    """
    values = document_values(document) | ({BODY_HASH: body_sha256} if body_sha256 else {})
    return "".join(["---\n", *(entry_lines(key, value, "\n") for key, value in values.items()), "---\n"])


def rewrite_front_matter(text: str, document: Document) -> str | None:
    """The text with its front matter saying what `document` says; every line that need not change stays as it is.

    None where the front matter cannot be rewritten without touching what a person wrote.
    """
    front_matter = read_front_matter(text)
    values = front_matter.values
    said, problems = read_document(values, document.id)
    if front_matter.problem or problems:
        return None
    if _bounds(text) is None:
        mark = "\ufeff" if text.startswith("\ufeff") else ""
        return mark + write_front_matter(document) + text.removeprefix("\ufeff")
    old, new = document_values(said), document_values(document)
    return with_values(text, {key: new.get(key) for key in KEYS if key not in values or old.get(key) != new.get(key)})


def rewrite_body(text: str, body: str, *, edited: bool) -> str | None:
    """The text with another body; of its front matter only what says whether a person changed the body is rewritten.

    None where the front matter cannot be understood.
    """
    front_matter = read_front_matter(text)
    if front_matter.problem:
        return None
    digest = content_hash(body)
    as_converted = not edited or front_matter.values.get(BODY_HASH) == digest
    changes = {"source_mode": "converted" if as_converted else EDITED} | ({} if edited else {BODY_HASH: digest})
    if _bounds(text) is None:
        return "".join(["---\n", *(entry_lines(key, value, "\n") for key, value in changes.items()), "---\n", body])
    changed = {key: value for key, value in changes.items() if front_matter.values.get(key) != value}
    rewritten = with_values(text, changed)
    return rewritten and rewritten[: read_front_matter(rewritten).body_offset] + body


def document_values(document: Document) -> dict[str, Any]:
    """A document's own keys in their fixed order, without those that say nothing."""
    values = {key: getattr(document, key) for key in KEYS}
    values |= {"origins": dict(document.origins), "quality": quality_values(document.quality)}
    return {key: plain_value(value) for key, value in values.items() if value not in (None, (), {})}


def read_document(values: Mapping[str, Any], document_id: str) -> tuple[Document, list[str]]:
    """The document that front matter describes, and sentences about what in it could not be understood.

    A marking that cannot be understood counts as RED: a slip of the pen must not make a document free to share.
    """
    problems = []
    if values.get("id", document_id) != document_id:
        problems.append(f"Its front matter gives the id {values['id']!r}; the file's name counts.")
    marking = read_marking(values.get("tlp"))
    if marking is None:
        problems.append(f"Its marking {values.get('tlp')!r} is not a TLP 2.0 marking; it counts as RED until that is mended.")
    quality, broken = read_quality(values.get("quality"))
    problems += [f"What it says of its quality ({', '.join(broken)}) cannot be understood; that part counts as unsaid."] if broken else []
    title = read_text(values, "title") or document_id
    if len(title) > LONGEST_TITLE:
        problems.append(f"Its title has {len(title):,} characters; the first {LONGEST_TITLE:,} count. The file keeps all of them.")
    document = Document(
        id=document_id,
        title=title[:LONGEST_TITLE],
        source_filename=read_text(values, "source_filename") or f"{document_id}.md",
        source_format=read_text(values, "source_format") or "md",
        source_sha256=read_text(values, "source_sha256") or "",
        converter=read_text(values, "converter") or "none",
        imported_at=read_text(values, "imported_at") or "",
        source_mode=read_text(values, "source_mode") or "converted",
        published=read_text(values, "published"),
        language=read_text(values, "language"),
        pages=values["pages"] if type(values.get("pages")) is int else None,
        tlp=marking or Marking.RED,
        grade=read_text(values, "grade"),
        tags=read_texts(values.get("tags")),
        parent=read_text(values, "parent"),
        author=read_text(values, "author"),
        source_path=read_text(values, "source_path"),
        supersedes=read_text(values, "supersedes"),
        superseded_by=read_text(values, "superseded_by"),
        origins=_pairs(values.get("origins")),
        quality=quality,
    )
    return document, problems


def _bounds(text: str) -> tuple[int, int, int] | None:
    """Start and end of the lines between the fences, and start of the body; None where there is no front matter."""
    opening = _OPENING.match(text)
    closing = _CLOSING.search(text, opening.end()) if opening else None
    return (opening.end(), closing.start(), closing.end()) if opening and closing else None


@dataclass(frozen=True, slots=True)
class _Block:
    """A top-level entry as it stands in the file: its own lines, then comments and blank lines up to the next one."""

    key: str
    lines: str
    trailing: str


def _blocks(header: str) -> list[_Block] | None:
    """The entries of a header in order, the first with an empty key for what stands before them; None for `{…}`."""
    root = yaml.compose(header, Loader=_Loader)
    if root is None:
        return [_Block("", "", header)]
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        return None
    lines = _YAML_LINE.findall(header)
    starts = [key.start_mark.line for key, _ in root.value]
    blocks = [_Block("", "", "".join(lines[: starts[0]]))]
    for (key, _), start, end in zip(root.value, starts, [*starts[1:], len(lines)], strict=True):
        own = end
        while own > start + 1 and re.fullmatch(r"#.*|\s*", lines[own - 1].rstrip("\r\n")):
            own -= 1
        blocks.append(_Block(key.value, "".join(lines[start:own]), "".join(lines[own:end])))
    return blocks


def with_values(text: str, changes: Mapping[str, Any]) -> str | None:
    """The text with these values in its front matter, None for a line that goes; None if it is not written line by line."""
    bounds = _bounds(text)
    blocks = _blocks(text[bounds[0] : bounds[1]]) if bounds else None
    if bounds is None or blocks is None:
        return None
    newline = "\r\n" if text[: bounds[0]].endswith("\r\n") else "\n"
    entries = {key: "" if value is None else entry_lines(key, value, newline) for key, value in changes.items()}
    known = {block.key for block in blocks}
    rewritten = [entries.get(block.key, block.lines) + block.trailing for block in blocks]
    added = [entry for key, entry in entries.items() if key not in known]
    return "".join([text[: bounds[0]], *rewritten, *added, text[bounds[1] :]])


def plain_value(value: Any) -> Any:
    """A value as front matter can hold it: texts printable, lists for tuples."""
    match value:
        case str():
            return _printable(str(value))
        case tuple() | list():
            return [plain_value(each) for each in value]
        case dict():
            return {plain_value(key): plain_value(each) for key, each in value.items()}
    return value


def _printable(text: str) -> str:
    return _SURROGATE.sub("\ufffd", text)


def entry_lines(key: str, value: Any, newline: str) -> str:
    """A line of front matter; what is nested gets a line for each of its parts."""
    if isinstance(value, list) and value and all(isinstance(each, dict) and each for each in value):
        items = (f"{name}: {_scalar(each)}{newline}" for item in value for name, each in item.items())
        heads = ("  - " if at == 0 else "    " for item in value for at in range(len(item)))
        return "".join([f"{key}:{newline}", *(head + item for head, item in zip(heads, items, strict=True))])
    if not isinstance(value, dict):
        return f"{key}: {_scalar(value)}{newline}"
    return "".join([f"{key}:{newline}", *(f"  {_scalar(name)}: {_scalar(each)}{newline}" for name, each in value.items())])


def _scalar(value: Any) -> str:
    match value:
        case list():
            return f"[{', '.join(map(_scalar, value))}]"
        case dict():
            return f"{{{', '.join(f'{_scalar(key)}: {_scalar(each)}' for key, each in value.items())}}}"
        case None | True | False:
            return json.dumps(value)
        case float():
            return f"{Decimal(repr(value)):f}"  # an exponent would be text to other programs
        case str():
            return _text_scalar(value)
    return str(value)


def _text_scalar(value: str) -> str:
    if _PLAIN.fullmatch(value) and not _NUMBER.fullmatch(value) and _read_as_text(value):
        return value
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))


def _read_as_text(value: str) -> bool:
    """Whether programs that read YAML 1.1 to the letter take the bare value for text, or for the date that it is."""
    return _OTHER_PROGRAMS.resolve(yaml.ScalarNode, value, (True, False)) in _READ_AS_TEXT  # type: ignore[no-untyped-call]


def read_text(values: Mapping[str, Any], key: str) -> str | None:
    """The text of a key; None where there is none."""
    value = values.get(key)
    return str(value) if isinstance(value, str | int) and value != "" else None


def _pairs(value: Any) -> tuple[tuple[str, str], ...]:
    entries = value.items() if isinstance(value, dict) else ()
    return tuple((str(key), str(words)) for key, words in entries if isinstance(key, str | int) and isinstance(words, str | int))


def read_texts(value: Any) -> tuple[str, ...]:
    """A list of texts, of which a single one may stand alone."""
    if isinstance(value, str | int):
        return (str(value),)
    return tuple(str(each) for each in value if isinstance(each, str | int)) if isinstance(value, list) else ()


def read_marking(value: Any) -> Marking | None:
    """The marking that is meant: CLEAR where nothing is said, None where it is no marking."""
    if value is None:
        return Marking.CLEAR
    try:
        return Marking.parse(str(value))
    except ValueError:
        return None


def _line_of(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    return f" (line {mark.line + 2})" if mark is not None else ""
