"""Numbers that PDFium writes into memory of ours."""

from __future__ import annotations

import ctypes
from typing import Any


class OutNumbers:
    """Place for some numbers of one C type: `references` are what PDFium is given, `values` what it wrote, read all at once."""

    def __init__(self, kind: type[ctypes.c_double | ctypes.c_float | ctypes.c_uint], count: int) -> None:
        place = (kind * count)()
        self.references: list[Any] = [ctypes.byref(kind.from_buffer(place, at * ctypes.sizeof(kind))) for at in range(count)]
        self.values: memoryview[Any] = memoryview(place).cast("B").cast(kind._type_)
