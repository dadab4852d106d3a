"""The prompt: numbered, fenced evidence first, the question last, and the grammar of what may be written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from desktop.application.answer.wording import shown
from desktop.application.ports import Prompt

MOST_SENTENCES = 2
MOST_WORDS = 30
"""A small model that has lost its thread would otherwise go on to the end of its context."""

SYSTEM = "You are a careful assistant who answers only from the quoted evidence."
"""Kept this short because a small model repeats longer instructions as if they were evidence."""
_OPEN, _CLOSE = "«", "»"


@dataclass(frozen=True, slots=True)
class Composition:
    """What a language model is asked: the prompt, its grammar, and how many pieces of evidence did not fit."""

    prompt: Prompt
    grammar: str
    given: int
    left_out: int


def compose(question: str, quotes: Sequence[str], budget: int, count_tokens: Callable[[str], int]) -> Composition:
    """Fit as much evidence, best first, as `budget` tokens hold; the same evidence gives the same beginning of the prompt."""
    lines: list[str] = []
    used = count_tokens(SYSTEM) + count_tokens(_ask(question))
    for number, quote in enumerate(quotes, 1):
        line = f"[{number}] {_OPEN}{fenced(quote)}{_CLOSE}"
        used += count_tokens(line) + 1
        if used > budget:
            break
        lines.append(line)
    user = "\n".join(["Evidence:", *lines, "", _ask(question)])
    return Composition(Prompt(SYSTEM, user), sentence_grammar(len(lines)), len(lines), len(quotes) - len(lines))


def fenced(quote: str) -> str:
    """A quote on one line that cannot close its own fence or pass for another numbered piece of evidence."""
    return shown(quote).replace(_OPEN, '"').replace(_CLOSE, '"')


def sentence_grammar(evidence: int) -> str:
    """GBNF: one or two sentences, each followed by one or two numbers of the given evidence; brackets only in defanged dots."""
    numbers = " | ".join(f'"[{number}]"' for number in range(1, evidence + 1))
    return (
        f"root ::= sentence{{1,{MOST_SENTENCES}}}\n"
        f'sentence ::= opening (" " word){{1,{MOST_WORDS}}} "." " " cite cite? "\\n"\n'
        "opening ::= [A-Z0-9\"'“(] part* dotted*\n"
        "word ::= part+ dotted*\n"
        'dotted ::= ("." | "[.]" | "[:]") part+\n'
        "part ::= [^ .\\[\\]\\n«»]\n"
        f"cite ::= {numbers}\n"
    )


def _ask(question: str) -> str:
    return f"Using only the evidence, answer briefly: {' '.join(question.split())}"
