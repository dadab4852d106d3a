"""Which texts a reader of some languages can read."""

from __future__ import annotations

import pytest

from desktop.domain.scripts import readable_share


@pytest.mark.parametrize(
    ("text", "languages", "share"),
    [
        ("What does APT28 use?", ("en",), 1.0),
        ("Größe und Façade", ("en",), 1.0),
        ("恶意软件", ("en",), 0.0),
        ("ab 恶意", ("en",), 0.5),
        ("вредонос", ("ru",), 1.0),
        ("ab ру", ("en", "ru"), 1.0),
        ("ひらカタ漢字", ("ja",), 1.0),
        ("한국어", ("zh",), 0.0),
        ("ＡＢ", ("en",), 1.0),
        ("恶意", (), 1.0),
        ("1.2.3.4", ("zh",), 1.0),
        ("", ("en",), 1.0),
    ],
)
def test_the_share_of_letters_in_scripts_of_the_languages(text: str, languages: tuple[str, ...], share: float) -> None:
    assert readable_share(text, languages) == share
