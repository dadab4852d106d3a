from __future__ import annotations

import pytest

from desktop.adapters.generators.free_cores import LOOK_SECONDS, STALE_SECONDS, FreeCores, Worked, available_cores, measure


class Machine:
    """A clock that only moves when something waits or works, with as many cores busy by others as a test says."""

    def __init__(self) -> None:
        self.others = 0.0
        self.waited: list[float] = []
        self._at = self._everybody = self._own = 0.0

    def worked(self) -> Worked:
        return Worked(self._at, self._everybody, self._own)

    def work(self, seconds: float, own: float = 2.0) -> None:
        self._at += seconds
        self._own += own * seconds
        self._everybody += (own + self.others) * seconds

    def wait(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.work(seconds, own=0.0)


@pytest.fixture
def machine() -> Machine:
    return Machine()


def free(machine: Machine, cores: int = 2) -> FreeCores:
    return FreeCores(cores, machine.worked, machine.wait)


def test_alone_it_takes_all_cores_and_what_it_works_itself_does_not_count(machine: Machine) -> None:
    cores = free(machine)
    assert cores.before_work() == 2
    machine.work(0.5)
    assert cores.meanwhile() == 2


def test_while_somebody_works_one_core_is_left_and_taken_again_afterwards(machine: Machine) -> None:
    cores = free(machine)
    assert cores.before_work() == 2
    machine.others = 1.0
    machine.work(0.1, own=1.0)
    assert cores.meanwhile() == 1
    machine.others = 0.1
    machine.work(0.1, own=1.0)
    assert cores.meanwhile() == 2


def test_who_works_before_it_begins_is_seen(machine: Machine) -> None:
    machine.others = 1.0
    assert free(machine, 4).before_work() == 3


def test_the_only_core_is_used_whoever_works(machine: Machine) -> None:
    machine.others = 1.0
    assert free(machine, 1).before_work() == 1


def test_it_looks_only_where_the_last_look_was_long_ago(machine: Machine) -> None:
    cores = free(machine)
    cores.before_work()
    machine.work(0.5)
    cores.before_work()
    assert machine.waited == [LOOK_SECONDS]
    machine.work(STALE_SECONDS + 0.1, own=0.0)
    machine.others = 1.0
    assert cores.before_work() == 1  # what was long ago says nothing of now
    assert machine.waited == [LOOK_SECONDS] * 2


def test_too_little_time_changes_nothing(machine: Machine) -> None:
    cores = free(machine)
    cores.before_work()
    machine.others = 1.0
    machine.work(LOOK_SECONDS / 2)
    assert cores.meanwhile() == 2


def test_this_machine_can_be_measured() -> None:
    before = measure()
    sum(range(200_000))
    after = measure()
    assert after.at > before.at
    assert after.own > before.own
    assert after.everybody >= before.everybody
    assert available_cores() >= 1
