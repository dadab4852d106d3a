"""What the embedder reads of a chunk."""

import pytest

from desktop.domain.chunk import Chunk, content_hash


@pytest.mark.parametrize(
    ("title", "headings", "text", "expected"),
    [
        ("Report", ("Delivery", "Mail"), "It came by mail.", "Report > Delivery > Mail\nIt came by mail."),
        ("Report", ("Report", "Mail"), "words", "Report > Mail\nwords"),
        ("Report", ("Delivery",), "## Delivery\n\nwords", "Report\n## Delivery\n\nwords"),
        ("", (), "words", "words"),
        ("Report", (), "# Report\n\nwords", "# Report\n\nwords"),
    ],
)
def test_title_and_headings_stand_before_the_text_once(title: str, headings: tuple[str, ...], text: str, expected: str) -> None:
    assert Chunk(0, 0, len(text), text, None, headings).embedded_text(title) == expected


def test_a_hash_tells_texts_apart_whatever_they_hold() -> None:
    assert content_hash("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert len({content_hash(text) for text in ("a", "b", "\ud800", "?", "é", "e\u0301")}) == 6
