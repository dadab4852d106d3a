from __future__ import annotations

import hashlib
import os
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from desktop.adapters.generators.gguf_header import describe_model, machine_memory, read_model_file
from desktop.application.job import CancelToken, JobContext, Progress
from desktop.domain.errors import Cancelled, ModelUnavailable


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value.encode())) + value.encode()


def entry(key: str, kind: int, value: bytes) -> bytes:
    return text(key) + struct.pack("<I", kind) + value


def number(value: int) -> bytes:
    return struct.pack("<I", value)


ENTRIES = (
    entry("general.architecture", 8, text("llama")),
    entry("general.name", 8, text("Tiny Heron")),
    entry("general.license", 8, text("apache-2.0")),
    entry("general.file_type", 4, number(3)),
    entry("llama.context_length", 4, number(8192)),
    entry("llama.block_count", 4, number(30)),
    entry("llama.embedding_length", 4, number(576)),
    entry("llama.attention.head_count", 4, number(9)),
    entry("llama.attention.head_count_kv", 4, number(3)),
    entry("tokenizer.ggml.tokens", 9, struct.pack("<IQ", 8, 2) + text("a") + text("b")),
    entry("tokenizer.ggml.scores", 9, struct.pack("<IQ2f", 6, 2, 0.5, 1.5)),
    entry("tokenizer.chat_template", 8, text("{{ messages }}")),
)


def a_file(folder: Path, data: bytes) -> Path:
    path = folder / "heron.gguf"
    path.write_bytes(data)
    return path


def header(entries: tuple[bytes, ...] = ENTRIES, *, version: int = 3, tensors: int = 1, keys: int | None = None) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", version, tensors, len(entries) if keys is None else keys) + b"".join(entries)


def test_a_file_says_what_it_is_and_would_need(tmp_path: Path) -> None:
    described = read_model_file(a_file(tmp_path, header() + b"\0" * 1000))
    assert (described.name, described.architecture, described.licence, described.quantisation) == (
        "Tiny Heron",
        "llama",
        "apache-2.0",
        "Q4_1",
    )
    assert (described.context, described.layers, described.key_value_heads, described.head_width) == (8192, 30, 3, 64)
    assert described.has_chat_template
    assert described.memory(2048) - described.memory(0) == 2 * 30 * 3 * 64 * 2 * 2048


def test_its_hash_is_that_of_all_of_it(tmp_path: Path) -> None:
    data = header() + b"weights"
    headers: list[object] = []
    progress: list[Progress] = []
    described = describe_model(JobContext(report=progress.append, emit=headers.append), a_file(tmp_path, data))
    assert described.sha256 == hashlib.sha256(data).hexdigest()
    assert headers == [replace(described, sha256="")]
    assert progress[-1] == Progress("hash", len(data), len(data))


def test_hashing_can_be_stopped(tmp_path: Path) -> None:
    cancel = CancelToken()
    with pytest.raises(Cancelled):
        describe_model(JobContext(cancel, emit=lambda _: cancel.cancel()), a_file(tmp_path, header() + b"weights"))


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.gguf")
    with pytest.raises(ModelUnavailable, match="is no file"):
        read_model_file(tmp_path / "pipe.gguf")


def test_what_a_file_does_not_say_is_empty(tmp_path: Path) -> None:
    described = read_model_file(a_file(tmp_path, header((entry("general.architecture", 8, text("x")),))))
    assert (described.name, described.licence, described.quantisation, described.context, described.has_chat_template) == (
        "heron", "", "", 0, False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is no GGUF file"),
        (b"PK\x03\x04 a zip", "is no GGUF file"),
        (header(version=9), "of version 9"),
        (header(keys=99), "it ends within its header"),
        (header(tensors=0), "it claims 0 tensors"),
        (header(keys=10**9), "1,000,000,000 keys"),
        (header((entry("a", 8, struct.pack("<Q", 2**60)),)), "a text of 1,152,921,504,606,846,976 bytes"),
        (header((entry("a", 9, struct.pack("<IQ", 4, 2**40)),)), "an array of 1,099,511,627,776 values"),
        (header((entry("a", 9, struct.pack("<IQ", 9, 1)),)), "of the kind 9"),
        (header((entry("a", 9, struct.pack("<IQQ", 8, 1, 2**50)),)), "reaches beyond its end"),
        (header((entry("a", 77, b""),)), "the unknown kind 77"),
    ],
)
def test_what_is_no_model_or_lies_about_its_lengths_is_refused(tmp_path: Path, data: bytes, said: str) -> None:
    with pytest.raises(ModelUnavailable, match=r"heron\.gguf") as refused:
        read_model_file(a_file(tmp_path, data))
    assert said in refused.value.message
    assert refused.value.hint


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="No such file"):
        read_model_file(tmp_path / "gone.gguf")


def test_the_machine_has_memory() -> None:
    assert machine_memory() > 2**28
