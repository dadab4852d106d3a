"""The header of a GGUF file, read without loading the model: every length in it is distrusted."""

from __future__ import annotations

import hashlib
import os
import stat
import struct
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from desktop.application.job import JobContext, Progress
from desktop.domain.errors import ModelUnavailable
from desktop.domain.language_model import ModelFile

MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_MOST_KEYS = 10_000
_MOST_ELEMENTS = 4_000_000
_LONGEST_KEY = 4096
_LONGEST_KEPT = 1_000_000
_MOST_HEADER = 256 * 2**20
_PART = 2**20
_NUMBERS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
_STRING, _ARRAY = 8, 9
_QUANTISATIONS = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S", 12: "Q3_K_M", 13: "Q3_K_L",
    14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K", 19: "IQ2_XXS", 20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS",
    23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S", 27: "IQ3_M", 28: "IQ2_S", 29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16",
}  # fmt: skip
_OTHER_FILE = "Choose another file: a model in one GGUF file, such as those that llama.cpp runs."

Value = str | int | float | bool | None


def read_model_file(path: Path) -> ModelFile:
    """What a GGUF file says of itself; raises ModelUnavailable for what is none, or a damaged one."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):  # a pipe would be waited for without an end
            raise ModelUnavailable(f"{path.name} is no file.", _OTHER_FILE)
        size = found.st_size
        with path.open("rb") as file:
            values = _Header(file, path.name, size).read()
    except OSError as error:
        raise ModelUnavailable(f"The language model {path.name} cannot be read: {error.strerror or error}.", _OTHER_FILE) from error
    return _described(values, path.stem, size)


def describe_model(context: JobContext, path: Path) -> ModelFile:
    """What a GGUF file says of itself, which is emitted at once, and its hash, for which all of it is read. Raises Cancelled."""
    described = read_model_file(path)
    context.emit(described)
    digest, done = hashlib.sha256(), 0
    try:
        with path.open("rb") as file:
            while part := file.read(_PART):
                context.cancel.raise_if_cancelled()
                digest.update(part)
                done += len(part)
                context.report(Progress("hash", done, described.bytes))
            return replace(described, sha256=digest.hexdigest())
    except OSError as error:
        raise ModelUnavailable(f"The language model {path.name} cannot be read: {error.strerror or error}.", _OTHER_FILE) from error


def machine_memory() -> int:
    """How many bytes of memory this machine has."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


class _Header:
    """Reads keys and values one after the other, never further than the file or a sane header reaches."""

    def __init__(self, file: BinaryIO, name: str, size: int) -> None:
        self._file = file
        self._name = name
        self._end = min(size, _MOST_HEADER)

    def read(self) -> dict[str, Value]:
        """All single values by key; what is an array stands as None."""
        if self._file.read(len(MAGIC)) != MAGIC:
            raise ModelUnavailable(f"{self._name} is no GGUF file.", _OTHER_FILE)
        version = self._number("<I")
        if version not in _VERSIONS:
            raise ModelUnavailable(f"{self._name} is a GGUF file of version {version}, which Coffer does not know.", _OTHER_FILE)
        tensors, keys = self._number("<Q"), self._number("<Q")
        if not tensors or keys > _MOST_KEYS:
            raise self._damaged(f"it claims {tensors:,} tensors and {keys:,} keys")
        values: dict[str, Value] = {}
        for _ in range(int(keys)):
            key = self._text(_LONGEST_KEY)
            values[key] = self._value(int(self._number("<I")))
        return values

    def _value(self, kind: int) -> Value:
        if kind in _NUMBERS:
            return self._number(_NUMBERS[kind])
        if kind == _STRING:
            return self._text(_LONGEST_KEPT)
        if kind != _ARRAY:
            raise self._damaged(f"it holds a value of the unknown kind {kind}")
        self._skip_array()
        return None

    def _skip_array(self) -> None:
        kind, count = int(self._number("<I")), int(self._number("<Q"))
        if count > _MOST_ELEMENTS or kind not in (*_NUMBERS, _STRING):
            raise self._damaged(f"it claims an array of {count:,} values of the kind {kind}")
        if kind in _NUMBERS:
            self._skip(count * struct.calcsize(_NUMBERS[kind]))
            return
        for _ in range(count):
            self._skip(int(self._number("<Q")))

    def _number(self, form: str) -> int | float | bool:
        data = self._file.read(struct.calcsize(form))
        if len(data) < struct.calcsize(form):
            raise self._damaged("it ends within its header")
        number: int | float | bool = struct.unpack(form, data)[0]
        return number

    def _text(self, longest: int) -> str:
        length = int(self._number("<Q"))
        if length > longest or self._file.tell() + length > self._end:
            raise self._damaged(f"it claims a text of {length:,} bytes")
        return self._file.read(length).decode("utf-8", "replace")

    def _skip(self, count: int) -> None:
        if self._file.tell() + count > self._end:
            raise self._damaged("its header reaches beyond its end")
        self._file.seek(count, os.SEEK_CUR)

    def _damaged(self, why: str) -> ModelUnavailable:
        return ModelUnavailable(f"{self._name} is damaged, or made to do harm: {why}.", _OTHER_FILE)


def _described(values: dict[str, Value], stem: str, size: int) -> ModelFile:
    architecture = _as_text(values.get("general.architecture"))

    def of(key: str) -> int:
        return _as_number(values.get(f"{architecture}.{key}"))

    heads = of("attention.head_count")
    kind = values.get("general.file_type")
    return ModelFile(
        name=_as_text(values.get("general.name")) or stem,
        architecture=architecture,
        licence=_as_text(values.get("general.license")),
        quantisation=_QUANTISATIONS.get(kind, f"type {kind}") if isinstance(kind, int) else "",
        context=of("context_length"),
        layers=of("block_count"),
        key_value_heads=of("attention.head_count_kv") or heads,
        head_width=of("attention.key_length") or (of("embedding_length") // heads if heads else 0),
        has_chat_template=bool(_as_text(values.get("tokenizer.chat_template"))),
        bytes=size,
    )


def _as_text(value: Value) -> str:
    return value.strip() if isinstance(value, str) else ""


def _as_number(value: Value) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
