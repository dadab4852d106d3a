"""HTML made safe for a parser: only whole tags, with few attributes, and what nobody reads taken out, in one pass.

The standard library's parser takes hours over a megabyte of tags that never end; everything here looks at each character
a bounded number of times.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from html import escape, unescape

TAG = re.compile(r"""<(/?)([A-Za-z][^\s/<>"'=]*+)((?:[^<>"']++|"[^"]*+"|'[^']*+')*+)>""")
LOOSE_TAG = re.compile(r"<(/?)([A-Za-z][^\s/<>\"'=]*+)([^<>]{0,2000})>")
ATTRIBUTE = re.compile(r"""([^\s"'<>/=]++)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'<>]++))?""")
KEPT = frozenset(
    name
    for line in (
        "href src data-src alt title class id style hidden name content property itemprop datetime pubdate lang xml:lang",
        "colspan rowspan type checked start role http-equiv bgcolor poster",
    )
    for name in line.split()
)
RAW = {
    name: re.compile(rf"</{name}\s*>", re.IGNORECASE) for name in ("script", "style", "textarea", "xmp", "iframe", "noembed", "noframes")
}
PAGE_ENDS = frozenset({"body", "html"})
ENDED_BY = {
    **dict.fromkeys(("td", "th"), frozenset({"td", "th", "p", "li"})),
    "tr": frozenset({"td", "th", "p", "li", "tr"}),
    **dict.fromkeys(("thead", "tbody", "tfoot"), frozenset({"td", "th", "p", "li", "tr", "thead", "tbody", "tfoot"})),
    "li": frozenset({"li", "p"}),
    **dict.fromkeys(("dt", "dd"), frozenset({"dt", "dd", "p"})),
    **dict.fromkeys(("p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "pre", "hr", "section"), frozenset({"p"})),
}
"""Which open elements end where another begins, though nothing says so: most pages leave some of these ends out."""
FOLLOWED = frozenset({"table", "ul", "ol", "dl", *(name for ended in ENDED_BY.values() for name in ended)})
LINKED_DATA = re.compile(r"application/ld\+json", re.IGNORECASE)


@dataclass(slots=True)
class CleanHtml:
    """`html` for a parser; beside it the comments, style sheets and linked data (JSON-LD) that were in it.

    `table_depth` is how deeply tables stand within tables.
    """

    html: str = ""
    comments: list[str] = field(default_factory=list)
    styles: list[str] = field(default_factory=list)
    linked_data: list[str] = field(default_factory=list)
    table_depth: int = 0


def clean_html(text: str) -> CleanHtml:
    """The page with whole tags only; a tag that never ends is text."""
    cleaner = _Cleaner(text)
    cleaner.run()
    return cleaner.result


class _OpenElements:
    """The open elements whose ends may be left out."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._counts: Counter[str] = Counter()
        self.table_depth = 0

    def begin(self, name: str) -> str:
        """The ends that go before the start of an element."""
        ended = ENDED_BY.get(name, frozenset())
        ends = []
        while self._names and self._names[-1] in ended:
            ends.append(self._close())
        if name in FOLLOWED:
            self._names.append(name)
            self._counts[name] += 1
            self.table_depth = max(self.table_depth, self._counts["table"])
        return "".join(ends)

    def end(self, name: str) -> str:
        """The end of an element, with those of what is still open in it; nothing where none is open."""
        if not self._counts[name]:
            return ""
        ends = []
        while self._names[-1] != name:
            ends.append(self._close())
        return "".join([*ends, self._close()])

    def _close(self) -> str:
        name = self._names.pop()
        self._counts[name] -= 1
        return f"</{name}>"


class _Cleaner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._out: list[str] = []
        self._missing: set[str] = set()
        self._open = _OpenElements()
        self.result = CleanHtml()

    def run(self) -> None:
        at = 0
        while (start := self._text.find("<", at)) >= 0:
            self._out.append(self._text[at:start])
            at = self._take(start)
        self._out.append(self._text[at:])
        self.result.html = "".join(self._out)
        self.result.table_depth = self._open.table_depth

    def _take(self, start: int) -> int:
        """Take what begins with `<`; where the text goes on."""
        text = self._text
        if text.startswith("<!--", start):
            if text.startswith(("<!-->", "<!--->"), start):
                return text.index(">", start) + 1
            end = self._find("-->", start + 4)
            if end >= 0:
                self.result.comments.append(text[start + 4 : end])
                return end + 3
        elif text.startswith("<![CDATA[", start):
            end = self._find("]]>", start)
            if end >= 0:
                self._out.append(escape(text[start + 9 : end], quote=False))
                return end + 3
        elif text.startswith(("<!", "<?"), start):
            end = self._find(">", start)
            if end >= 0:
                return end + 1
        elif match := TAG.match(text, start) or LOOSE_TAG.match(text, start):
            return self._take_tag(match)
        self._out.append("&lt;")
        return start + 1

    def _take_tag(self, match: re.Match[str]) -> int:
        closing, name = match[1], match[2].lower()
        content_end = RAW[name] if name in RAW and not closing else None
        if content_end is not None and name not in self._missing:
            end = content_end.search(self._text, match.end())
            if end is not None:
                self._take_raw(name, match[3], self._text[match.end() : end.start()])
                return end.end()
            self._missing.add(name)  # a tag that is never closed hides nothing
        if name in RAW or (closing and name in PAGE_ENDS):  # browsers show what stands behind the end of a page
            return match.end()
        if closing:
            self._out.append(self._open.end(name) if name in FOLLOWED else f"</{name}>")
        else:
            self._out.append(f"{self._open.begin(name)}<{name}{_attributes(match[3])}>")
        return match.end()

    def _take_raw(self, name: str, attributes: str, content: str) -> None:
        if name == "style":
            self.result.styles.append(content)
        elif name == "script":
            if LINKED_DATA.search(attributes[:500]):
                self.result.linked_data.append(content)
        else:
            self._out.append(escape(unescape(content), quote=False))

    def _find(self, sought: str, start: int) -> int:
        if sought in self._missing:
            return -1
        end = self._text.find(sought, start)
        if end < 0:
            self._missing.add(sought)
        return end


def _attributes(written: str) -> str:
    if not written or written.isspace():
        return ""
    parts = []
    for name, value in ATTRIBUTE.findall(written):
        if name.lower() in KEPT:
            plain = value[1:-1] if value[:1] in "\"'" else value
            parts.append(f' {name.lower()}="{escape(unescape(plain))}"')
    return "".join(parts)
