"""Nothing that can be clicked or looked up by mistake is left, and nothing else is changed."""

from __future__ import annotations

import pytest

from desktop.application.refanging import refang
from desktop.application.reporting.defanging import defang, defanged
from desktop.domain.entity import EntityType, Mention

T = EntityType


@pytest.mark.parametrize(
    ("text", "type_", "harmless"),
    [
        ("http://evil.com/a.php?x=1.2", T.URL, "hxxp://evil[.]com/a.php?x=1.2"),
        ("HTTPS://user@evil.com:8080", T.URL, "hxxpS://user@evil[.]com:8080"),
        ("ftp://198.51.100.7/x", T.URL, "fxp://198[.]51[.]100[.]7/x"),
        ("evil.com/path.html", T.URL, "evil[.]com/path.html"),
        ("hxxp://evil[.]com", T.URL, "hxxp://evil[.]com"),
        ("evil[.]com", T.DOMAIN, "evil[.]com"),
        ("198.51.100.7", T.IPV4, "198[.]51[.]100[.]7"),
        ("2001:db8::1", T.IPV6, "2001[:]db8[:][:]1"),
        ("me@evil.com", T.EMAIL, "me[@]evil[.]com"),
        ("panel.png", T.FILE_NAME, "panel.png"),
        ("0a" * 16, T.MD5, "0a" * 16),
    ],
)
def test_an_indicator_is_made_harmless(text: str, type_: EntityType, harmless: str) -> None:
    assert defanged(text, type_) == harmless


def mention(text: str, found: str, type_: EntityType) -> Mention:
    start = text.index(found)
    return Mention(type_, found, found, start, start + len(found), 1.0, "pattern", None)


def test_of_indicators_within_each_other_the_longer_is_written_once() -> None:
    text = "See http://evil.com/x, evil.org and report.pdf."
    mentions = [mention(text, "evil.com", T.DOMAIN), mention(text, "http://evil.com/x", T.URL), mention(text, "evil.org", T.DOMAIN)]
    harmless = defang(text, [*mentions, mention(text, "report.pdf", T.FILE_NAME)])
    assert harmless == "See hxxp://evil[.]com/x, evil[.]org and report.pdf."
    assert refang(harmless) == text
