"""Counting without a model, near enough that a model read later does not cut what was counted."""

from pathlib import Path

import pytest

from desktop.adapters.embedders.token_counter import TokenCounter
from desktop.application.ingest.plain_tokenizer import PlainTokenizer

MODEL = Path(__file__).parents[3] / "resources" / "models" / "all-MiniLM-L6-v2"


def test_pieces_of_words_numbers_and_marks_end_where_they_end() -> None:
    assert list(PlainTokenizer().token_ends("phishing: 198.51")) == [5, 8, 9, 13, 14, 16]


def test_blanks_are_no_tokens() -> None:
    assert list(PlainTokenizer().token_ends(" \n\t")) == []


@pytest.mark.parametrize(
    "text",
    [
        "The group sent spear-phishing mails to three ministries in May 2024.",
        "30db0e08ca65debdae2a88b6d869a54ad18596e8c61b9d5d764b91bd38cf1d13",
        r"C:\Windows\System32\drivers\etc\hosts and hxxps[:]//evil[.]example/a?b=c",
        "勒索软件攻击了医院的服务器",
        "APT28使用了木马 and Cobalt Strike",
    ],
)
def test_its_count_is_near_the_models(text: str) -> None:
    plain, model = len(PlainTokenizer().token_ends(text)), len(TokenCounter(MODEL).token_ends(text))
    assert plain >= 0.5 * model
