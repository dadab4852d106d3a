"""Further starts of the program, made by a test."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path


class ScriptedStarts:
    """`start` is what another process does; it is heard in another thread."""

    def __init__(self, failure: OSError | None = None) -> None:
        self._asked: Callable[[Path | None], None] | None = None
        self._failure = failure

    def listen(self, asked: Callable[[Path | None], None]) -> None:
        if self._failure:
            raise self._failure
        self._asked = asked

    def start(self, vault: Path | None) -> None:
        assert self._asked is not None
        thread = threading.Thread(target=self._asked, args=(vault,))
        thread.start()
        thread.join()
