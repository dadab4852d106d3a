"""Rows of cells as a GitHub table: nothing is left out, nothing ends a cell early."""

from desktop.adapters.converters.markdown_tables import markdown_table


def test_short_rows_are_filled_up_to_the_longest() -> None:
    assert markdown_table([["a"], ["b", "c"]]) == "| a |  |\n| --- | --- |\n| b | c |"


def test_bars_and_line_ends_within_a_cell_do_not_end_it() -> None:
    assert markdown_table([["x|y", "one\ntwo"]]) == "| x\\|y | one two |\n| --- | --- |"
