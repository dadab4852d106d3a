"""Code blocks whose fence is longer than any within."""

from __future__ import annotations

from desktop.adapters.converters.fences import fenced


def test_a_fence_is_longer_than_those_within() -> None:
    assert fenced("a\n", "py") == "```py\na\n```\n"
    assert fenced("x = '```'\n````\n", "") == "`````\nx = '```'\n````\n`````\n"
