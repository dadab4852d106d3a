"""Web pages as Markdown: all their text, in its encoding, with no request made."""

from __future__ import annotations

from pathlib import Path

from desktop.adapters.converters.web_pages import TOO_DEEP, convert_web_page, read_web_page


def test_a_page_becomes_markdown_without_its_title() -> None:
    page = read_web_page(
        "<html><head><title>T</title></head><body><h1>Head</h1><p>a_b*c</p><table><tr><th>x<tr><td>1</table></body></html>"
    )
    assert page.markdown.startswith("# Head\n\na_b*c")
    assert "| x |" in page.markdown
    assert page.stated.title is not None
    assert page.stated.title.value == "T"


def test_text_before_and_behind_the_body_is_read() -> None:
    assert read_web_page("before<html><body>in</body></html>behind").markdown.split() == ["beforeinbehind"]


def test_a_page_nested_beyond_measure_keeps_its_text() -> None:
    page = read_web_page(f"{'<div>' * 3000}deep{'</div>' * 3000}")
    assert (page.markdown, page.warnings) == ("deep", (TOO_DEEP,))


def test_the_stated_encoding_is_obeyed(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_bytes('<meta charset="koi8-r"><p>Группа</p>'.encode("koi8-r"))
    assert convert_web_page(path).markdown == "Группа"


def test_pictures_and_scripts_leave_addresses_or_nothing() -> None:
    assert read_web_page(
        '<script>alert(1)</script><img src="http://x.example/a.png" alt="map"><a href="javascript:x()">t</a>'
    ).markdown == ("![map](http://x.example/a.png)t")
