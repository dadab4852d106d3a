"""The messages area: what the person should know, each with what to do about it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.ui.notifier import Notice, NoticeAction, Severity
from desktop.ui.theme import colours, icon, play
from desktop.ui.widgets.shown_sources import state_sources
from desktop.ui.widgets.still_text import let_select

MOST_SHOWN = 3
ICON_SIZE = 20
LEAST_HEIGHT = 76


class MessagesArea(QScrollArea):
    """Messages one below the other, newest last; takes no room when there are none, and never more than the window can give.

    The newest three are drawn, for one of them may answer what a person just did; older ones are counted above them, and come back
    when those are closed.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list = QWidget()
        self._layout = QVBoxLayout(self._list)
        self._layout.setContentsMargins(12, 8, 12, 8)
        self._layout.setSpacing(6)
        self._messages: list[Message] = []
        self._older = QLabel()
        play(self._older, "muted")
        self._close_all = QPushButton("Close all")
        play(self._close_all, "quiet")
        self._close_all.clicked.connect(self.close_all)
        top = QHBoxLayout()
        top.addWidget(self._older)
        top.addWidget(self._close_all)
        top.addStretch()
        self._layout.addLayout(top)
        self.setWidget(self._list)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for ground in (self._list, self.viewport()):
            ground.setAutoFillBackground(False)
        self.verticalScrollBar().rangeChanged.connect(self._show_newest)
        self.hide()

    def notices(self) -> list[Notice]:
        """What is shown or waits, oldest first."""
        return [message.notice for message in self._messages]

    @Slot(object)
    def show_notice(self, notice: Notice) -> None:
        """Show a message, in place of an older one with the same key, or one that says the same."""
        if notice.key:
            self.dismiss(notice.key)
        for message in [each for each in self._messages if (each.notice.text, each.notice.hint) == (notice.text, notice.hint)]:
            self._remove(message)
        message = Message(notice, self)
        message.closed.connect(self._remove)
        self._messages.append(message)
        self._layout.addWidget(message)
        self._arrange()

    @Slot(str)
    def dismiss(self, key: str) -> None:
        """Take away the message with this key."""
        for message in [each for each in self._messages if each.notice.key == key]:
            self._remove(message)

    def sizeHint(self) -> QSize:
        """Qt: as high as its messages are at this width."""
        width = max(self.width(), self._list.minimumSizeHint().width())
        return QSize(width, self._layout.totalHeightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Qt: a message can be read, and the others are scrolled to."""
        return QSize(0, min(LEAST_HEIGHT, self.sizeHint().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: another width may need another height."""
        super().resizeEvent(event)
        self.updateGeometry()

    @Slot()
    def _show_newest(self) -> None:
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    @Slot()
    def close_all(self) -> None:
        """Take all messages away."""
        for message in list(self._messages):
            self._remove(message)

    @Slot(object)
    def _remove(self, message: Message) -> None:
        if message in self._messages:
            self._messages.remove(message)
            self._layout.removeWidget(message)
            message.hide()
            message.deleteLater()
            self._arrange()

    def _arrange(self) -> None:
        hidden = max(0, len(self._messages) - MOST_SHOWN)
        for position, message in enumerate(self._messages):
            message.present(shown=position >= hidden)
        self._older.setText("1 earlier message" if hidden == 1 else f"{hidden:,} earlier messages")
        for each in (self._older, self._close_all):
            each.setVisible(hidden > 0)
        self.setVisible(bool(self._messages))
        self.updateGeometry()


class Message(QFrame):
    """One message: icon, text, hint, buttons, a cross to close it."""

    closed = Signal(object)

    def __init__(self, notice: Notice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.notice = notice
        if notice.made_of is not None:
            state_sources(self, notice.made_of)
        self.setObjectName("message")
        self.setProperty("severity", str(notice.severity))
        self.setAccessibleName(f"{notice.severity}: {notice.text}")
        self._picture = QLabel()
        self._cross = QToolButton()
        self._cross.setToolTip("Close this message")
        self._cross.setAccessibleName("Close this message")
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.close_message)
        self._cross.clicked.connect(self.close_message)
        self._place()
        self._draw()

    def present(self, *, shown: bool) -> None:
        """Draw it or let it wait; its time begins when it is first drawn."""
        self.setVisible(shown)
        if shown and self.notice.seconds is not None and not self._timer.isActive():
            self._timer.start(int(self.notice.seconds * 1000))

    @Slot()
    def close_message(self) -> None:
        """Ask to be taken away."""
        self._timer.stop()
        self.closed.emit(self)

    def changeEvent(self, event: QEvent) -> None:
        """Draw the icons anew when colours change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _place(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 8, 8, 8)
        layout.setSpacing(10)
        layout.addWidget(self._picture, alignment=Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(_words(self.notice.text))
        if self.notice.hint:
            hint = _words(self.notice.hint)
            play(hint, "muted")
            words.addWidget(hint)
        layout.addLayout(words, 1)
        for action in self.notice.actions:
            button = ActionButton(action)
            button.done.connect(self.close_message)
            layout.addWidget(button)
        layout.addWidget(self._cross)

    def _draw(self) -> None:
        worn = colours()
        colour = worn.accent if self.notice.severity is Severity.INFO else str(getattr(worn, self.notice.severity))
        self._picture.setPixmap(icon(self.notice.severity, colour).pixmap(ICON_SIZE, ICON_SIZE))
        self._cross.setIcon(icon("close"))
        self._cross.setIconSize(QSize(16, 16))


class ActionButton(QPushButton):
    """A button that does what a message offers."""

    done = Signal()

    def __init__(self, action: NoticeAction) -> None:
        super().__init__(action.label)
        self._action = action
        play(self, "quiet")
        self.clicked.connect(self._act)

    @Slot()
    def _act(self) -> None:
        self._action.run()
        self.done.emit()


def _words(text: str) -> QLabel:
    label = QLabel(text, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
    let_select(label)
    return label
