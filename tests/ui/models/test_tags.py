from __future__ import annotations

import pytest

from desktop.ui.models.tags import tags_in


@pytest.mark.parametrize(("text", "expected"), [("", ()), (" , ", ()), ("a, b ,a", ("a", "b")), ("case  one", ("case one",))])
def test_tags_in_a_text(text: str, expected: tuple[str, ...]) -> None:
    assert tags_in(text) == expected
