"""Further starts of the program, made by a test."""

from __future__ import annotations

import threading
from collections.abc import Callable

from desktop.domain.start_request import StartRequest


class ScriptedStarts:
    """`start` is what another process does; it is heard in another thread."""

    def __init__(self, failure: OSError | None = None) -> None:
        self._asked: Callable[[StartRequest], None] | None = None
        self._failure = failure

    def listen(self, asked: Callable[[StartRequest], None]) -> None:
        if self._failure:
            raise self._failure
        self._asked = asked

    def start(self, request: StartRequest) -> None:
        assert self._asked is not None
        thread = threading.Thread(target=self._asked, args=(request,))
        thread.start()
        thread.join()
