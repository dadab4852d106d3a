"""Extraction by the real worker with a few names."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.adapters.extractors.worker_extractor import WorkerExtractor
from desktop.application.job import CancelToken
from desktop.application.ports import EntityExtractor, ExtractorIdentity
from desktop.domain.errors import Cancelled, WorkerDied
from desktop.domain.relation import Relationship

CHILD = str(Path(__file__).with_name("child.py"))
TEXT = "At x.org, Emotet \ud800 dropped Trickbot Two.\n"


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("names") / "names.txt"


@pytest.fixture(scope="module")
def worker(names: Path) -> Iterator[EntityExtractor]:
    def identify() -> ExtractorIdentity:
        return ExtractorIdentity("rules", names.read_text())

    names.write_text("Emotet Trickbot")
    extractor = WorkerExtractor((sys.executable, CHILD, str(names)), identify)
    yield extractor
    extractor.close()


def test_all_of_an_extraction_comes_over(worker: EntityExtractor) -> None:
    found = worker.extract(TEXT, CancelToken())
    assert [(each.entity_id, TEXT[each.start : each.end]) for each in found.mentions] == [
        ("domain-name:x.org", "x.org"),
        ("malware:Emotet", "Emotet"),
        ("malware:Trickbot", "Trickbot Two"),
    ]
    assert (found.mentions[0].notes, found.mentions[2].by) == (("Noted",), "Names: Trickbot Two")
    relation = next(each for each in found.relations if each.relationship is Relationship.DROPS)
    assert (relation.source, relation.target, relation.quote) == ("malware:Emotet", "malware:Trickbot", TEXT.strip())
    assert [(each.id, [alias.name for alias in each.aliases]) for each in found.entities] == [
        ("domain-name:x.org", []),
        ("malware:Emotet", ["Emotet", "Emotet Two"]),
        ("malware:Trickbot", ["Trickbot", "Trickbot Two"]),
    ]


def test_changed_files_are_read_anew_and_what_they_change_is_told(worker: EntityExtractor, names: Path) -> None:
    earlier = worker.knowledge()
    names.write_text("Emotet Qakbot")
    assert worker.identity.knowledge == "Emotet Qakbot"
    assert set(worker.changed_names(earlier)) == {"trickbot", "trickbottwo", "qakbot", "qakbottwo", "trickbotrat", "qakbotrat"}
    assert worker.speaking_of(["qakbot"], ["of Qak-Bot", "of Emotet"], CancelToken()) == [True, False]
    assert [each.value for each in worker.named(["malware:Qakbot", "malware:Trickbot"])] == ["Qakbot"]


def test_a_text_that_ends_the_worker_costs_no_other(worker: EntityExtractor) -> None:
    with pytest.raises(WorkerDied):
        worker.extract("crash", CancelToken())
    assert [each.value for each in worker.extract("Emotet", CancelToken()).mentions] == ["Emotet"]


def test_who_cancels_gets_nothing(worker: EntityExtractor) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        worker.extract("Emotet", cancel)
