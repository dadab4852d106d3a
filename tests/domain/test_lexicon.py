"""What the analyst denies."""

from __future__ import annotations

import pytest

from desktop.domain.entity import EntityType, Mention
from desktop.domain.lexicon import NOTHING_DECIDED, Lexicon


@pytest.mark.parametrize(
    ("denied", "text", "value"), [("evil.com", "evil[.]com", "evil.com"), ("emotet", "EMOTET", "Emotet"), ("Heodo", "Heodo", "Emotet")]
)
def test_what_is_written_and_what_it_stands_for_can_be_denied(denied: str, text: str, value: str) -> None:
    mention = Mention(EntityType.MALWARE, value, text, 0, len(text), 1.0, "", "malware:x")
    assert Lexicon(denied=frozenset({denied})).denies(mention)
    assert not Lexicon(denied=frozenset({"other"})).denies(mention)
    assert not NOTHING_DECIDED.denies(mention)
