"""Sentences as queries."""

from __future__ import annotations

import pytest

from desktop.application.retrieve.prose import is_prose


@pytest.mark.parametrize(
    "text",
    [
        "The loader is written to the startup folder of the user and started at the next logon",
        "was deployed by side-loading a library into a signed process of the vendor",
        "When opened, the document fetches a template from a server of the attacker.",
        "the sample contacts 1.2.3[.]4 and drops evil.exe into the temporary folder",
    ],
)
def test_a_sentence_that_tells_something_is_prose(text: str) -> None:
    assert is_prose(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "APT28",
        "What infrastructure does APT28 use against the ministries of Ukraine and Poland",
        "APT28 used which infrastructure against the ministries of Ukraine and Poland?",
        "Tell me about the infrastructure that APT28 used against ministries in Poland.",
        "phishing against banks in Ukraine",
        "hxxp://evil[.]com/a/in/the/path CVE-2024-1234",
        "APT28 spearphishing ministries Ukraine Poland 2022 credential harvesting",
        "APT28 在 2022 年使用了哪些基础设施来攻击乌克兰的政府机构",
    ],
)
def test_questions_wishes_and_a_few_words_are_not(text: str) -> None:
    assert not is_prose(text)
