"""Tables of web pages: merged cells, headers, tables within tables, and layouts that are no tables."""

from __future__ import annotations

import time

import pytest

from desktop.adapters.converters.web_pages import read_web_page


def markdown(html: str) -> str:
    return read_web_page(html).markdown


def test_cells_over_several_rows_are_said_in_each_and_over_several_columns_once() -> None:
    html = (
        "<table><tr><th>actor</th><th>tool</th><th>note</th></tr>"
        "<tr><td rowspan=2>APT28</td><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr>"
        "<tr><td colspan=2>both</td><td>3</td></tr></table>"
    )
    assert markdown(html) == ("| actor | tool | note |\n| --- | --- | --- |\n| APT28 | a | 1 |\n| APT28 | b | 2 |\n| both |  | 3 |")


def test_a_cell_that_reaches_down_at_the_end_of_a_row() -> None:
    html = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td rowspan=2>x</td></tr><tr><td>2</td></tr></table>"
    assert markdown(html).endswith("| 1 | x |\n| 2 | x |")


def test_a_first_row_that_names_the_columns_is_the_header() -> None:
    assert markdown("<table><tr><td>host</td><td>seen</td></tr><tr><td>a.example</td><td>today</td></tr></table>") == (
        "| host | seen |\n| --- | --- |\n| a.example | today |"
    )
    rows = "<table><tr><td>a.example</td><td>x</td></tr><tr><td>b.example</td><td>x</td></tr></table>"
    assert markdown(rows) == "|  |  |\n| --- | --- |\n| a.example | x |\n| b.example | x |"


def test_a_table_within_a_cell_becomes_its_text() -> None:
    inner = "<table><tr><td>port</td><td>443</td></tr><tr><td>proto</td><td>tcp</td></tr></table>"
    assert markdown(f"<table><tr><th>host</th><th>more</th></tr><tr><td>a</td><td>{inner}</td></tr></table>") == (
        "| host | more |\n| --- | --- |\n| a | port, 443; proto, tcp |"
    )


@pytest.mark.parametrize(
    "layout", ['<table role="presentation"><tr><td>{}</td><td>aside</td></tr></table>', "<table><tr><td>{}</td></tr></table>"]
)
def test_a_table_that_lays_out_a_page_is_none(layout: str) -> None:
    inner = "<h2>Head</h2><p>text</p><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
    text = markdown(layout.format(inner))
    assert text.startswith("## Head\n\ntext\n\n| a | b |\n| --- | --- |\n| 1 | 2 |")


@pytest.mark.parametrize(
    "html",
    ["<table>" * 4000, "<table><tr><td>" * 4000, "<table><tr>" + "<td rowspan=99999 colspan=99999>x" * 50, "<tr><td rowspan=900>x" * 3000],
)
def test_absurd_tables_take_little_time(html: str) -> None:
    began = time.process_time()
    read_web_page(html)
    assert time.process_time() - began < 10
