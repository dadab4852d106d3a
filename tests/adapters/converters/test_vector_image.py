"""A drawing in SVG is its words, its links and its scripts."""

from __future__ import annotations

from pathlib import Path

from tests.adapters.converters.archive_maker import opened

SVG = b"""<?xml version="1.0"?><!-- c --><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
<title>Invoice</title><style>.a {}</style><a xlink:href="https://evil.example/login"><text>Open <tspan>the invoice</tspan></text></a>
<use href="#part"/><image href="data:image/png;base64,AA"/><script><![CDATA[location = atob("aHR0cDovL2V2aWw=")]]></script>
<foreignObject><p>Sign in again</p></foreignObject></svg>"""


def test_words_links_and_scripts(tmp_path: Path) -> None:
    conversion = opened(tmp_path, "a.svg", SVG).conversion
    assert (conversion.format, conversion.title) == ("svg", "Invoice")
    assert conversion.markdown == (
        "Invoice\n\nOpen the invoice\n\nSign in again\n\nLinks:\n\n- https://evil.example/login\n\nScripts:\n\n"
        '```javascript\nlocation = atob("aHR0cDovL2V2aWw=")\n```\n'
    )


def test_one_that_is_no_xml_is_kept_as_text(tmp_path: Path) -> None:
    assert "<svg><text>open" in opened(tmp_path, "a.svg", b"<svg><text>open").conversion.markdown


def test_entities_are_not_followed(tmp_path: Path) -> None:
    hostile = b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>'
    assert "root:" not in opened(tmp_path, "a.svg", hostile).conversion.markdown
