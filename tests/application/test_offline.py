from __future__ import annotations

from desktop.application.job import JobContext, Progress
from desktop.application.offline import CLAIM, Offline, write_statement
from desktop.domain.errors import WorkerDied
from desktop.domain.network import NetworkAttempt, NetworkTrial
from desktop.domain.provider import Purpose, Reach
from tests.fakes.network import ScriptedGuard


def refused() -> NetworkTrial:
    return NetworkTrial("worker convert", refused=True, detail="Refused.")


def broken() -> NetworkTrial:
    raise WorkerDied("It did not start.")


def test_every_part_is_tried_and_one_that_does_not_start_has_failed() -> None:
    told: list[Progress] = []
    offline = Offline(ScriptedGuard(), [("convert", refused), ("embed", broken)])
    trials = offline.try_out(JobContext(report=told.append))
    assert [(trial.component, trial.refused) for trial in trials] == [
        ("window and commands", True),
        ("worker convert", True),
        ("embed", False),
    ]
    assert trials[-1].detail == "It could not be tried: It did not start."
    assert [(each.done, each.total) for each in told] == [(0, 2), (1, 2)]


def test_attempts_are_heard_and_kept() -> None:
    guard = ScriptedGuard()
    offline, heard = Offline(guard, ()), []
    offline.listen(lambda: heard.append(len(offline.attempts())))
    guard.attempt("worker embed", "the name example.org")
    assert heard == [1]
    assert offline.attempts()[0].what == "the name example.org"


def test_the_statement_says_the_claim_and_what_shows_it() -> None:
    attempts = [NetworkAttempt("2026-05-04T10:00:00+00:00", "worker embed", "the name example.org")]
    trials = [NetworkTrial("worker convert", refused=False, detail="It was not kept from connecting.")]
    text = write_statement([("Coffer", "1.0")], attempts, trials, "2026-05-04T11:00:00+00:00")
    assert CLAIM in text
    assert "- Coffer: 1.0\n" in text
    assert "- worker convert: none\n- worker embed: 1\n    - 2026-05-04T10:00:00+00:00: the name example.org, refused\n" in text
    assert "- worker convert: NOT REFUSED. It was not kept from connecting.\n" in text
    empty = write_statement([], [], [], "now")
    assert "## Attempts since the program started\n\nNone.\n" in empty
    assert "## Trial of every part\n\nNot made.\n" in empty


def test_what_is_configured_is_claimed_openly() -> None:
    reaches = [Reach("https://api.example.com/v1", each) for each in Purpose]
    text = write_statement([], [], [], "now", reaches)
    assert CLAIM not in text
    assert "https://api.example.com/v1 is sent questions with the evidence for them; " in text
    assert "https://api.example.com/v1 is sent the passages of documents and facts, and the words of every search by meaning. " in text
    assert "evidence" not in write_statement([], [], [], "now", reaches[1:])
