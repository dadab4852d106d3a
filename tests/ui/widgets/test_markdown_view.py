from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFont, QGuiApplication, QHelpEvent, QImage, QMouseEvent, QPalette
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from desktop.domain.document import page_mark
from desktop.ui.widgets.colours import place_colour
from desktop.ui.widgets.markdown_view import MarkdownView
from tests.ui.samples import SignalLog

LONG = "\n\n".join(f"{page_mark(page)}\n\nParagraph **number {page}**. " + "Words that fill the page. " * 80 for page in range(1, 60))


@pytest.fixture
def view(qtbot: QtBot) -> MarkdownView:
    view = MarkdownView()
    qtbot.addWidget(view)
    view.resize(600, 400)
    with qtbot.waitExposed(view):
        view.show()
    return view


@pytest.fixture
def at_rest(qtbot: QtBot, view: MarkdownView) -> Callable[[], None]:
    """Wait until everything has been cut, measured and searched."""

    def wait() -> None:
        qtbot.waitUntil(lambda: not view.is_working())

    return wait


def place(body: str, words: str) -> tuple[int, int]:
    return body.index(words), body.index(words) + len(words)


def coloured_rows(view: MarkdownView) -> list[int]:
    """Rows of pixels in which the ground of an opened place shows."""
    image: QImage = view.viewport().grab().toImage()
    ratio = image.devicePixelRatio()
    wanted = place_colour(dark=False).rgb()
    return [round(y / ratio) for y in range(image.height()) if any(image.pixel(x, y) == wanted for x in range(0, image.width(), 2))]


def test_a_place_is_highlighted_as_a_reader_sees_it(view: MarkdownView) -> None:
    body = "Some **bold\nwords** and a [link](http://x.example) here.\n"
    view.show_body(body)
    view.show_places([place(body, "bold\nwords** and a [link](http://x.example)")])

    assert view.highlighted_text() == ["bold words and a link"]
    assert coloured_rows(view)


def test_a_place_far_down_comes_into_the_upper_third_and_stays_there(view: MarkdownView, at_rest: Callable[[], None]) -> None:
    view.show_body(LONG)
    view.show_places([place(LONG, "number 44")])
    at_rest()
    rows = coloured_rows(view)
    assert rows
    assert abs(rows[0] - 400 / 3) < 12

    view.resize(420, 600)
    at_rest()
    rows = coloured_rows(view)
    assert rows
    assert abs(rows[0] - 200) < 12


def test_several_places_are_shown_at_once_and_the_first_is_gone_to(view: MarkdownView, at_rest: Callable[[], None]) -> None:
    view.show_body(LONG)
    view.show_places([place(LONG, "number 30"), place(LONG, "number 2")])
    at_rest()

    assert view.highlighted_text() == ["number 30", "number 2"]
    assert abs(coloured_rows(view)[0] - 400 / 3) < 12


def test_a_place_across_pages_is_highlighted_on_both(view: MarkdownView) -> None:
    view.show_body(LONG)
    start, end = LONG.index("number 3*"), LONG.index("number 4*") + len("number 4")
    view.show_places([(start, end)])

    shown = view.highlighted_text()
    assert shown[0].startswith("number 3")
    assert shown[-1].endswith("number 4")


def test_a_body_without_text_shows_nothing(view: MarkdownView) -> None:
    view.show_body("")
    view.show_places([(0, 0)])
    view.find_text("x")

    assert view.highlighted_text() == [""]


def test_opening_another_body_forgets_the_place(view: MarkdownView) -> None:
    view.show_body(LONG)
    view.show_places([place(LONG, "number 40")])
    view.show_body("short")

    assert view.highlighted_text() == []
    assert view.verticalScrollBar().value() == 0


def test_only_what_is_in_sight_is_rendered(view: MarkdownView, at_rest: Callable[[], None]) -> None:
    view.show_body(LONG)
    at_rest()
    assert 1 <= view.rendered_sections() < 8


def test_the_page_in_sight_is_told_when_the_person_scrolls(qtbot: QtBot, view: MarkdownView, at_rest: Callable[[], None]) -> None:
    log = SignalLog(view.page_changed)
    view.show_body(LONG)
    at_rest()
    qtbot.keyClick(view, Qt.Key.Key_End)
    at_rest()

    assert log.emissions[0] == (1,)
    assert log.emissions[-1] == (59,)


def test_going_to_a_place_does_not_tell_a_page(view: MarkdownView, at_rest: Callable[[], None]) -> None:
    view.show_body(LONG)
    at_rest()
    log = SignalLog(view.page_changed)
    view.show_places([place(LONG, "number 44")])
    at_rest()

    assert log.emissions == []


def test_words_are_found_whatever_their_case_and_across_line_ends(view: MarkdownView, at_rest: Callable[[], None]) -> None:
    log = SignalLog(view.matches_changed)
    view.show_body("Evil **DOM**AIN here.\n\nThe evil\ndomain 😀 again, evil  domain.\n")
    view.find_text("evil domain")
    at_rest()

    assert log.emissions[-1] == (3, 1, True)


