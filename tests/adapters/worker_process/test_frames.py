"""Frames survive any cutting, and what is no frame is refused."""

from __future__ import annotations

import io
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.adapters.worker_process.frames import LENGTHS, BadFrame, Frame, FrameBuffer, read_frame

FRAMES = [Frame({"kind": "call", "n": 1}, b"\0\xff"), Frame({"text": "é\n"}), Frame({}, b"blob")]
STREAM = b"".join(frame.encode() for frame in FRAMES)


@given(st.lists(st.integers(0, len(STREAM)), max_size=6))
def test_frames_come_out_whole_however_the_stream_is_cut(cuts: list[int]) -> None:
    buffer = FrameBuffer()
    found: list[Frame] = []
    edges = [0, *sorted(cuts), len(STREAM)]
    for start, end in itertools.pairwise(edges):
        buffer.feed(STREAM[start:end])
        found += buffer.frames()
    assert found == FRAMES


def test_a_pipe_gives_frames_until_it_ends() -> None:
    pipe = io.BytesIO(STREAM)
    assert [read_frame(pipe) for _ in range(4)] == [*FRAMES, None]


def test_a_frame_that_breaks_off_is_the_end() -> None:
    assert read_frame(io.BytesIO(FRAMES[0].encode()[:-1])) is None


@pytest.mark.parametrize(
    "data", [LENGTHS.pack(2**31, 0), LENGTHS.pack(2, 2**31), LENGTHS.pack(2, 0) + b"[]", LENGTHS.pack(2, 0) + b"\xff{"]
)
def test_what_is_no_frame_is_refused(data: bytes) -> None:
    buffer = FrameBuffer()
    buffer.feed(data)
    with pytest.raises(BadFrame):
        list(buffer.frames())
    with pytest.raises(BadFrame):
        read_frame(io.BytesIO(data))
