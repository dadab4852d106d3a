"""Small rules of the plain values."""

from pathlib import Path

import pytest

from desktop.domain import errors
from desktop.domain.answer import Answer, AnswerKind, AnswerSentence, Timing
from desktop.domain.changes import Changes
from desktop.domain.errors import Cancelled, CofferError, StorageProblem
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters
from desktop.domain.vault import VaultPaths


def test_changes_add_up() -> None:
    one, two = Changes(frozenset({"a"})), Changes(frozenset({"a", "b"}))
    assert one | two == two
    assert one
    assert not Changes()
    assert one | Changes(problems=("no",)) | Changes(problems=("neither",)) == Changes(frozenset({"a"}), ("no", "neither"))


@pytest.mark.parametrize(
    "filters",
    [
        Filters(since="2026-01-01"),
        Filters(until="2026-01-01"),
        Filters(tlp_max=Marking.CLEAR),
        Filters(tags=("a",)),
        Filters(formats=("pdf",)),
        Filters(documents=("a",)),
    ],
)
def test_any_limit_makes_filters_limit(filters: Filters) -> None:
    assert Filters().empty
    assert not filters.empty


def test_an_answer_is_its_sentences() -> None:
    sentences = (AnswerSentence("One.", ()), AnswerSentence("Two.", ()))
    answer = Answer("?", AnswerKind.EXTRACT, sentences, 0.5, None, (), (), Timing(0, None, 0))
    assert answer.text == "One. Two."


def test_a_vault_is_one_folder() -> None:
    paths = VaultPaths(Path("vault"))
    everything = [paths.settings, paths.docs, paths.raw, paths.trash, paths.audit, paths.index, paths.lock]
    assert {path.parent for path in everything} == {paths.root}
    assert paths.document("one-12345678") == Path("vault/docs/one-12345678.md")


def test_every_error_has_a_code_of_its_own() -> None:
    kinds = [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, CofferError)]
    codes = [each.code for each in kinds]
    assert len(set(codes)) == len(codes) > 10


def test_an_error_says_what_happened_and_what_to_do() -> None:
    error = StorageProblem("The disk is full.", "Free some space.")
    assert (str(error), error.message, error.hint) == ("The disk is full.", "The disk is full.", "Free some space.")
    assert Cancelled().message