def test_matches_are_gone_through_in_order_and_round(view: MarkdownView, at_rest: Callable[[], None]) -> None:
    log = SignalLog(view.matches_changed)
    view.show_body(LONG)
    at_rest()
    view.find_text("paragraph number 4")
    at_rest()
    assert log.emissions[-1] == (11, 1, True)  # 4, and 40 to 49

    view.find_next(-1)
    assert log.emissions[-1] == (11, 11, True)
    view.find_next(1)
    assert log.emissions[-1] == (11, 1, True)
    view.find_text("   ")
    at_rest()
    assert log.emissions[-1] == (0, 0, True)


def test_searching_starts_where_the_person_reads(view: MarkdownView, at_rest: Callable[[], None]) -> None:
    log = SignalLog(view.matches_changed)
    view.show_body(LONG)
    view.show_places([place(LONG, "number 20")])
    at_rest()
    view.find_text("paragraph")
    at_rest()

    assert log.emissions[-1] in [(59, 20, True), (59, 21, True)]


def test_everything_can_be_selected_and_copied(qtbot: QtBot, view: MarkdownView) -> None:
    view.show_body("First **page** 😀\n\n<!-- page: 2 -->\n\nlast\n")
    qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "First page 😀\nlast"


def test_dragging_selects(qtbot: QtBot, view: MarkdownView) -> None:
    view.show_body("one two three\n")
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(0, 30))
    qtbot.mouseMove(view.viewport(), QPoint(590, 30))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(590, 30))
    assert view.selected_text() == "one two three"

    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(28, 34))
    assert view.selected_text() == "one"


def test_the_keyboard_selects_first_the_place_that_was_opened_then_on_from_its_end(qtbot: QtBot, view: MarkdownView) -> None:
    body = "They used **Emotet** against banks. More of it.\n"
    view.show_body(body)
    view.show_places([place(body, "used **Emotet**")])
    control_shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier

    qtbot.keyClick(view, Qt.Key.Key_Right, control_shift)
    assert view.selected_text() == "used Emotet"
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert view.selected_text() == "used Emotet "
    qtbot.keyClick(view, Qt.Key.Key_Down, control_shift)
    assert view.selected_text() == "used Emotet against banks. More of it."
    assert view.selected_place() == (body.index("used"), len(body) - 1)
    assert view.accessibleDescription() == "used Emotet against banks. More of it."


def test_without_a_place_the_keyboard_selects_from_the_top_of_what_is_in_sight(qtbot: QtBot, view: MarkdownView) -> None:
    view.show_body("one two\n\nthree\n")
    qtbot.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    assert view.selected_text() == "one two"


def test_the_end_of_a_selection_stays_in_sight(qtbot: QtBot, view: MarkdownView, at_rest: Callable[[], None]) -> None:
    view.show_body(LONG)
    at_rest()
    before = view.verticalScrollBar().value()
    for _ in range(6):
        qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert view.verticalScrollBar().value() > before
    assert view.selected_text().count("Paragraph number") >= 3


def test_the_match_that_was_looked_at_is_selected_when_the_search_ends(view: MarkdownView, at_rest: Callable[[], None]) -> None:
    view.show_body("alpha beta gamma beta\n")
    view.find_text("BETA")
    at_rest()
    view.find_next()
    view.find_text("")
    assert view.selected_place() == (17, 21)


def test_another_place_forgets_the_selection(qtbot: QtBot, view: MarkdownView) -> None:
    body = "one two three\n"
    view.show_body(body)
    qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    view.show_places([place(body, "two")])
    assert view.selected_place() is None


def test_a_link_says_where_it_leads(view: MarkdownView) -> None:
    log = SignalLog(view.link_hovered)
    view.show_body("[a link that is quite long](http://evil.example/x)\n")
    none = Qt.MouseButton.NoButton
    at = QPointF(60, 34)
    QApplication.sendEvent(view.viewport(), QMouseEvent(QEvent.Type.MouseMove, at, at, none, none, Qt.KeyboardModifier.NoModifier))
    QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, QPoint(60, 34), view.mapToGlobal(QPoint(60, 34))))

    assert log.emissions[-1] == ("http://evil.example/x",)
    assert "evil.example" in QToolTip.text()
    QToolTip.hideText()


def test_another_palette_or_font_keeps_the_place(view: MarkdownView, at_rest: Callable[[], None]) -> None:
    view.show_body(LONG)
    view.show_places([place(LONG, "number 44")])
    at_rest()
    dark = QPalette(view.palette())
    dark.setColor(QPalette.ColorRole.Base, Qt.GlobalColor.white)
    dark.setColor(QPalette.ColorRole.Text, Qt.GlobalColor.darkBlue)
    view.setPalette(dark)
    font = QFont(view.font())
    font.setPointSizeF(font.pointSizeF() + 4)
    view.setFont(font)
    at_rest()

    assert view.highlighted_text() == ["number 44"]
    assert abs(coloured_rows(view)[0] - 400 / 3) < 14
