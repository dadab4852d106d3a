from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.domain.errors import CofferError, StorageProblem
from desktop.domain.reading import Box, OpenRequest, OriginalKind, PageImage, ReadingDocument
from desktop.ui.controllers.reader_controller import MOST_TEXT, ReaderController, readable_text
from desktop.ui.panes.reader import ReaderPane
from tests.fakes.lanes import HeldLane, InlineLane
from tests.fakes.services import WHITE_PIXEL, FakeVault
from tests.ui.hearing import button, heard

PAGED = "<!-- page: 1 -->\n\nFirst page.\n\n<!-- page: 2 -->\n\nSecond page.\n"


class WatchedPane(ReaderPane):
    """A real pane that also writes down what it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[object, ...]] = []

    def show_document(self, document: ReadingDocument) -> None:
        self.told.append(("document", document.document.id, document.original, document.original_pages))
        super().show_document(document)

    def show_place(self, start: int, end: int) -> None:
        self.told.append(("place", start, end))
        super().show_place(start, end)

    def show_original_page(self, document_id: str, page: int, image: PageImage) -> None:
        self.told.append(("page", document_id, page, image.png))

    def show_boxes(self, document_id: str, page: int, boxes: tuple[Box, ...]) -> None:
        self.told.append(("boxes", document_id, page, boxes))

    def show_original_failure(self, document_id: str, error: CofferError) -> None:
        self.told.append(("failure", document_id, error.message))

    def show_original_text(self, document_id: str, text: str) -> None:
        self.told.append(("text", document_id, text))


@pytest.fixture
def pane(qtbot: QtBot) -> WatchedPane:
    pane = WatchedPane()
    qtbot.addWidget(pane)
    return pane


@pytest.fixture
def reader(pane: WatchedPane, vault: FakeVault, lane: InlineLane, held: HeldLane, owner: QObject) -> Iterator[ReaderController]:
    services = vault.services
    controller = ReaderController(pane, services.library, services.originals, lane, held, owner)
    yield controller
    controller.close()


def test_a_document_opens_at_the_place_that_was_asked_for(qtbot: QtBot, pane: WatchedPane, reader: ReaderController) -> None:
    opened = heard(reader.opened)
    reader.open(OpenRequest("report-000001", 10, 20))

    assert pane.told == [("document", "report-000001", OriginalKind.PDF, 3), ("place", 10, 20)]
    assert len(opened) == 1


def test_the_open_document_is_not_read_again(qtbot: QtBot, pane: WatchedPane, reader: ReaderController) -> None:
    reader.open(OpenRequest("report-000001", 10, 20))
    reader.open(OpenRequest("report-000001", 12, 15))

    assert [each[0] for each in pane.told] == ["document", "place", "place"]
    assert pane.told[-1] == ("place", 12, 15)


def test_a_page_alone_is_a_place_too(qtbot: QtBot, pane: WatchedPane, reader: ReaderController, vault: FakeVault) -> None:
    vault.library.bodies["report-000001"] = PAGED
    reader.open(OpenRequest("report-000001", page=2))

    assert pane.told[-1] == ("place", PAGED.index("<!-- page: 2"), PAGED.index("<!-- page: 2"))


def test_pages_and_boxes_are_fetched_on_their_own_lane(qtbot: QtBot, pane: WatchedPane, reader: ReaderController, held: HeldLane) -> None:
    reader.open(OpenRequest("report-000001"))
    pane.told.clear()
    pane.original_page_requested.emit("report-000001", 2, 800)
    pane.locate_requested.emit("report-000001", 2, "Headlace")
    assert pane.told == []
    held.run_all()

    assert pane.told == [
        ("page", "report-000001", 2, WHITE_PIXEL),
        ("boxes", "report-000001", 2, (Box(0.1, 0.2, 0.9, 0.25),)),
    ]


def test_pages_of_a_document_that_is_no_longer_shown_are_not_drawn(
    qtbot: QtBot, pane: WatchedPane, reader: ReaderController, held: HeldLane
) -> None:
    reader.open(OpenRequest("report-000001"))
    pane.original_page_requested.emit("report-000001", 2, 800)
    reader.open(OpenRequest("report-000002"))
    pane.told.clear()
    held.run_all()

    assert pane.told == []


def test_texts_come_whole(qtbot: QtBot, pane: WatchedPane, reader: ReaderController, vault: FakeVault, held: HeldLane) -> None:
    vault.originals.original, vault.originals.content = OriginalKind.TEXT, "Käse".encode()
    reader.open(OpenRequest("report-000001"))
    pane.original_page_requested.emit("report-000001", 1, 0)
    held.run_all()

    assert pane.told[-1] == ("text", "report-000001", "Käse")


def test_images_come_as_pages_drawn_elsewhere(
    qtbot: QtBot, pane: WatchedPane, reader: ReaderController, vault: FakeVault, held: HeldLane
) -> None:
    vault.originals.original = OriginalKind.IMAGE
    reader.open(OpenRequest("report-000001"))
    pane.original_page_requested.emit("report-000001", 2, 0)
    held.run_all()

    assert pane.told[0] == ("document", "report-000001", OriginalKind.IMAGE, vault.originals.page_count("report-000001"))
    assert pane.told[-1][:3] == ("page", "report-000001", 2)


def test_a_damaged_original_does_not_keep_anyone_from_reading(
    qtbot: QtBot, pane: WatchedPane, reader: ReaderController, vault: FakeVault, held: HeldLane
) -> None:
    vault.originals.failure = StorageProblem("The original could not be read.")
    reader.open(OpenRequest("report-000001"))
    assert pane.told == [("document", "report-000001", OriginalKind.PDF, None)]

    pane.original_page_requested.emit("report-000001", 1, 800)
    held.run_all()
    assert pane.told[-1] == ("failure", "report-000001", "The original could not be read.")


def test_a_document_that_is_gone_is_told(qtbot: QtBot, pane: WatchedPane, reader: ReaderController) -> None:
    noticed = heard(reader.noticed)
    reader.open(OpenRequest("nothing-000000"))

    assert [each.text for each in noticed] == ["There is no document nothing-000000."]
    assert pane.told == []


def test_a_document_that_changed_is_read_again(qtbot: QtBot, pane: WatchedPane, reader: ReaderController) -> None:
    reader.open(OpenRequest("report-000001"))
    reader.take_changes(frozenset({"report-000002"}))
    assert len(pane.told) == 1
    reader.take_changes(frozenset({"report-000001"}))
    assert len(pane.told) == 2


def test_a_document_that_changes_while_it_is_edited_is_read_again_once_that_is_over(pane: WatchedPane, reader: ReaderController) -> None:
    reader.open(OpenRequest("report-000001"))
    pane.show()
    pane.begin_editing()
    reader.take_changes(frozenset({"report-000001"}))
    assert (len(pane.told), pane.editing) == (1, True)
    button(pane.editor, "Discard").click()
    assert len(pane.told) == 2
    pane.begin_editing()
    button(pane.editor, "Discard").click()
    assert len(pane.told) == 2


def test_a_deleted_document_is_let_go(qtbot: QtBot, reader: ReaderController) -> None:
    reader.open(OpenRequest("report-000001"))
    assert not reader.forget_if_shown(frozenset({"report-000002"}))
    assert reader.forget_if_shown(frozenset({"report-000001"}))
    assert not reader.forget_if_shown(frozenset({"report-000001"}))


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"plain", "plain"),
        (b"\xef\xbb\xbfwith a mark", "with a mark"),
        ("UTF-16 à".encode("utf-16"), "UTF-16 à"),
        (b"one \xff byte", "one \\xff byte"),
    ],
)
def test_texts_in_any_encoding_can_be_read(content: bytes, text: str) -> None:
    assert readable_text(content) == text


def test_a_text_too_long_to_show_says_so() -> None:
    shown = readable_text(b"x" * (MOST_TEXT + 1))
    assert shown.startswith("x" * MOST_TEXT)
    assert shown.endswith("[The first 2,000,000 of 2,000,001 characters are shown. The original is kept whole in the vault.]")
