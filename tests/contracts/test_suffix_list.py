"""What every public suffix list does."""

from __future__ import annotations

import pytest

from desktop.adapters.public_suffixes import PublicSuffixes
from desktop.application.ports import SuffixList
from tests.fakes.indicators import FewSuffixes


@pytest.fixture(params=[FewSuffixes, PublicSuffixes], ids=["fake", "publicsuffixlist"])
def suffixes(request: pytest.FixtureRequest) -> SuffixList:
    made: SuffixList = request.param()
    return made


@pytest.mark.parametrize(
    ("host", "registrable"),
    [
        ("evil.com", "evil.com"),
        ("www.evil.co.uk", "evil.co.uk"),
        ("co.uk", None),
        ("com", None),
        ("evil.pumpkin", None),
        ("xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai"),
    ],
)
def test_the_part_that_somebody_registered(suffixes: SuffixList, host: str, registrable: str | None) -> None:
    assert suffixes.registrable(host) == registrable
