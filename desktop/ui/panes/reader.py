"""The reader: a document as Markdown, its original, or both together."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QLabel, QSplitter, QToolButton, QVBoxLayout, QWidget

from desktop.domain.document import page_at
from desktop.domain.errors import CofferError
from desktop.domain.fact import FactSource, QuoteState
from desktop.domain.marking import Marking
from desktop.domain.quoting import find_quote
from desktop.domain.reading import Box, OriginalKind, PageImage, ReadingDocument
from desktop.ui.models.remarks import Remark, marking_remarks, remarks_on
from desktop.ui.theme import play
from desktop.ui.widgets.document_header import DocumentHeader
from desktop.ui.widgets.document_remarks import DocumentRemarks
from desktop.ui.widgets.find_bar import FindBar
from desktop.ui.widgets.markdown_editor import MarkdownEditor
from desktop.ui.widgets.markdown_view import MarkdownView
from desktop.ui.widgets.page_view import PageView
from desktop.ui.widgets.shown_sources import state_sources
from desktop.ui.widgets.turning import turn

MARKDOWN, ORIGINAL, BOTH = range(3)
SIDE_BY_SIDE_FROM = 860
HALF = 10_000  # two equal sizes, whatever there is to share


class ReaderPane(QWidget):
    """Shows one document and the place in it that was asked for.

    `original_page_requested` carries the width in real pixels. An original that is text is asked for by
    the same signal as page 1, width 0, and answered by `show_original_text`.
    """

    original_page_requested = Signal(str, int, int)
    locate_requested = Signal(str, int, str)
    document_requested = Signal(str)
    members_requested = Signal(object)
    link_requested = Signal(str, str)
    unlink_requested = Signal(str, str)
    mark_requested = Signal(str, object)
    save_requested = Signal(str, str, str)
    editing_ended = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: ReadingDocument | None = None
        self._place: tuple[int, int] | None = None
        self._wish: int | None = None
        self.header = DocumentHeader()
        self.header.close_requested.connect(self.close_document)
        self.remarks = DocumentRemarks()
        self.remarks.quote_requested.connect(self._show_quote)
        self.remarks.document_requested.connect(self.document_requested)
        self.remarks.link_requested.connect(self.link_requested)
        self.remarks.unlink_requested.connect(self.unlink_requested)
        self.remarks.mark_requested.connect(self._mark)
        self.header.family.document_requested.connect(self.document_requested)
        self.header.family.members_requested.connect(self.members_requested)
        self.markdown = MarkdownView()
        self.markdown.page_changed.connect(self._follow_page)
        self.markdown.link_hovered.connect(self._show_link)
        self.editor = MarkdownEditor()
        self.editor.hide()
        self.editor.saved.connect(self._save)
        self.editor.discarded.connect(self._discard)
        self._changeable = True
        self.original = PageView()
        self.original.page_wanted.connect(self._ask_for_page)
        self.find_bar = FindBar()
        self.find_bar.sought.connect(self.markdown.find_text)
        self.find_bar.step_requested.connect(self.markdown.find_next)
        self.find_bar.closed.connect(self.markdown.setFocus)
        self.markdown.matches_changed.connect(self.find_bar.show_matches)
        self._link = QLabel()
        play(self._link, "muted")
        self._link.setTextFormat(Qt.TextFormat.PlainText)
        self._link.setContentsMargins(12, 3, 12, 3)
        self._link.hide()
        self._build()

    def _build(self) -> None:
        reading = QWidget()
        column = QVBoxLayout(reading)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for each in (self.find_bar, self.markdown, self.editor, self._link):
            column.addWidget(each)
        column.setStretchFactor(self.markdown, 1)
        column.setStretchFactor(self.editor, 1)
        self._reading = reading
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(reading)
        self._splitter.addWidget(self.original)
        self._splitter.setSizes([HALF, HALF])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(self.remarks)
        layout.addWidget(self._splitter, 1)
        self.header.view_bar.addLayout(self._build_views())
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self.open_find)
        self._arrange()

    def _build_views(self) -> QHBoxLayout:
        self._views = QButtonGroup(self)
        row = QHBoxLayout()
        row.setSpacing(2)
        for view, (name, words) in enumerate(
            [("Markdown", "What Coffer made of it"), ("Original", "What was imported"), ("Both", "Markdown and original together")]
        ):
            button = QToolButton()
            button.setText(name)
            button.setToolTip(words)
            button.setCheckable(True)
            button.setAccessibleName(f"Show: {name}")
            self._views.addButton(button, view)
            row.addWidget(button)
        self.edit_button = QToolButton()
        self.edit_button.setText("Edit")
        self.edit_button.setToolTip("Change the Markdown; the original stays as it is")
        self.edit_button.clicked.connect(self.begin_editing)
        row.addWidget(self.edit_button)
        self._views.button(MARKDOWN).setChecked(True)
        self._views.idClicked.connect(self._choose_view)
        return row

    # --- what is shown -----------------------------------------------------------------------------------------

    @Slot(object)
    def show_document(self, document: ReadingDocument) -> None:
        """Show a document from its beginning."""
        self._shown, self._place = document, None
        self._stop_editing()
        self.header.show_document(document)
        self._show_remarks()
        state_sources(self, (document.document.id,))
        self.markdown.show_body(document.body)
        self.original.open_original(document.original, document.original_pages)
        self._arrange()

    @Slot(int, int)
    def show_place(self, start: int, end: int) -> None:
        """Highlight `body[start:end]`, here and on the original's page."""
        if self._shown is None:
            return
        self._place = (start, end)
        self.markdown.show_places([(start, end)])
        self._locate()

    @Slot(str, int, object)
    def show_original_page(self, document_id: str, page: int, image: PageImage) -> None:
        """Show a page that was asked for."""
        if self._is_shown(document_id):
            self.original.show_page(page, image)

    @Slot(str, object)
    def show_original_failure(self, document_id: str, error: CofferError) -> None:
        """Say why the original cannot be seen."""
        if self._is_shown(document_id):
            self.original.show_failure(error)

    @Slot(str, int, object)
    def show_boxes(self, document_id: str, page: int, boxes: tuple[Box, ...]) -> None:
        """Mark the quote on its page."""
        if self._is_shown(document_id):
            self.original.show_boxes(page, boxes)

    @Slot(str, str)
    def show_original_text(self, document_id: str, text: str) -> None:
        """Show an original that is text."""
        if self._is_shown(document_id):
            self.original.show_text(text)

    def focus_text(self) -> None:
        """Take the keyboard, to read on."""
        if self.view() == ORIGINAL:
            self.original.focus_content()
        else:
            self.markdown.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def open_find(self) -> None:
        """Open the bar that finds words in the document."""
        if self.view() == ORIGINAL:
            self._choose_view(BOTH)
        self.find_bar.open_bar()

    def selected_place(self) -> tuple[tuple[str, int, int], str] | None:
        """What is selected in the text: document, start and end, and what stands there; without a selection, the place that was opened.

        What is selected in an original that is text is sought in the Markdown; None where it does not stand there.
        """
        if self._shown is None:
            return None
        elsewhere = "" if self.markdown.selected_place() else self.selected_in_original
        place = self._sought(elsewhere) if elsewhere else self.markdown.selected_place() or self._place
        if place is None or place[0] >= place[1]:
            return None
        start, end = place
        return (self._shown.document.id, start, end), self._shown.body[start:end]

    @property
    def selected_in_original(self) -> str:
        """What is selected in an original that is text."""
        return self.original.text.selected_text() if self.original.isVisibleTo(self) else ""

    def offer(self, action: QAction) -> None:
        """Offer something to do with what is selected, wherever a text is read."""
        self.markdown.offer(action)
        self.original.text.offer(action)

    def _sought(self, quote: str) -> tuple[int, int] | None:
        """Where the Markdown says what the original says."""
        if self._shown is None:
            return None
        found = find_quote(FactSource(self._shown.document.id, 0, 0, quote), self._shown.body)
        return (found.start, found.end) if found.state is QuoteState.MOVED else None

    # --- changing its text ---------------------------------------------------------------------------------------

    def allow_changes(self, allowed: bool) -> None:
        """Offer to edit, or not, in a vault that may only be read."""
        self._changeable = allowed
        self._show_remarks()
        self._arrange()

    @Slot()
    def begin_editing(self) -> None:
        """Show the Markdown as text to change."""
        if self._shown is None or not self._changeable:
            return
        self.editor.begin(self._shown.body)
        self._turn_to_editor(editing=True)
        if self.view() == ORIGINAL:
            self._choose_view(BOTH)
        self.editor.text.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str)
    def end_editing(self, document_id: str) -> None:
        """Show the text again that was saved."""
        if self._is_shown(document_id):
            self.editor.text.document().setModified(False)
            self._stop_editing()

    def may_leave(self) -> bool:
        """Whether the document may be left: what was changed is saved, or the person lets it go."""
        return not self.unsaved or self.editor.let_go()

    @Slot()
    def close_document(self) -> None:
        """Leave the document, unless the person would rather keep what they changed."""
        if self.may_leave():
            self.closed.emit()

    @property
    def editing(self) -> bool:
        """Whether the Markdown is shown as text to change."""
        return self.editor.isVisibleTo(self)

    @property
    def unsaved(self) -> bool:
        """Whether a text was changed and not saved."""
        return self.editing and self.editor.changed

    @Slot(str)
    def _save(self, body: str) -> None:
        if self._shown:
            self.save_requested.emit(self._shown.document.id, body, self._shown.body)

    @Slot()
    def _discard(self) -> None:
        self._stop_editing()
        self.editing_ended.emit()

    def _stop_editing(self) -> None:
        self._turn_to_editor(editing=False)

    def _turn_to_editor(self, *, editing: bool) -> None:
        self.editor.setVisible(editing)
        self.markdown.setVisible(not editing)
        self.edit_button.setEnabled(not editing)

    # --- views -------------------------------------------------------------------------------------------------

    @Slot(int)
    def _choose_view(self, view: int) -> None:
        self._wish = view
        self._arrange()
        self._locate()

    def view(self) -> int:
        """Which of the three views is shown."""
        if self._shown is None or self._shown.original is OriginalKind.NONE:
            return MARKDOWN
        if self._wish is not None:
            return self._wish
        return BOTH if self._shown.original is OriginalKind.PDF else MARKDOWN

    def view_button(self, view: int) -> QAbstractButton:
        """The button that chooses a view."""
        return self._views.button(view)

    def _show_remarks(self) -> None:
        remarks: tuple[Remark, ...] = ()
        if self._shown:
            remarks = (*marking_remarks(self._shown.document, self._shown.body), *remarks_on(self._shown.document, self._shown.around))
        self.remarks.show_remarks(remarks, changeable=self._changeable)

    @Slot(object)
    def _mark(self, marking: Marking) -> None:
        if self._shown:
            self.mark_requested.emit(self._shown.document.id, marking)

    @property
    def shown_document(self) -> str:
        """The id of the document that is open; empty if none is."""
        return self._shown.document.id if self._shown and not self.isHidden() else ""

    def _arrange(self) -> None:
        view = self.view()
        self._views.button(view).setChecked(True)
        has_original = self._shown is not None and self._shown.original is not OriginalKind.NONE
        for button in self._views.buttons():
            button.setVisible(has_original)
        self.edit_button.setVisible(self._changeable and self._shown is not None)
        self._reading.setVisible(view != ORIGINAL)
        self.original.setVisible(view != MARKDOWN)

    def _locate(self) -> None:
        """Turn the original to the place, and ask where on the page it stands."""
        if self._shown is None or self._place is None or self.view() == MARKDOWN or self._shown.original is not OriginalKind.PDF:
            return
        start, end = self._place
        page = page_at(self._shown.body, start)
        if page is None:
            return
        self.original.go_to(page)
        quote = self._shown.body[start:end]
        if quote.strip():
            self.locate_requested.emit(self._shown.document.id, page, quote)

    @Slot(int)
    def _follow_page(self, page: int) -> None:
        if self._shown is not None and self._shown.original is OriginalKind.PDF:
            self.original.go_to(page)

    @Slot(int, int)
    def _ask_for_page(self, page: int, width: int) -> None:
        if self._shown is not None:
            self.original_page_requested.emit(self._shown.document.id, page, width)

    @Slot(str)
    def _show_quote(self, quote: str) -> None:
        start = self._shown.body.find(quote) if self._shown else -1
        if start >= 0:
            if self.view() == ORIGINAL:
                self._choose_view(BOTH)
            self.show_place(start, start + len(quote))

    @Slot(str)
    def _show_link(self, target: str) -> None:
        self._link.setText(f"Leads to {target} (Coffer does not open links)" if target else "")
        self._link.setVisible(bool(target))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: where there is no room side by side, the original lies below."""
        super().resizeEvent(event)
        if turn(self._splitter, wide=event.size().width() >= SIDE_BY_SIDE_FROM):
            self._splitter.setSizes([HALF, HALF])

    def _is_shown(self, document_id: str) -> bool:
        return self._shown is not None and self._shown.document.id == document_id
