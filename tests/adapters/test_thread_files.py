"""What only files have: their words, what people write into them, and what nobody may do to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.thread_files import ThreadFiles
from desktop.domain.errors import UsageError, VaultLocked
from desktop.domain.marking import Marking
from desktop.domain.thread import Turn
from desktop.domain.vault import VaultPaths
from tests.contracts.test_thread_store import FIRST, FULL, PLAIN, SECOND


@pytest.fixture
def threads(tmp_path: Path) -> ThreadFiles:
    return ThreadFiles(VaultPaths(tmp_path))


def test_the_file_reads_as_markdown_with_footnotes(threads: ThreadFiles, tmp_path: Path) -> None:
    threads.add("t", Turn(FIRST, FULL), ("heron",), Marking.GREEN)
    lines = (tmp_path / "threads" / "t.md").read_text(encoding="utf-8").splitlines()
    assert lines[:5] == ["---", "id: t", 'title: "Which loader did the mails deliver? [^2]"', "case: [heron]", "tlp: GREEN"]
    assert "- They delivered BRASSKETTLE. [^1] [^2]" in lines
    assert "[^2]: [Heron](../memory/heron-00000001.md), 0-5, loose" in lines
    assert [each for each in lines if each.startswith("## ")] == ["## Which loader did the mails deliver? \\[^2]"]
    asked = next(each for each in lines if each.startswith("*Composed"))
    assert "SmolLM2 -- x, confidence 85%, about APT28. 2 sources, both B2. A notice" in asked


def test_what_a_person_writes_stays_when_the_thread_goes_on(threads: ThreadFiles, tmp_path: Path) -> None:
    threads.add("t", Turn(FIRST, FULL), (), Marking.CLEAR)
    path = tmp_path / "threads" / "t.md"
    path.write_text(
        path.read_text(encoding="utf-8").replace("tlp: CLEAR", "mood: doubtful\ntlp: AMBER") + "\n## My notes\n\n- Ask Ana.\n", "utf-8"
    )
    head = threads.add("t", Turn(SECOND, PLAIN), (), Marking.CLEAR)
    content = path.read_text(encoding="utf-8")
    assert head.tlp is Marking.AMBER
    assert "mood: doubtful" in content
    assert "## My notes\n\n- Ask Ana.\n\n## Since when?" in content
    assert [len(each.answer.sentences) for each in threads.read("t").turns] == [3 - 1, 0]


def test_a_footnote_with_an_endless_number_does_not_end_the_thread(threads: ThreadFiles, tmp_path: Path) -> None:
    threads.add("t", Turn(FIRST, FULL), (), Marking.CLEAR)
    path = tmp_path / "threads" / "t.md"
    path.write_text(f"{path.read_text(encoding='utf-8')}\n[^{'9' * 5000}]: mine\n", "utf-8")
    threads.add("t", Turn(SECOND, FULL), (), Marking.CLEAR)
    assert [len(each.answer.citations) for each in threads.read("t").turns] == [len(FULL.citations)] * 2


def test_an_answer_that_was_edited_beyond_recognition_is_named_and_left_out(threads: ThreadFiles, tmp_path: Path) -> None:
    for at, answer in ((FIRST, FULL), (SECOND, PLAIN)):
        threads.add("t", Turn(at, answer), (), Marking.CLEAR)
    path = tmp_path / "threads" / "t.md"
    path.write_text(path.read_text(encoding="utf-8").replace('"kind": "synthesis"', '"kind": "poem"'), "utf-8")
    thread = threads.read("t")
    assert [each.answer.question for each in thread.turns] == ["Since when?"]
    assert thread.warnings[0].startswith("threads/t.md: The answer to “Which loader did the mails deliver? [^2]” cannot be understood")


def test_a_thread_whose_head_is_broken_counts_as_red(threads: ThreadFiles, tmp_path: Path) -> None:
    threads.add("t", Turn(FIRST, PLAIN), (), Marking.CLEAR)
    path = tmp_path / "threads" / "t.md"
    path.write_text(path.read_text(encoding="utf-8").replace("tlp: CLEAR", "tlp: [CLEAR"), "utf-8")
    assert [each.tlp for each in threads.heads()] == [Marking.RED]
    assert threads.read("t").head.tlp is Marking.RED


def test_bytes_that_are_no_text_are_not_written_over(threads: ThreadFiles, tmp_path: Path) -> None:
    threads.add("t", Turn(FIRST, PLAIN), (), Marking.CLEAR)
    path = tmp_path / "threads" / "t.md"
    damaged = path.read_bytes() + b"\xff\xfe"
    path.write_bytes(damaged)
    with pytest.raises(UsageError):
        threads.add("t", Turn(SECOND, PLAIN), (), Marking.CLEAR)
    assert path.read_bytes() == damaged


def test_an_id_cannot_lead_out_of_the_folder(threads: ThreadFiles) -> None:
    with pytest.raises(UsageError):
        threads.read("../docs/secret")


def test_a_vault_that_may_only_be_read_is_left_alone(tmp_path: Path) -> None:
    threads = ThreadFiles(VaultPaths(tmp_path), writable=False)
    with pytest.raises(VaultLocked):
        threads.add("t", Turn(FIRST, PLAIN), (), Marking.CLEAR)
    assert list(tmp_path.iterdir()) == []
