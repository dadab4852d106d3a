"""Answers: passages, first token, tokens a second and the whole, with the bundled model and without.

Floor: llama_cpp alone with the same file, the same prompts of 1,500 tokens and as many threads, in turn with Coffer's
generator: new evidence, then a second question about the same.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from desktop.adapters.generators.free_cores import available_cores
from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import Generator, Prompt
from desktop.application.services import Services
from desktop.domain.answer import Answer
from desktop.domain.import_job import ImportOptions
from tests.benchmarks.corpus import TextMaker, write_reports
from tests.benchmarks.engines import MODEL_FILE, generator
from tests.benchmarks.floors import Generation, generate_bare
from tests.benchmarks.measuring import Figures, arguments, at_most, milliseconds, other_process, report
from tests.benchmarks.vaults import fresh_vault

SYSTEM = "You write long, detailed summaries of evidence."
QUESTIONS = ("Summarise all of the evidence in detail.", "List everything that the evidence names, one sentence each.")
EVIDENCE_TOKENS = 1500
WRITTEN_TOKENS = 64


@dataclass(slots=True)
class Rounds:
    """The generations of several rounds: on new evidence, and again on the same."""

    cold: list[Generation] = field(default_factory=list)
    second: list[Generation] = field(default_factory=list)

    def first_token(self, second: bool = False) -> float:
        """Median seconds to the first token."""
        return statistics.median(each.first_token for each in (self.second if second else self.cold))

    def figures(self) -> Figures:
        """Medians."""
        return {
            "first_token_seconds": round(self.first_token(), 3),
            "first_token_seconds_second_question": round(self.first_token(second=True), 3),
            "tokens_per_second": round(statistics.median(each.tokens_per_second for each in self.cold), 1),
            "total_seconds": round(statistics.median(each.total for each in self.cold), 2),
        }


def generate(engine: Generator, prompt: Prompt) -> Generation:
    """Write with Coffer's generator."""
    first: list[float] = []
    began = time.perf_counter()
    text = engine.generate(
        prompt, max_tokens=WRITTEN_TOKENS, cancel=CancelToken(), on_text=lambda _: first.append(time.perf_counter() - began)
    )
    total = time.perf_counter() - began
    return Generation(first[0], total, engine.count_tokens(text))


def evidence(engine: Generator, maker: TextMaker) -> str:
    """Paragraphs of 1,500 tokens together."""
    paragraphs = [maker.paragraph()]
    while engine.count_tokens("\n\n".join(paragraphs)) < EVIDENCE_TOKENS:
        paragraphs.append(maker.paragraph(26))
    return "\n\n".join(paragraphs)


def compare(engine: Generator, process: Executor, rounds: int) -> tuple[Rounds, Rounds]:
    """Let Coffer's generator and the floor answer the same prompts in turn."""
    coffer, floor, maker = Rounds(), Rounds(), TextMaker(5)
    generate(engine, Prompt(SYSTEM, "Begin."))
    process.submit(generate_bare, MODEL_FILE, SYSTEM, "Begin.", available_cores(), engine.context_tokens, 2).result()
    for _ in range(rounds):
        given = evidence(engine, maker)
        for question, ours, bare in zip(QUESTIONS, (coffer.cold, coffer.second), (floor.cold, floor.second), strict=True):
            prompt = Prompt(SYSTEM, f"{given}\n\n{question}")
            ours.append(generate(engine, prompt))
            asked = process.submit(
                generate_bare, MODEL_FILE, prompt.system, prompt.user, available_cores(), engine.context_tokens, WRITTEN_TOKENS
            )
            bare.append(asked.result())
    return coffer, floor


def ask_all(services: Services, questions: Sequence[str], use_model: bool) -> list[Answer]:
    """Ask each question through the use case."""
    return [services.answerer.ask(JobContext(), question, use_model=use_model) for question in questions]


def answer_figures(answers: Sequence[Answer]) -> Figures:
    """Kinds of answers, and how long each part took."""
    first = [answer.timing.first_token for answer in answers if answer.timing.first_token is not None]
    return {
        "kinds": {kind: sum(answer.kind == kind for answer in answers) for kind in sorted({answer.kind for answer in answers})},
        "sentences": sum(len(answer.sentences) for answer in answers),
        "removed": sum(len(answer.removed) for answer in answers),
        "retrieve": milliseconds([answer.timing.retrieve for answer in answers]),
        "first_token": milliseconds(first) if first else None,
        "total": milliseconds([answer.timing.total for answer in answers]),
    }


def ask_reports(count: int) -> Figures:
    """Import made reports and ask about them, with the model and without."""
    with TemporaryDirectory(prefix="coffer-benchmark-") as folder, fresh_vault() as services:
        files, questions = write_reports(count, Path(folder), seed=3)
        services.importer.import_paths(JobContext(), files, ImportOptions())
        services.backlog.embed_pending(JobContext())
        ask_all(services, questions[:1], use_model=True)
        return {
            "questions": count,
            "with_model": answer_figures(ask_all(services, questions, use_model=True)),
            "without_model": answer_figures(ask_all(services, questions, use_model=False)),
        }


def main() -> None:
    """Run the benchmark."""
    options = arguments(__doc__ or "").parse_args()
    with other_process() as process:
        engine = generator(available_cores())
        coffer, floor = compare(engine, process, 1 if options.quick else 3)
        engine.close()
    figures: Figures = {
        "model": engine.identity,
        "threads": available_cores(),
        "evidence_tokens": EVIDENCE_TOKENS,
        "generator": coffer.figures(),
        "llama_cpp": floor.figures(),
        "answers": ask_reports(4 if options.quick else 20),
    }
    speed = figures["generator"]["tokens_per_second"] / figures["llama_cpp"]["tokens_per_second"]
    targets = {
        "T18 first token, over llama_cpp": at_most(coffer.first_token() / floor.first_token(), 1.15),
        "T19 second question, over own cold time": at_most(coffer.first_token(second=True) / coffer.first_token(), 0.05, 0.02),
    }
    report("answer", options.quick, {**figures, "tokens_per_second_ratio": round(speed, 2)}, targets)


if __name__ == "__main__":
    main()
