"""The claim that nothing leaves the machine, with what shows it: attempts that were refused, and trials of every part."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from desktop.application.job import JobContext, Progress
from desktop.application.ports.network import NetworkGuard, TriesNetwork
from desktop.domain.errors import CofferError
from desktop.domain.network import NetworkAttempt, NetworkTrial
from desktop.domain.provider import Purpose, Reach

CLAIM = (
    "Coffer opens no connection and looks up no name. Every part of it is kept from doing so: the program refuses each attempt and counts "
    "it, and each of its workers gives up the network before it reads anything."
)


BUT = (
    "Coffer opens no connection and looks up no name but for workers that reach one address each and nothing else: {}. That was configured "
    "in this vault and allowed on this machine. Of what stands in the vault nothing is sent above the marking that the settings allow, and "
    "each time stands in its log. Every other attempt of any part is refused and counted."
)
SENT = {
    Purpose.ANSWERS: "{} is sent questions with the evidence for them",
    Purpose.VECTORS: "{} is sent the passages of documents and facts, and the words of every search by meaning",
}


def claim(reaches: Sequence[Reach]) -> str:
    """What is claimed while these addresses of providers are configured."""
    return BUT.format("; ".join(SENT[each.purpose].format(each.address) for each in reaches)) if reaches else CLAIM


class Offline:
    """Tells what was attempted, and puts every part of the program to the trial."""

    def __init__(self, guard: NetworkGuard, workers: Sequence[tuple[str, TriesNetwork]]) -> None:
        self._guard = guard
        self._workers = tuple(workers)

    def attempts(self) -> tuple[NetworkAttempt, ...]:
        """Attempts since the program started, oldest first."""
        return self._guard.attempts()

    def listen(self, heard: Callable[[], None]) -> None:
        """Call `heard` after each attempt, in whatever thread it was made."""
        self._guard.listen(heard)

    def try_out(self, context: JobContext) -> tuple[NetworkTrial, ...]:
        """Have this process and a worker of every kind reach for a network; a worker that does not start fails its trial."""
        trials = [self._guard.try_out()]
        for done, (name, tries) in enumerate(self._workers):
            context.cancel.raise_if_cancelled()
            context.report(Progress("check", done, len(self._workers)))
            trials.append(_trial(name, tries))
        return tuple(trials)


def _trial(name: str, tries: TriesNetwork) -> NetworkTrial:
    try:
        return tries()
    except CofferError as error:
        return NetworkTrial(name, refused=False, detail=f"It could not be tried: {error.message}")


def _attempts_by_component(attempts: Sequence[NetworkAttempt], components: Sequence[str]) -> list[str]:
    """For each part of Coffer that was tried or attempted something, how often it did, then each time."""
    lines = []
    for component in dict.fromkeys([*components, *(each.component for each in attempts)]):
        own = [each for each in attempts if each.component == component]
        lines.append(f"- {component}: {len(own) or 'none'}")
        lines += [f"    - {each.at}: {each.what}, refused" for each in own]
    return lines


def write_statement(
    facts: Sequence[tuple[str, str]],
    attempts: Sequence[NetworkAttempt],
    trials: Sequence[NetworkTrial],
    at: str,
    reaches: Sequence[Reach] = (),
) -> str:
    """The claim and what shows it, as Markdown to print and to hand on; `at` is the time of the trial."""
    lines = ["# Coffer and the network", "", claim(reaches), "", f"Written {at}.", ""]
    lines += [f"- {label}: {fact}" for label, fact in facts]
    lines += ["", "## Attempts since the program started", ""]
    lines += _attempts_by_component(attempts, [each.component for each in trials]) or ["None."]
    lines += ["", "## Trial of every part", ""]
    lines += [f"- {each.component}: {'refused' if each.refused else 'NOT REFUSED'}. {each.detail}" for each in trials] or ["Not made."]
    return "\n".join([*lines, ""])
