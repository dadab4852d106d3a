"""How much may still come out of one given file, however deep its archives are nested."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.application.ports import ConversionLimits
from desktop.application.settings import ImportSettings

_MEGABYTE = 1_000_000
_ALWAYS = 10 * _MEGABYTE
"""Bytes that may come out of even the smallest file: a kilobyte of archive may well hold a long log."""


@dataclass(slots=True)
class Allowance:
    """What is left of the limits, counted over everything inside one given file."""

    members: int
    bytes: int

    @classmethod
    def for_file(cls, size: int, settings: ImportSettings) -> Allowance:
        """What may come out of a file of `size` bytes."""
        expanded = max(settings.max_expansion * size, _ALWAYS)
        return cls(settings.max_members, min(settings.max_unpacked_mb * _MEGABYTE, expanded))

    @property
    def used_up(self) -> bool:
        """Whether nothing more may come out."""
        return self.members <= 0 or self.bytes <= 0

    def take(self, size: int) -> bool:
        """Count a member of `size` bytes; False if it is over the limits."""
        if self.members < 1 or self.bytes < size:
            return False
        self.members -= 1
        self.bytes -= size
        return True

    def limits(self, settings: ImportSettings) -> ConversionLimits:
        """What the next conversion may use: all that is left."""
        return ConversionLimits(
            seconds=settings.seconds_per_file,
            memory_bytes=settings.memory_mb * _MEGABYTE,
            output_characters=settings.max_output_mb * _MEGABYTE,
            pages=settings.max_pages,
            members=max(1, self.members),
            unpacked_bytes=max(1, self.bytes),
            expansion=settings.max_expansion,
        )
