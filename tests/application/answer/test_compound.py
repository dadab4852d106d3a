from __future__ import annotations

import pytest

from desktop.application.answer.compound import split_question


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("When did Heron begin, and which loader did it use?", ["When did Heron begin", "which loader did it use?"]),
        ("Who built BRASSKETTLE and whom was it used against?", ["Who built BRASSKETTLE", "whom was it used against?"]),
        ("Tell me about Heron and how it spreads", ["Tell me about Heron", "how it spreads"]),
        (
            "the proxy saw evil.com, what is it and to which group does it belong?",
            ["the proxy saw evil.com, what is it", "to which group does it belong?"],
        ),
        ("According to the note, in which year did Heron begin?", ["According to the note, in which year did Heron begin?"]),
        ("Which loader and which group?", ["Which loader", "which group?"]),
        ("The group which uses evil.com", ["The group which uses evil.com"]),
        ("evil.com: known bad?", ["evil.com: known bad?"]),
        ("", [""]),
    ],
)
def test_the_questions_in_one_sentence(text: str, parts: list[str]) -> None:
    assert split_question(text) == parts
