from __future__ import annotations

from desktop.domain.language_model import Room, room_for


def test_a_model_may_take_half_of_the_memory_before_the_machine_becomes_slow() -> None:
    assert [room_for(needed, 1000) for needed in (500, 501, 1000, 1001)] == [Room.ENOUGH, Room.TIGHT, Room.TIGHT, Room.TOO_LITTLE]
