"""Streams of compressed bytes, piece by piece."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable, Iterable, Iterator

import pytest
from backports import zstd
from inflate64 import Deflater

from desktop.adapters.converters.decompression import PIECE, bunzipped, gunzipped, inflated, inflated64, unxzed, unzstded

ENGINES = [(gzip.compress, gunzipped), (bz2.compress, bunzipped), (lzma.compress, unxzed), (zstd.compress, unzstded)]
Engine = Callable[[Iterable[bytes]], Iterator[bytes]]


def cut(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


@pytest.mark.parametrize(("compress", "engine"), ENGINES)
@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_streams_behind_each_other_and_what_is_none_behind_them(compress: Callable[[bytes], bytes], engine: Engine, size: int) -> None:
    data = compress(b"one ") + compress(b"two") + b"\x00" * 5 + b"trailing words"
    assert b"".join(engine(cut(data, size))) == b"one two"


@pytest.mark.parametrize(("compress", "engine"), ENGINES)
def test_no_piece_is_larger_than_asked_for(compress: Callable[[bytes], bytes], engine: Engine) -> None:
    sizes = [len(piece) for piece in engine([compress(bytes(5_000_000))])]
    assert sum(sizes) == 5_000_000
    assert max(sizes) <= PIECE


@pytest.mark.parametrize(("compress", "engine"), ENGINES)
def test_a_stream_that_does_not_end_is_an_error(compress: Callable[[bytes], bytes], engine: Engine) -> None:
    with pytest.raises(EOFError):
        list(engine([compress(bytes(range(256)) * 9)[:-9]]))
    with pytest.raises(EOFError):
        list(engine([]))


def test_a_stream_whose_output_fills_a_piece_exactly_is_whole() -> None:
    assert sum(map(len, gunzipped([gzip.compress(bytes(2 * PIECE))]))) == 2 * PIECE


def test_bare_deflate() -> None:
    engine = zlib.compressobj(wbits=-15)
    data = engine.compress(b"word " * 100_000) + engine.flush()
    assert b"".join(inflated(cut(data + b"what follows", 13))) == b"word " * 100_000
    with pytest.raises(EOFError):
        list(inflated([data[:40]]))


def test_deflate64() -> None:
    engine = Deflater()
    data = engine.deflate(b"word " * 100_000) + engine.flush()
    assert b"".join(inflated64([data + b"what follows"])) == b"word " * 100_000
    with pytest.raises(EOFError):
        list(inflated64([data[:10]]))


def test_xz_gets_no_more_memory_than_it_may_have() -> None:
    greedy = lzma.compress(b"x", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 2**30}])
    with pytest.raises(lzma.LZMAError):
        list(unxzed([greedy]))
