"""What is said of a picture of the graph."""

from __future__ import annotations

from desktop.ui.models.graph_words import quote_words


def test_a_row_of_a_table_is_told_as_its_cells_and_a_sentence_as_it_is() -> None:
    assert quote_words("| Command | | | | Ryuk has used\ncmd.exe | | |") == "Command  ·  Ryuk has used cmd.exe"
    assert quote_words("A pipe | within\na sentence.") == "A pipe | within a sentence."
