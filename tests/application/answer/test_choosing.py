from __future__ import annotations

from collections.abc import Sequence

import pytest

from desktop.application.answer.choosing import COMPARED, DOUBTFUL, SAID_IN_DOUBT, Choice, Chooser
from desktop.application.answer.finding import Finder, Found
from desktop.application.job import JobContext
from desktop.domain.entity import EntityType, Mention
from desktop.domain.errors import WorkerDied
from desktop.domain.graph import EntitySummary, LocatedMention
from desktop.domain.passage import Expansion, Filters
from desktop.domain.vector import Vector
from tests.application.answer.samples import WordSearch, library, place
from tests.fakes.embedder import LetterEmbedder
from tests.fakes.memory_store import MemoryStore


class Recording(LetterEmbedder):
    """Keeps the questions it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.questions: list[str] = []

    def embed_query(self, text: str) -> Vector:
        self.questions.append(text)
        return super().embed_query(text)


def found(text: str, store: MemoryStore | None = None, expansions: tuple[Expansion, ...] = ()) -> Found:
    store = store or library()
    return Finder(WordSearch(store, expansions), store).find(JobContext(), text, Filters())


def said(choice: Choice) -> list[str]:
    return [each.candidate.text for each in choice.chosen]


def test_each_question_in_one_adds_what_it_asks_for() -> None:
    choice = Chooser(None).choose(found("When did Velvet Heron send mails, and whom did Grey Otter attack in Chile?"))
    assert any("3 May 2021" in each for each in said(choice))
    assert any("hospitals in Chile" in each for each in said(choice))
    assert choice.reason == ""


def test_only_promising_candidates_are_compared_in_meaning_all_of_them_at_once() -> None:
    store = MemoryStore()
    place(store, "long", "# Long\n\n" + "\n\n".join(f"Velvet Heron did thing {number} in the {number}th place." for number in range(90)))
    embedder = LetterEmbedder()
    Chooser(embedder).choose(found("What did Velvet Heron do?", store))
    assert embedder.calls == [COMPARED]


def test_the_question_is_compared_under_the_name_that_the_documents_use() -> None:
    embedder = Recording()
    Chooser(embedder).choose(found("When did Marsh Wader send mails?", expansions=(Expansion("Marsh Wader", ("Velvet Heron",)),)))
    assert embedder.questions == ["When did velvet heron send mails?"]


def test_a_broken_embedder_leaves_the_choice_to_words() -> None:
    class Broken(LetterEmbedder):
        def embed_query(self, text: str) -> Vector:
            raise WorkerDied("gone")

    choice = Chooser(Broken()).choose(found("When did Velvet Heron send mails?"))
    assert choice.notice == "The embedding model is not available: evidence was chosen by words alone."
    assert "3 May 2021" in said(choice)[0]


def test_a_question_in_another_that_has_no_answer_is_named_and_the_rest_answered() -> None:
    choice = Chooser(None).choose(found("When did Velvet Heron send mails, and how much ransom did Grey Otter demand?"))
    assert choice.reason == ""
    assert choice.notice == ("Not answered: “how much ransom did Grey Otter demand?” The passages found do not state an amount for it.")


class Known:
    """Knows what the names in one document are names of."""

    def __init__(self, document_id: str, body: str, **types: EntityType) -> None:
        self.found = tuple(
            LocatedMention(document_id, 0, Mention(kind, name, name, body.index(name), body.index(name) + len(name), 0.9, "test", None))
            for name, kind in types.items()
        )

    def mentions_in(self, document_id: str) -> tuple[LocatedMention, ...]:
        return tuple(each for each in self.found if each.document_id == document_id)

    def called(self, name: str) -> tuple[EntitySummary, ...]:
        named = [each.mention for each in self.found if each.mention.text == name]
        return tuple(EntitySummary(each.entity_id or name, each.type, name) for each in named)

    def same_as(self, entity_ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(entity_ids)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [(EntityType.MALWARE, ""), (EntityType.IDENTITY, "The passages found do not name malware for it.")],
)
def test_what_the_names_in_the_evidence_are_names_of_decides_whether_it_answers(kind: EntityType, reason: str) -> None:
    store, body = MemoryStore(), "# Note\n\nVelvet Heron deployed BRASSKETTLE in its intrusion.\n"
    place(store, "note", body)
    chooser = Chooser(None, Known("note", body, BRASSKETTLE=kind))
    assert chooser.choose(found("Which ransomware did Velvet Heron deploy in its intrusion?", store)).reason == reason


def test_what_is_doubtful_is_said_in_few_words_from_one_document(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    for name, said in (("one", "wrote thing number 4 to the mill in a year"), ("two", "wrote some letters about poetry to them")):
        place(store, name, f"# {name}\n\nVelvet Heron {said}.\n")
    asked = found("Did Velvet Heron write to them lately?", store)
    doubtful = Chooser(None).choose(asked)
    assert doubtful.reason == ""
    assert doubtful.support.likelihood < DOUBTFUL
    assert len({each.candidate.document_id for each in doubtful.chosen}) == 1
    assert len(doubtful.chosen) <= SAID_IN_DOUBT
    monkeypatch.setattr("desktop.application.answer.choosing.DOUBTFUL", 0.0)
    assert len({each.candidate.document_id for each in Chooser(None).choose(asked).chosen}) == 2


def test_what_another_document_denies_is_said_with_its_denial_however_doubtful() -> None:
    store = MemoryStore()
    for name, said in (("one", "wrote thing number 4 to the mill in a year"), ("two", "never wrote thing number 4 to the mill in a year")):
        place(store, name, f"# {name}\n\nVelvet Heron {said}.\n")
    choice = Chooser(None).choose(found("Did Velvet Heron write to them lately?", store))
    assert choice.support.likelihood < DOUBTFUL
    assert {each.candidate.document_id for each in choice.chosen} == {"one", "two"}


def test_a_wrong_premise_is_said_with_the_evidence_against_it() -> None:
    store = MemoryStore()
    place(store, "note", "# Note\n\nVelvet Heron sent invoices to the court in Chile. Velvet Heron was not seen in Brazil.\n")
    choice = Chooser(None).choose(found("When did Velvet Heron send invoices to the court in Brazil?", store))
    assert choice.reason.endswith("The sources say this of “Chile”, not of “Brazil”.")
    assert choice.contrary is not None
    assert choice.contrary.candidate.text == "Velvet Heron sent invoices to the court in Chile."
