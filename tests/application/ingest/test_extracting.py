"""Extraction in the background: everything once, and again only what a change of names touches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop.application.ingest.extracting import EntitiesFound, ExtractionBacklog, ExtractionReport
from desktop.application.job import CancelToken, JobContext, Progress
from desktop.application.ports import Extracted, ExtractorIdentity
from desktop.domain.errors import Cancelled, PackDamaged
from desktop.domain.relation import Relation, Relationship
from tests.fakes.documents import STAMP, a_document, paragraphs
from tests.fakes.extractions import APT28, HEADLACE, KNOWN, MIMIKATZ, FakeExtractor, an_entity
from tests.fakes.memory_index import MemoryIndex
from tests.fakes.memory_store import MemoryStore

TEXTS = {"one": "APT28 uses Headlace.", "two": "Mimikatz was there.", "three": "Nobody was."}


class Desk:
    """A vault of some texts in which nothing was extracted yet."""

    def __init__(self, texts: dict[str, str] = TEXTS) -> None:
        self.store, self.index, self.extractor = MemoryStore(), MemoryIndex(), FakeExtractor()
        self.emitted: list[object] = []
        self.progress: list[Progress] = []
        self.cancel = CancelToken()
        for name, text in texts.items():
            self.put(name, text)

    def put(self, name: str, text: str) -> None:
        self.store.place(a_document(name), text)
        self.index.put_document(a_document(name), text, paragraphs(text), STAMP)

    @property
    def backlog(self) -> ExtractionBacklog:
        return ExtractionBacklog(self.store, self.index, self.index, self.extractor)

    def run(self) -> ExtractionReport:
        self.extractor.read.clear()
        return self.backlog.extract_pending(JobContext(self.cancel, self.progress.append, self.emitted.append))

    def mentioned(self, name: str) -> list[str | None]:
        extracted = self.index.extractions[name]
        return [each.entity_id for each in extracted.mentions] if extracted else []


def test_every_document_is_extracted_once() -> None:
    desk = Desk()
    assert desk.backlog.pending() == 3
    assert desk.run() == ExtractionReport(3, 0)
    assert desk.mentioned("one") == [APT28.id, HEADLACE.id]
    assert desk.emitted == [EntitiesFound(name) for name in TEXTS]
    assert (desk.backlog.pending(), desk.run(), desk.extractor.read) == (0, ExtractionReport(0, 0), [])
    assert desk.progress[0] == Progress("extract", 0, 3, "one")


class AliasExtractor(FakeExtractor):
    """Also says of every text that APT28 goes by two names."""

    def extract(self, text: str, cancel: CancelToken) -> Extracted:
        extracted = super().extract(text, cancel)
        stated = Relation(APT28.id, Relationship.ALIAS_OF, APT28.id, 0, 5, text[:5], 0.8, "names in brackets")
        return replace(extracted, relations=(stated, *extracted.relations))


def test_two_names_of_one_entity_are_no_edge() -> None:
    desk = Desk({"one": "APT28 uses Headlace."})
    desk.extractor = AliasExtractor()
    desk.run()
    extracted = desk.index.extractions["one"]
    assert extracted is not None
    assert [each.target for each in extracted.relations] == [HEADLACE.id]


def test_an_empty_vault_loads_nothing() -> None:
    desk = Desk({})
    desk.extractor.identity = ExtractorIdentity("other", "other")
    assert (desk.backlog.pending(), desk.run()) == (0, ExtractionReport(0, 0))
    assert desk.index.used_extractor is None


def test_other_names_have_only_the_documents_read_again_that_may_speak_of_them() -> None:
    desk = Desk()
    desk.run()
    nobody = an_entity("malware:nobody", "Nobody")
    desk.extractor.known = (*(each for each in KNOWN if each is not MIMIKATZ), nobody)
    desk.extractor.identity = ExtractorIdentity("rules 1", "names 2")
    assert desk.backlog.pending() == 3
    assert desk.run() == ExtractionReport(2, 0)
    assert desk.extractor.read == [TEXTS["two"], TEXTS["three"]]
    assert (desk.mentioned("two"), desk.mentioned("three")) == ([], [nobody.id])


def test_other_rules_have_everything_read_again() -> None:
    desk = Desk()
    desk.run()
    desk.extractor.identity = replace(desk.extractor.identity, rules="rules 2")
    assert desk.run() == ExtractionReport(3, 0)


def test_a_text_that_breaks_the_extractor_costs_no_other_and_is_not_tried_again() -> None:
    desk = Desk()
    desk.extractor.breaks_on = "Mimikatz"
    assert desk.run() == ExtractionReport(3, 0, ("two",))
    assert desk.run() == ExtractionReport(0, 0)


def test_a_file_that_vanished_or_was_edited_waits_for_the_index_to_notice() -> None:
    desk = Desk()
    del desk.store.files["one"]
    desk.store.place(a_document("two"), "Edited.")
    assert desk.run() == ExtractionReport(2, 2)
    assert desk.index.unextracted(9) == ("one", "two")


def test_what_was_done_before_somebody_cancelled_is_kept() -> None:
    desk = Desk({f"{number:02}": f"Text {number}" for number in range(40)})

    def cancel_late(progress: Progress) -> None:
        if progress.done == 20:
            desk.cancel.cancel()

    with pytest.raises(Cancelled):
        desk.backlog.extract_pending(JobContext(desk.cancel, cancel_late, desk.emitted.append))
    assert desk.index.count_unextracted() == 24


def test_packs_that_cannot_be_read_are_told_of_by_who_extracts() -> None:
    desk = Desk()

    class Damaged(FakeExtractor):
        @property  # type: ignore[misc]
        def identity(self) -> ExtractorIdentity:  # type: ignore[override]
            raise PackDamaged("A pack is damaged.")

        @identity.setter
        def identity(self, _: ExtractorIdentity) -> None:
            """It has none."""

    desk.extractor = Damaged()
    assert desk.backlog.pending() == 3
    with pytest.raises(PackDamaged):
        desk.run()
