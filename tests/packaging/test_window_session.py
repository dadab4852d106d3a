"""What a session in the window is judged by: the files of the vault. The keys themselves are tried with the built program."""

from __future__ import annotations

from pathlib import Path

import pytest
import window_session


def test_facts_are_looked_for_in_their_files_and_not_in_the_list_of_them(tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    memory.mkdir()
    (memory / "MEMORY.md").write_text("- [Heron](heron.md)", encoding="utf-8")
    assert not window_session.remembers(tmp_path, "Heron")
    (memory / "heron.md").write_text("Heron was here.", encoding="utf-8")
    assert window_session.remembers(tmp_path, "Heron")


def test_searches_are_read_from_the_history(tmp_path: Path) -> None:
    assert window_session.history(tmp_path) == []
    (tmp_path / "searches").mkdir()
    (tmp_path / "searches" / "history.jsonl").write_text('{"query": "a", "mode": "grep", "hits": 2}\n', encoding="utf-8")
    assert window_session.history(tmp_path) == [{"query": "a", "mode": "grep", "hits": 2}]


def test_files_are_handed_over_with_one_that_states_a_relation(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a", encoding="utf-8")
    given = window_session.hand_over([tmp_path / "a.txt"], tmp_path / "given")
    assert [each.name for each in given] == ["a.txt", "notes.md"]
    assert window_session.RELATION in given[1].read_text(encoding="utf-8")


def test_what_never_comes_to_hold_fails_the_session_with_what_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window_session, "SECONDS", 0)
    monkeypatch.setattr(window_session, "PAUSE_SECONDS", 0.001)
    with pytest.raises(window_session.SessionFailed, match="so that the fact is a file"):
        window_session.until("the fact is a file", bool)
    window_session.until("it holds at once", lambda: True)
