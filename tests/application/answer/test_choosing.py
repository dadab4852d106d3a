from __future__ import annotations

from desktop.application.answer.choosing import COMPARED, Choice, Chooser
from desktop.application.answer.finding import Finder, Found
from desktop.application.job import JobContext
from desktop.domain.errors import WorkerDied
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
