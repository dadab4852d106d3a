from __future__ import annotations

from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication

from desktop.ui.widgets.section_stack import KEPT_RENDERED, PAGE_BAND, SectionStack, TextPosition, TextSpan

PARAGRAPH = "A paragraph with **bold** words that goes on for a while. " * 70 + "\n\n"


def stack_of(body: str, width: float = 600.0) -> SectionStack:
    stack = SectionStack(body, QFont(), QPalette(), width)
    stack.cut_until(len(body))
    return stack


def test_sections_lie_below_each_other_whatever_is_measured(qapp: QApplication) -> None:
    stack = stack_of(PARAGRAPH * 8)
    for index in (5, 0, 3):
        stack.measure(index)
        assert all(one.bottom == other.top for one, other in zip(stack.sections, stack.sections[1:], strict=False))
    assert stack.height == stack.sections[-1].bottom
    assert stack.measure(3) == 0.0


def test_the_estimate_is_near_to_what_is_measured(qapp: QApplication) -> None:
    stack = stack_of(PARAGRAPH * 8)
    estimated = stack.height
    for index in range(len(stack.sections)):
        stack.measure(index)
    assert 0.6 < estimated / stack.height < 1.7


def test_only_so_many_sections_are_kept_rendered(qapp: QApplication) -> None:
    stack = stack_of(PARAGRAPH * (KEPT_RENDERED + 20))
    for index in range(len(stack.sections)):
        stack.measure(index)

    assert sum(each.document is not None for each in stack.sections) == KEPT_RENDERED
    assert not stack.is_measured(0)
    assert stack.text(0).startswith("A paragraph with bold words")


def test_another_font_or_palette_is_drawn_anew_and_another_width_laid_out_anew(qapp: QApplication) -> None:
    stack = stack_of(PARAGRAPH)
    stack.measure(0)
    before = stack.sections[0].height
    large = QFont(stack.font)
    large.setPointSizeF(stack.font.pointSizeF() * 1.5)
    stack.dress(large, stack.palette, 600)
    stack.measure(0)
    assert stack.sections[0].height > before * 1.5

    drawn = stack.document(0)
    stack.dress(large, stack.palette, 300)
    assert not stack.is_measured(0)
    assert stack.document(0) is drawn


def test_places_are_found_by_height_and_by_offset(qapp: QApplication) -> None:
    stack = stack_of("<!-- page: 1 -->\nfirst\n<!-- page: 2 -->\nsecond\n")
    for index in (0, 1):
        stack.measure(index)

    assert [stack.at_height(y) for y in (-5.0, 0.0, stack.sections[1].top, 10_000.0)] == [0, 0, 1, 1]
    assert [stack.at_offset(offset) for offset in (0, 18, 30, 42, 10_000)] == [0, 0, 1, 1, 1]
    assert stack.line_top(TextPosition(1, 0)) >= stack.sections[1].top + PAGE_BAND
    assert stack.position_at(0, stack.sections[1].top + PAGE_BAND + 2).section == 1


def test_shown_text_leads_back_to_the_body(qapp: QApplication) -> None:
    body = "# Title\n\nThe *actors* used **Headlace** 😀 here.\n\nAnother paragraph.\n"
    stack = stack_of(body)
    for word in ("actors", "Headlace", "here", "Another paragraph"):
        start = body.index(word)
        spans = stack.spans(start, start + len(word))
        assert stack.source_of(TextSpan(spans[0].start, spans[-1].end)) == (start, start + len(word))
    assert stack.source_of(TextSpan(TextPosition(0, 0), TextPosition(0, 0))) is None
