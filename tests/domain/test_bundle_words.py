from __future__ import annotations

from desktop.domain.bundle_words import counted, taken_counts
from desktop.domain.changes import Changes


def test_what_was_taken_in_is_counted_by_kind_in_words() -> None:
    kept = frozenset({"golden:a", "golden:b: c", "pin:1", "lexicon:x", "search:s"})
    changes = Changes(frozenset({"d"}), ("no",), frozenset({"f", "g"}), boards=frozenset({"b"}), kept=kept)
    assert counted(taken_counts(changes)) == (
        "1 document, 2 facts, 1 decision about a name, 1 saved search, 2 golden queries, 1 pinned passage, 1 board"
    )
    assert counted(taken_counts(Changes())) == "nothing"


def test_lines_of_lists_are_changes_like_all_others() -> None:
    assert Changes(kept=frozenset({"pin:1"}))
    assert (Changes(kept=frozenset({"pin:1"})) | Changes(kept=frozenset({"pin:2"}))).kept == {"pin:1", "pin:2"}
