from __future__ import annotations

from desktop.domain.language_model import AskedQuestion, ModelFile, SelfTest
from desktop.ui.models.model_words import context_words, facts_of, memory_words, outcome_words, size_words, verdict_words

BARE = ModelFile("heron", "", "", "", 0, 0, 0, 0, has_chat_template=False, bytes=98 * 2**20)
RIGHT, WRONG = AskedQuestion("Who?", "Heron. [1]", ""), AskedQuestion("When?", "May.", "It cites nothing.")


def test_what_the_header_does_not_state_is_said() -> None:
    facts = dict(facts_of(BARE))
    assert facts["Architecture"] == facts["Quantisation"] == "Not stated"
    assert facts["Licence"].startswith("The file states none")
    assert facts["Context"] == "Not stated; Coffer loads it with 2,048."


def test_no_more_context_is_used_than_the_model_was_made_for() -> None:
    assert context_words(8192) == "8,192 tokens; Coffer loads it with 2,048."
    assert context_words(1024) == "1,024 tokens; Coffer loads it with 1,024."


def test_memory_is_told_against_what_the_machine_has() -> None:
    assert memory_words(BARE, 516 * 2**20) == "About 258 MB of this machine’s 516 MB. It fits."
    assert "more than half" in memory_words(BARE, 515 * 2**20)
    assert "more than there is" in memory_words(BARE, 257 * 2**20)


def test_sizes_are_short() -> None:
    assert (size_words(145 * 2**20), size_words(9 * 2**30)) == ("145 MB", "9.0 GB")


def test_the_verdict_says_for_what_the_model_is_fit() -> None:
    assert (outcome_words(RIGHT), outcome_words(WRONG)) == ("By the rules.", "It cites nothing.")
    assert verdict_words(SelfTest((RIGHT,) * 8 + (WRONG,) * 2)).startswith("8 of 10 by the rules: fit to compose answers.")
    assert verdict_words(SelfTest((RIGHT,) * 7 + (WRONG,) * 3)).startswith("7 of 10 by the rules: not fit to compose answers.")
