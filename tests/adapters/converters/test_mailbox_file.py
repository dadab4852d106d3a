"""A mailbox is a list of messages, each of which comes out as a mail."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.converters.mailbox_file import convert_mailbox
from desktop.adapters.converters.member_folder import MemberFolder
from desktop.domain.errors import ConversionFailed
from tests.adapters.converters.archive_maker import LIMITS, opened

FIRST = b"From: a@example.org\nSubject: One | two\nDate: Mon, 03 Nov 2025 18:23:00 +0100\n\nbody one\n\n>From quoted\n"
SECOND = b"From: b@example.org\nSubject: Two\n\nbody two\nFrom now on we left a blank: line\n"
LINE = b"From x@example.org Mon Nov  3 18:23:00 2025\n"


def test_each_message_is_a_member_and_the_document_lists_them(tmp_path: Path) -> None:
    found = opened(tmp_path, "two", LINE + FIRST + b"\n" + LINE + SECOND)
    assert found.contents == {"message-0001.eml": FIRST + b"\n", "message-0002.eml": SECOND}
    assert found.conversion.format == "mbox"
    assert found.conversion.markdown == (
        "A mailbox with 2 messages.\n\n| Message | Date | From | Subject |\n| --- | --- | --- | --- |\n"
        "| message-0001.eml | Mon, 03 Nov 2025 18:23:00 +0100 | a@example.org | One \\| two |\n"
        "| message-0002.eml |  | b@example.org | Two |\n"
    )


def test_text_before_the_first_message_is_not_lost(tmp_path: Path) -> None:
    found = opened(tmp_path, "a.mbox", b"A note on top.\n\n" + LINE + SECOND)
    assert found.conversion.markdown.startswith("A note on top.\n\nA mailbox with 1 message.")


def test_a_sentence_that_begins_with_from_divides_nothing(tmp_path: Path) -> None:
    body = FIRST + b"words\nFrom the outset\nNote: we knew.\n"
    assert opened(tmp_path, "a.mbox", LINE + body).contents == {"message-0001.eml": body}


def test_a_mailbox_without_messages_fails(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_bytes(b"just words\n")
    with pytest.raises(ConversionFailed, match="No message"):
        convert_mailbox(path, MemberFolder(None, LIMITS, 10))
