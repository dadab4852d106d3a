"""Asking a job to stop, from wherever."""

from __future__ import annotations

import threading

import pytest

from desktop.application.job import CancelToken
from desktop.domain.errors import Cancelled


def test_who_registers_is_called_while_registered() -> None:
    token, called = CancelToken(), list[str]()
    with token.on_cancel(lambda: called.append("first")):
        token.cancel()
    token.cancel()
    assert called == ["first"]
    with token.on_cancel(lambda: called.append("late")):
        assert called == ["first", "late"]
    with pytest.raises(Cancelled):
        token.raise_if_cancelled()


def test_a_signal_in_the_middle_of_registering_neither_locks_up_nor_is_lost() -> None:
    token, called = CancelToken(), list[str]()

    class Interrupted(list):  # type: ignore[type-arg]
        """Cancels where a signal may come: while the token is registering, on the same thread."""

        def append(self, callback: object) -> None:
            token.cancel()
            super().append(callback)

    def register() -> None:
        with token.on_cancel(lambda: called.append("stopped")):
            pass

    token._callbacks = Interrupted()
    job = threading.Thread(target=register, daemon=True)
    job.start()
    job.join(10)
    assert not job.is_alive()
    assert called == ["stopped"]
