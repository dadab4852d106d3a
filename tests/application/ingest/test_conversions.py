"""Conversions on threads: how many characters may wait, and how soon they stop."""

from __future__ import annotations

import threading
from concurrent.futures import wait
from pathlib import Path

import pytest

from desktop.application.ingest.candidates import Candidate, given_file
from desktop.application.ingest.conversions import Conversions, Converted, Unpacked
from desktop.application.job import CancelToken
from desktop.application.ports import Conversion
from desktop.domain.chunk import Chunk
from desktop.domain.errors import Cancelled


class Converter:
    """Gives texts of a size that the file's name says, and counts how many are chunked."""

    def __init__(self) -> None:
        self.chunked: list[int] = []
        self.converted = threading.Semaphore(0)

    def convert(self, candidate: Candidate) -> Unpacked:
        self.converted.release()
        return Unpacked(Conversion("x" * int(candidate.name), "txt", "fake 1"))

    def chunk(self, markdown: str) -> list[Chunk]:
        self.chunked.append(len(markdown))
        return []


def finished(conversions: Conversions, count: int) -> list[Converted]:
    taken: list[Converted] = []
    while len(taken) < count:
        taken += [future.result() for _, future in conversions.finished(5)]
    return taken


def test_what_has_no_room_waits_until_some_is_given_back() -> None:
    converter = Converter()
    with Conversions(converter.convert, converter.chunk, 3, CancelToken(), most_characters=10) as conversions:
        for order, size in enumerate((6, 3, 5)):
            conversions.start(given_file(order, Path(str(size))))
            assert converter.converted.acquire(timeout=5)
            if order < 2:
                taken = finished(conversions, 1)
                assert [len(each.conversion.markdown) for each in taken] == [size]
        assert conversions.finished(0.05) == []
        conversions.release(Converted(Conversion("x" * 6, "txt", "fake 1"), [], 0.0))
        assert len(finished(conversions, 1)) == 1
    assert converter.chunked == [6, 3, 5]


def test_a_text_longer_than_all_room_waits_alone_but_is_taken() -> None:
    converter = Converter()
    with Conversions(converter.convert, converter.chunk, 1, CancelToken(), most_characters=10) as conversions:
        conversions.start(given_file(0, Path("99")))
        assert len(finished(conversions, 1)[0].conversion.markdown) == 99


def test_whoever_waits_for_room_stops_when_told() -> None:
    converter, stop = Converter(), CancelToken()
    with Conversions(converter.convert, converter.chunk, 2, stop, most_characters=10) as conversions:
        conversions.start(given_file(0, Path("8")))
        finished(conversions, 1)
        conversions.start(given_file(1, Path("8")))
        assert converter.converted.acquire(timeout=5)
        stop.cancel()
        ((_, future),) = conversions.finished(5)
        with pytest.raises(Cancelled):
            future.result()


def test_a_text_that_trips_the_chunker_gives_its_room_back() -> None:
    converter = Converter()

    def trip(markdown: str) -> list[Chunk]:
        if len(markdown) == 8:
            raise ZeroDivisionError
        return []

    with Conversions(converter.convert, trip, 1, CancelToken(), most_characters=10) as conversions:
        conversions.start(given_file(0, Path("8")))
        ((_, future),) = conversions.finished(5)
        wait([future])
        assert isinstance(future.exception(), ZeroDivisionError)
        conversions.start(given_file(1, Path("9")))
        assert len(finished(conversions, 1)) == 1


def test_the_next_file_is_converted_while_a_text_is_cut_into_chunks() -> None:
    converter, goes_on = Converter(), threading.Event()

    def cut(markdown: str) -> list[Chunk]:
        assert goes_on.wait(5)
        return converter.chunk(markdown)

    with Conversions(converter.convert, cut, 1, CancelToken()) as conversions:
        for order, size in enumerate((6, 3)):
            conversions.start(given_file(order, Path(str(size))))
        for _ in range(2):
            assert converter.converted.acquire(timeout=5)
        assert converter.chunked == []
        goes_on.set()
        assert [len(each.conversion.markdown) for each in finished(conversions, 2)] == [6, 3]
