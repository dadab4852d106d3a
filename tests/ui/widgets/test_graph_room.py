"""Where names stand."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from desktop.ui.widgets.graph_room import Room, beside


def test_what_stands_nowhere_near_takes_no_room() -> None:
    room = Room()
    assert room.take(QRectF(0, 0, 40, 10))
    assert room.take(QRectF(0, 10, 40, 10))
    assert room.take(QRectF(42, 0, 40, 10))
    assert not room.take(QRectF(41, 5, 40, 2))
    assert not room.is_free(QRectF(10, 9, 5, 5))
    assert room.is_free(QRectF(10, 20, 5, 5))


def test_a_node_leaves_room_for_its_own_name_on_every_side_however_small_it_is() -> None:
    for at in (QPointF(100, 100), QPointF(103.5, 97.25), QPointF(100, 104)):
        for reach in (4.0, 7.8, 11.0, 17.0):
            room, node = Room(), reach * 0.8
            room.take(QRectF(at.x() - node, at.y() - node, 2 * node, 2 * node))
            assert all(room.is_free(each) for each in beside(at, reach, 80, 14))


def test_what_stands_on_something_else_leaves_no_room_either() -> None:
    room = Room()
    room.fill(QRectF(0, 0, 20, 20))
    room.fill(QRectF(15, 15, 20, 20))
    assert not room.is_free(QRectF(26, 26, 10, 10))
    assert room.is_free(QRectF(40, 26, 10, 10))
