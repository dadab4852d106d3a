from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPixmap
from pytestqt.qtbot import QtBot

from desktop.domain.errors import ConversionFailed
from desktop.domain.reading import Box, OriginalKind, PageImage
from desktop.ui.widgets.page_canvas import PageCanvas
from desktop.ui.widgets.page_view import PageView
from tests.ui.samples import SignalLog, picture, png


@pytest.fixture
def view(qtbot: QtBot) -> PageView:
    view = PageView()
    qtbot.addWidget(view)
    view.resize(432, 600)
    with qtbot.waitExposed(view):
        view.show()
    return view


def test_it_asks_for_the_page_in_sight_as_wide_as_it_will_be(qtbot: QtBot, view: PageView) -> None:
    with qtbot.waitSignal(view.page_wanted) as asked:
        view.open_original(OriginalKind.PDF, 28)

    assert asked.args == [1, round(400 * view.devicePixelRatioF())]
    assert "Opening" in view.message.text()


def test_it_asks_for_nothing_out_of_sight(qtbot: QtBot) -> None:
    view = PageView()
    qtbot.addWidget(view)
    log = SignalLog(view.page_wanted)
    view.open_original(OriginalKind.PDF, 28)
    view.go_to(3)
    qtbot.waitUntil(lambda: not view.is_settling())

    assert log.emissions == []


def test_pages_are_turned_by_key_button_and_number(qtbot: QtBot, view: PageView) -> None:
    view.open_original(OriginalKind.PDF, 3)
    view.show_page(1, picture(400, 500))
    log = SignalLog(view.page_turned)
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    qtbot.keyClick(view, Qt.Key.Key_PageUp)
    view.number.setText("9")
    qtbot.keyClick(view.number, Qt.Key.Key_Return)
    view.turn_on()
    view.number.setText("x")
    qtbot.keyClick(view.number, Qt.Key.Key_Return)

    assert log.emissions == [(2,), (1,), (3,)]
    assert view.number.text() == "3"


def test_leafing_quickly_asks_only_for_where_it_ends(qtbot: QtBot, view: PageView) -> None:
    view.open_original(OriginalKind.PDF, 28)
    qtbot.waitUntil(lambda: not view.is_settling())
    log = SignalLog(view.page_wanted)
    with qtbot.waitSignal(view.page_wanted):
        for page in range(2, 20):
            view.go_to(page)

    assert [page for page, _ in log.emissions] == [19]


def test_a_page_that_comes_late_is_kept_but_not_shown(view: PageView) -> None:
    view.open_original(OriginalKind.PDF, 28)
    view.go_to(2)
    view.show_page(1, picture(400, 500, "red"))
    assert view.canvas.picture.isNull()

    view.show_page(2, picture(400, 300, "blue"))
    assert (view.canvas.width(), view.canvas.height()) == (400, 300)
    view.go_to(1)
    assert view.canvas.picture.toImage().pixelColor(5, 5).name() == "#ff0000"


def test_zooming_asks_for_more_pixels(qtbot: QtBot, view: PageView) -> None:
    view.open_original(OriginalKind.PDF, 1)
    view.show_page(1, picture(round(400 * view.devicePixelRatioF()), 500))
    with qtbot.waitSignal(view.page_wanted) as asked:
        qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert asked.args == [1, round(500 * view.devicePixelRatioF())]
    assert view.canvas.width() == 500

    view.fit_width()
    assert view.canvas.width() == 400


def test_a_quote_is_marked_on_its_page_only(view: PageView) -> None:
    view.open_original(OriginalKind.PDF, 3)
    view.show_page(1, picture(400, 500))
    view.show_page(2, picture(400, 2000))
    boxes = (Box(0.1, 0.5, 0.6, 0.51), Box(0.1, 0.52, 0.3, 0.53))
    view.show_boxes(2, boxes)
    assert view.canvas.boxes == ()

    view.go_to(2)
    assert view.canvas.boxes == boxes
    assert view.scrolled_to() == pytest.approx(1000 - view.viewport_height() / 3, abs=3)
    view.show_boxes(1, ())
    assert view.canvas.boxes == ()


def test_boxes_are_fractions_of_the_picture(qtbot: QtBot) -> None:
    canvas = PageCanvas()
    qtbot.addWidget(canvas)
    canvas.draw(_pixmap(200, 400), 100)
    canvas.mark((Box(0.25, 0.5, 0.75, 0.625),))

    assert (canvas.width(), canvas.height()) == (100, 200)
    assert canvas.rectangles() == [QRectF(25, 100, 50, 25)]
    image = canvas.grab().toImage()
    assert image.pixelColor(50, 112).blue() < 200
    assert image.pixelColor(5, 5).name() == "#ffffff"


def test_failures_are_told_with_their_hint_and_can_be_tried_again(qtbot: QtBot, view: PageView) -> None:
    view.open_original(OriginalKind.PDF, 3)
    view.show_failure(ConversionFailed("The PDF is encrypted.", "Import a copy without a password."))
    assert view.message.text() == "The PDF is encrypted.\n\nImport a copy without a password."

    with qtbot.waitSignal(view.page_wanted):
        view.turn_on()


def test_what_is_no_picture_is_told(view: PageView) -> None:
    view.open_original(OriginalKind.PDF, 3)
    view.show_page(1, PageImage(b"nonsense", 1, 1))
    assert "could not be read" in view.message.text()


def test_a_small_image_keeps_its_size_and_is_asked_for_as_it_is(qtbot: QtBot, view: PageView) -> None:
    with qtbot.waitSignal(view.page_wanted) as asked:
        view.open_original(OriginalKind.IMAGE, 1)
    assert asked.args == [1, 0]
    view.show_page(1, PageImage(png(120, 60), 120, 60))
    assert (view.canvas.width(), view.canvas.height()) == (120, 60)
    assert not view.number.isVisible()


def test_the_frames_of_an_image_are_turned_like_pages(qtbot: QtBot, view: PageView) -> None:
    view.open_original(OriginalKind.IMAGE, 3)
    assert view.number.isVisible()
    with qtbot.waitSignal(view.page_wanted) as asked:
        view.turn_on()
    assert asked.args == [2, 0]


def test_text_is_shown_as_it_stands(qtbot: QtBot, view: PageView) -> None:
    with qtbot.waitSignal(view.page_wanted) as asked:
        view.open_original(OriginalKind.TEXT, None)
    original = "# <b>as it\n<!-- page: 2 -->\n\n```\n  *stands*</b>"
    view.show_text(original)
    view.text.select_all()

    assert asked.args == [1, 0]
    assert view.text.selected_text() == original
    assert view.text.isVisible()


def test_without_an_original_it_says_so(qtbot: QtBot, view: PageView) -> None:
    with qtbot.assertNotEmitted(view.page_wanted):
        view.open_original(OriginalKind.NONE, None)
    assert view.message.text() == "No original can be shown."


def _pixmap(width: int, height: int) -> QPixmap:
    pixmap = QPixmap()
    pixmap.loadFromData(png(width, height))
    return pixmap
