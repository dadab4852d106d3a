"""Checked against Qt itself: whatever Markdown means to it, each word must be found where it stands."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QFont, QPalette, QTextTable
from PySide6.QtWidgets import QApplication

from desktop.domain.alignment import utf16_offset
from desktop.domain.sections import Section, cut_sections
from desktop.ui.widgets.markdown_rendering import align_section, render_section, section_text

# `@` stands for a word that occurs nowhere else; `§` for one that is not shown.
BLOCKS = [
    "@ @ **@ @** and *@*.",
    "# @ `@`",
    "@\n===",
    "- @ @\n- **@**\n  - @ [@](http://§.example/§ \"§\")",
    "3. @\n4. 1) @",
    "- [x] @\n- [ ] @",
    "> @ @\n> - @",
    "| @ | **@** |\n|---|:-:|\n| `@` | @ \\| @ |\n| | [@](§) |",
    "```§\n@ **@**\n  @\n```",
    "    @ <@>",
    "@ &amp; @ &lt;@&gt; &nbsp; @ &#64; @ AT&T @",
    "@<br>@ List<@> <http://x.example/@> <@>",
    "![@ *@*](§.png) @",
    "\\*@\\* \\# @ 2020. @ 5 < 6 @",
    "~~@~~ ==@== @_@ __@__ ***@***",
    "http://evil.example/*@*/_@_ www.x.example @ a@x.example",
    "[@][§ref] [@]\n\n[§ref]: http://x.example",
    "日本@語 **太字** @ 😀@😀 e\u0301@ **中文@**文",
    "@  \n@\\\n@",
    "***\n\n@\n\n---",
    "---\n@: @\n---",
    "@ [[@]] (@) [@]( @",
    "`` ` @ `` @ ` @",
    "1986\\. @\n\n+ @\n\n\n+ @",
    "\u00a0@\u00a0@\t@",
    "@[^1] @\n\n[^1]: §",
]  # fmt: skip


def number_words(template: str) -> str:
    parts: list[str] = []
    number = 0
    for each in template:
        if each in "@§" and not (parts and template == "a@x.example"):
            parts.append(f"{'w' if each == '@' else 'h'}{number:04}q")
            number += 1
        else:
            parts.append(each)
    return "".join(parts)


def shown_at(body: str, start: int, end: int) -> str:
    shown = []
    for section in cut_sections(body, 400):
        document = render_section(section, body, QFont(), QPalette())
        text = document.toPlainText()
        one, other = align_section(section, body, document).place(start - section.start, end - section.start)
        shown.append(text[one:other])
    return "".join(shown)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(template=st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=5).map("\n\n".join), data=st.data())
def test_each_word_is_found_exactly(qapp: QApplication, template: str, data: st.DataObject) -> None:
    body = number_words(template)
    words = [at for at in range(len(body)) if body[at] == "w" and body[at + 5 : at + 6] == "q" and body[at + 1 : at + 5].isdecimal()]
    for start in data.draw(st.lists(st.sampled_from(words), min_size=1, max_size=6)):
        assert shown_at(body, start, start + 6) == body[start : start + 6]


@pytest.mark.parametrize("block", BLOCKS)
def test_every_block_is_aligned_by_its_parser(qapp: QApplication, block: str) -> None:
    body = number_words(block)
    (section,) = cut_sections(body)
    document = render_section(section, body, QFont(), QPalette())

    assert align_section(section, body, document).exact
    text = document.toPlainText()
    assert all(body[at : at + 6] in text for at in range(len(body)) if body[at] == "w" and body[at + 5 : at + 6] == "q")


def test_a_span_over_marks_lines_and_cells_is_what_a_reader_sees(qapp: QApplication) -> None:
    body = "Seen **on\ntwo** lines.\n\n| a | b |\n|---|---|\n| 10.0.0.1 | *evil* |\n"

    assert shown_at(body, body.index("on\n"), body.index(" lines")) == "on two"
    assert shown_at(body, body.index("10."), body.index("* |")) == "10.0.0.1\nevil"


def test_nothing_at_the_beginning_is_taken_for_front_matter(qapp: QApplication) -> None:
    body = "---\nkey: value\n---\n\ntext\n"
    assert "key: value" in section_text(Section(0, len(body)), body)


def test_what_looks_like_html_is_shown(qapp: QApplication) -> None:
    body = "use List<String> and <domain.com> here<br>x\n\n<script>alert(1)</script>\n\nafter\n"
    assert section_text(Section(0, len(body)), body).split() == body.split()


def test_a_cut_table_is_a_table_with_its_head_in_each_section(qapp: QApplication) -> None:
    body = "| n | x |\n|---|---|\n" + "".join(f"| n{row:04} | x |\n" for row in range(120))
    sections = list(cut_sections(body))
    documents = [render_section(each, body, QFont(), QPalette()) for each in sections]

    assert len(sections) > 1
    assert all(isinstance(document.rootFrame().childFrames()[0], QTextTable) for document in documents)
    start = body.index("n0100")
    assert shown_at(body, start, start + 5) == "n0100"
    assert utf16_offset(section_text(sections[-1], body), 1) == 1
