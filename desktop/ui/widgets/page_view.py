"""The original beside its Markdown: pages as pictures, images, or text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.errors import CofferError
from desktop.domain.reading import Box, OriginalKind, PageImage
from desktop.ui.theme import play
from desktop.ui.widgets.icon_button import IconButton
from desktop.ui.widgets.markdown_view import MarkdownView
from desktop.ui.widgets.page_canvas import PageCanvas
from desktop.ui.widgets.still_text import let_select

MARGIN = 16
ZOOM_STEP = 1.25
LEAST_ZOOM, MOST_ZOOM = 0.4, 4.0
KEPT_PAGES = 12
WIDEST_REQUEST = 4000
SETTLE_MS = 120


class PageView(QWidget):
    """Shows an original; asks for what it needs by `page_wanted` and is told what to show.

    The width asked for is in real pixels, 0 for an image as it is. Originals without pages are asked for as page 1.
    """

    page_wanted = Signal(int, int)
    page_turned = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = OriginalKind.NONE
        self._pages = 1
        self._page = 1
        self._zoom = 1.0
        self._pictures: dict[int, QPixmap] = {}
        self._boxes: dict[int, tuple[Box, ...]] = {}
        self._asked: tuple[int, int] | None = None
        self._drawn: int | None = None
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(SETTLE_MS)
        self._settled.timeout.connect(self._ask)
        self._build()

    def focus_content(self) -> None:
        """Take the keyboard, to scroll."""
        shown = self.text if self._stack.currentWidget() is self.text else self._scroll
        shown.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _build(self) -> None:
        self.canvas = PageCanvas()
        self._scroll = QScrollArea()
        self._scroll.setWidget(self.canvas)
        self._scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setAccessibleName("Original")
        self._scroll.installEventFilter(self)
        self.text = MarkdownView()
        self.text.setAccessibleName("Original text")
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message.setMargin(32)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        let_select(self.message)
        self._stack = QStackedWidget()
        for each in (self.message, self._scroll, self.text):
            self._stack.addWidget(each)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._build_bar())
        layout.addWidget(self._stack, 1)

    def _build_bar(self) -> QWidget:
        self._previous = IconButton("previous", "Previous page (Page Up)")
        self._previous.clicked.connect(self.turn_back)
        self.number = QLineEdit()
        self.number.setAccessibleName("Page number")
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.number.setFixedWidth(self.fontMetrics().horizontalAdvance("00000") + 18)
        self.number.editingFinished.connect(self._go_to_typed)
        self._of = QLabel()
        self._next = IconButton("next", "Next page (Page Down)")
        self._next.clicked.connect(self.turn_on)
        self._smaller = IconButton("zoom-out", "Smaller")
        self._smaller.clicked.connect(self.shrink)
        self._larger = IconButton("zoom-in", "Larger")
        self._larger.clicked.connect(self.enlarge)
        self._fit = QToolButton()
        self._fit.setText("Fit width")
        self._fit.setToolTip("As wide as the space there is")
        self._fit.clicked.connect(self.fit_width)
        self._bar = QFrame()
        play(self._bar, "bar")
        row = QHBoxLayout(self._bar)
        row.setContentsMargins(8, 4, 8, 4)
        for each in (self._previous, self.number, self._of, self._next):
            row.addWidget(each)
        row.addStretch(1)
        for button in (self._smaller, self._larger, self._fit):
            row.addWidget(button)
        return self._bar

    # --- what is shown -----------------------------------------------------------------------------------------

    @property
    def page(self) -> int:
        """The page that is looked at, from 1."""
        return self._page

    def is_settling(self) -> bool:
        """Whether it waits for turning and zooming to rest before it asks."""
        return self._settled.isActive()

    def scrolled_to(self) -> int:
        """How far the page is scrolled down."""
        return self._scroll.verticalScrollBar().value()

    def viewport_height(self) -> int:
        """How much of the page is in sight."""
        return self._scroll.viewport().height()

    def open_original(self, kind: OriginalKind, pages: int | None) -> None:
        """Make ready for another original; nothing is asked for before it is in sight."""
        self._kind, self._pages, self._page = kind, max(1, pages or 1), 1
        self._pictures, self._boxes, self._asked, self._drawn = {}, {}, None, None
        self._bar.setVisible(kind in (OriginalKind.PDF, OriginalKind.IMAGE))
        for each in (self._previous, self.number, self._of, self._next):
            each.setVisible(kind is OriginalKind.PDF or self._pages > 1)
        self.canvas.draw(QPixmap(), 1)
        self.text.show_text("")
        self._say("No original can be shown." if kind is OriginalKind.NONE else "Opening the original…")
        self._show_number()
        if self.isVisible():
            self._ask()

    @Slot(int)
    def go_to(self, page: int) -> None:
        """Look at a page."""
        page = min(max(1, page), self._pages)
        if page == self._page:
            self._show_number()
            return
        self._page = page
        self._show_number()
        self._show_current()
        self._settled.start()
        self.page_turned.emit(page)

    def show_page(self, page: int, image: PageImage) -> None:
        """Show a page that was asked for."""
        picture = QPixmap()
        if not picture.loadFromData(image.png, "PNG"):
            self._say(f"Page {page} could not be read.")
            return
        self._pictures.pop(page, None)
        self._pictures[page] = picture
        while len(self._pictures) > KEPT_PAGES:
            del self._pictures[next(iter(self._pictures))]
        if page == self._page:
            self._show_current()

    def show_boxes(self, page: int, boxes: tuple[Box, ...]) -> None:
        """Mark where a quote stands on a page, nowhere else, and bring it into sight."""
        self._boxes = {page: boxes}
        self.canvas.mark(self._boxes.get(self._page, ()))
        if page == self._page:
            self._bring_boxes_into_sight()

    def show_text(self, text: str) -> None:
        """Show an original that is text."""
        self.text.show_text(text)
        self._stack.setCurrentWidget(self.text)

    def show_failure(self, error: CofferError) -> None:
        """Say why there is nothing to see, and what can be done."""
        self._asked = None
        self._say("\n\n".join(filter(None, [error.message, error.hint])))

    # --- turning and zooming -----------------------------------------------------------------------------------

    @Slot()
    def turn_on(self) -> None:
        """To the next page."""
        self.go_to(self._page + 1)

    @Slot()
    def turn_back(self) -> None:
        """To the page before."""
        self.go_to(self._page - 1)

    @Slot()
    def enlarge(self) -> None:
        """Draw it larger."""
        self._set_zoom(self._zoom * ZOOM_STEP)

    @Slot()
    def shrink(self) -> None:
        """Draw it smaller."""
        self._set_zoom(self._zoom / ZOOM_STEP)

    @Slot()
    def fit_width(self) -> None:
        """Draw it as wide as the space there is."""
        self._set_zoom(1.0)

    @Slot()
    def _go_to_typed(self) -> None:
        typed = self.number.text().strip()
        if typed.isdecimal():
            self.go_to(int(typed))
        else:
            self._show_number()

    def _set_zoom(self, zoom: float) -> None:
        self._zoom = min(max(LEAST_ZOOM, zoom), MOST_ZOOM)
        self._refit()

    def _width(self) -> int:
        width = max(80, self._stack.width() - 2 * MARGIN)  # the scroll area itself may not have been laid out yet
        picture = self._pictures.get(self._page)
        if self._kind is OriginalKind.IMAGE and picture is not None:
            width = min(width, picture.width())  # a small picture is not blown up
        return max(40, round(width * self._zoom))

    def _refit(self) -> None:
        self.canvas.fit(self._width())
        self._settled.start()

    @Slot()
    def _ask(self) -> None:
        """Ask for the page in sight, unless it is there at this width or already asked for."""
        if self._kind is OriginalKind.NONE or not self.isVisible():
            return
        pixels = min(WIDEST_REQUEST, round(self._width() * self.devicePixelRatioF())) if self._kind is OriginalKind.PDF else 0
        picture = self._pictures.get(self._page)
        there = picture is not None and (self._kind is not OriginalKind.PDF or picture.width() == pixels)
        shown = self._kind is OriginalKind.TEXT and self._stack.currentWidget() is self.text
        if not there and not shown and self._asked != (self._page, pixels):
            self._asked = (self._page, pixels)
            self.page_wanted.emit(self._page, pixels)

    def _show_current(self) -> None:
        picture = self._pictures.get(self._page)
        if picture is None:
            self._say(f"Opening page {self._page}…")
            return
        self._stack.setCurrentWidget(self._scroll)
        self.canvas.draw(picture, self._width())
        self.canvas.mark(self._boxes.get(self._page, ()))
        self.canvas.setAccessibleName(f"Page {self._page} of the original")
        if self._drawn != self._page:
            self._drawn = self._page
            self._scroll.verticalScrollBar().setValue(0)
            self._bring_boxes_into_sight()

    def _bring_boxes_into_sight(self) -> None:
        if self.canvas.boxes and not self.canvas.picture.isNull():
            top = min(rectangle.top() for rectangle in self.canvas.rectangles())
            left = min(rectangle.left() for rectangle in self.canvas.rectangles())
            self._scroll.verticalScrollBar().setValue(round(top - self._scroll.viewport().height() / 3))
            self._scroll.horizontalScrollBar().setValue(round(left - MARGIN))

    def _show_number(self) -> None:
        self.number.setText(str(self._page))
        self._of.setText(f"/ {self._pages}")
        self._previous.setEnabled(self._page > 1)
        self._next.setEnabled(self._page < self._pages)

    def _say(self, words: str) -> None:
        self.message.setText(words)
        self._stack.setCurrentWidget(self.message)

    # --- Qt's events -------------------------------------------------------------------------------------------

    def showEvent(self, _event: QEvent) -> None:
        """Qt: in sight now, so ask."""
        self._settled.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: another width; sharp again once it rests."""
        super().resizeEvent(event)
        self._refit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: turn pages and zoom by key."""
        if not self._turn_by_key(event):
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: the scroll area would eat Page Up and Page Down."""
        if watched is self._scroll and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._turn_by_key(event):
            return True
        return super().eventFilter(watched, event)

    def _turn_by_key(self, event: QKeyEvent) -> bool:
        steps = {
            Qt.Key.Key_PageDown: self.turn_on,
            Qt.Key.Key_PageUp: self.turn_back,
            Qt.Key.Key_Plus: self.enlarge,
            Qt.Key.Key_Minus: self.shrink,
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None or self._kind not in (OriginalKind.PDF, OriginalKind.IMAGE):
            return False
        step()
        return True

    def sizeHint(self) -> QSize:
        """Qt: room for a page."""
        return QSize(520, 700)
