"""What the heads of Markdown and AsciiDoc files state."""

from __future__ import annotations

import pytest

from desktop.adapters.converters.front_matter_reading import front_matter_block, read_asciidoc_header, read_front_matter
from desktop.adapters.converters.stated import Found, Stated

WHERE = "its front matter"


def test_yaml_states_title_authors_day_and_language() -> None:
    text = "---\ntitle: Grey Heron\nauthors:\n  - name: Ana Sol\n  - Bo Berg\ndate: 2023-05-12\nlang: en\n---\n# Other\n"
    assert read_front_matter(text) == Stated(
        Found("Grey Heron", WHERE), Found("Ana Sol, Bo Berg", WHERE), Found("2023-05-12", WHERE), Found("en", WHERE)
    )


@pytest.mark.parametrize(
    "text",
    [
        "# no front matter",
        "---\nnever closed",
        "---\n- a list\n---\n",
        "---\na: [\n---\n",
        "---\ndate: 2023-02-31\n---\n",
        "---\n!!python/x\n---\n",
    ],
)
def test_what_cannot_be_read_states_nothing(text: str) -> None:
    assert read_front_matter(text) == Stated()


def test_the_block_is_what_stands_between_the_dashes() -> None:
    assert front_matter_block("---\na: 1\n---\ntext\n---\n") == "a: 1\n"
    assert front_matter_block("text\n---\na: 1\n---\n") is None


@pytest.mark.parametrize(
    ("text", "author", "day"),
    [
        ("= Turla\nAna Sol <ana@lab.example>\nv1.0, 2023-05-12\n\ntext", "Ana Sol", "2023-05-12"),
        ("= Turla\n:author: Ana Sol\n:revdate: 12 May 2023\n\ntext", "Ana Sol", "2023-05-12"),
        ("= Turla\n\n2023-05-12\n", None, None),
        ("Turla\nAna Sol\n2023-05-12\n", None, None),
    ],
)
def test_asciidoc_headers(text: str, author: str | None, day: str | None) -> None:
    found = read_asciidoc_header(text)
    assert (found.author and found.author.value, found.published and found.published.value) == (author, day)
