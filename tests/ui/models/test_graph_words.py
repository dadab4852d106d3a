"""What is said of a picture of the graph."""

from __future__ import annotations

from desktop.domain.graph import DatedDocument
from desktop.domain.graph_card import Card
from desktop.domain.graph_view import Kind, Node
from desktop.ui.models.graph_words import quote_words, seen_words


def test_a_row_of_a_table_is_told_as_its_cells_and_a_sentence_as_it_is() -> None:
    assert quote_words("| Command | | | | Ryuk has used\ncmd.exe | | |") == "Command  ·  Ryuk has used cmd.exe"
    assert quote_words("A pipe | within\na sentence.") == "A pipe | within a sentence."


NODE = Node("malware:S0266", Kind.MALWARE, "TrickBot", "malware")


def test_a_day_of_import_is_not_passed_off_as_when_something_was_seen() -> None:
    own = DatedDocument("2022-05-01", "a", "A", 1)
    by_import = DatedDocument("2026-03-02", "b", "B", 1, has_date=False)

    def seen(*documents: DatedDocument) -> str:
        return seen_words(Card(NODE, documents=documents, first_seen=documents[0].date, last_seen=documents[-1].date))

    assert seen(own) == "In 1 document, 2022-05-01"
    assert seen(own, by_import) == "In 2 documents, 2022-05-01 – 2026-03-02 (1 by the day of import)"
    assert seen(by_import) == "In 1 document, 2026-03-02 (the day of import)"
