"""The flow of an RTF text: rows gather into tables, and nothing that a broken row held is lost."""

from __future__ import annotations

from desktop.adapters.converters.rich_text_flow import Flow


def test_rows_that_follow_each_other_are_one_table() -> None:
    flow = Flow()
    flow.write("before\n\n")
    for row in (("a", "b"), ("1", "2")):
        flow.take(b"trowd")
        for cell in row:
            flow.write(cell)
            flow.take(b"cell")
        flow.take(b"row")
        flow.write(" ")
    flow.write("after")
    assert flow.markdown() == "before\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nafter"


def test_text_in_a_row_without_end_is_kept() -> None:
    flow = Flow()
    flow.take(b"intbl")
    flow.write("lost?")
    assert flow.markdown() == "| lost? |\n| --- |"
