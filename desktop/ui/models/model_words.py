"""What is said of a language model's file, and of how it did in its test."""

from __future__ import annotations

from desktop.domain.language_model import CONTEXT_TOKENS, AskedQuestion, ModelFile, Room, SelfTest, room_for

_MEGABYTE = 2**20
_GIGABYTE = 2**30
_ROOM = {
    Room.ENOUGH: "It fits.",
    Room.TIGHT: "That is more than half: it will run, but this machine will be slow beside it.",
    Room.TOO_LITTLE: "That is more than there is: it will fail, or bring the machine to a halt.",
}


def facts_of(file: ModelFile) -> list[tuple[str, str]]:
    """What the header states, by name; what it does not state is said too."""
    return [
        ("Name", file.name),
        ("Architecture", _stated(file.architecture)),
        ("Quantisation", _stated(file.quantisation)),
        ("Context", context_words(file.context)),
        ("Licence", file.licence or "The file states none; ask whoever gave it to you."),
        ("Chat template", "The file brings one." if file.has_chat_template else "The file brings none; a common one (ChatML) is used."),
        ("Size", size_words(file.bytes)),
    ]


def context_words(context: int) -> str:
    """How much text it was made for, and how much of that is used."""
    used = f"Coffer loads it with {min(context, CONTEXT_TOKENS) if context else CONTEXT_TOKENS:,}"
    return f"{context:,} tokens; {used}." if context else f"Not stated; {used}."


def memory_words(file: ModelFile, machine: int) -> str:
    """What it would take of what the machine has."""
    needed = file.memory(CONTEXT_TOKENS)
    return f"About {size_words(needed)} of this machine’s {size_words(machine)}. {_ROOM[room_for(needed, machine)]}"


def size_words(count: int) -> str:
    """A number of bytes for a person."""
    return f"{count / _GIGABYTE:,.1f} GB" if count >= _GIGABYTE else f"{count / _MEGABYTE:,.0f} MB"


def outcome_words(asked: AskedQuestion) -> str:
    """What became of one question."""
    return asked.problem or "By the rules."


def verdict_words(test: SelfTest) -> str:
    """For what the model is fit."""
    passed = f"{test.passed} of {len(test.questions)} by the rules"
    if test.fit:
        return f"{passed}: fit to compose answers. Each sentence is checked all the same."
    return f"{passed}: not fit to compose answers. They would mostly be sentences of your documents, which need no model."


def _stated(value: str) -> str:
    return value or "Not stated"
