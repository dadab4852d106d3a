"""The analyst's tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.lexicon_files import LexiconFiles, lexicon_bytes, read_lexicon
from desktop.application.ports import LexiconTable
from desktop.domain.alias import AliasDecision, AliasStatus
from desktop.domain.entity import EntityType
from desktop.domain.errors import UsageError
from desktop.domain.lexicon import AllowedName, Lexicon


def test_all_three_tables_are_read_whatever_the_order_of_columns(tmp_path: Path) -> None:
    (tmp_path / "allow.csv").write_text("type,value\nmalware, Elise \n\n", encoding="utf-8-sig")
    (tmp_path / "deny.csv").write_text("value\nEmpire\n")
    (tmp_path / "aliases.csv").write_text("name,status,other,date,note\nSofacy,same,G0007,2024-05-01,ours\n")
    assert read_lexicon(tmp_path) == Lexicon(
        (AllowedName("Elise", EntityType.MALWARE),),
        frozenset({"Empire"}),
        (AliasDecision("Sofacy", AliasStatus.SAME, "G0007", "2024-05-01", "ours"),),
    )


def test_no_table_decides_nothing(tmp_path: Path) -> None:
    assert read_lexicon(tmp_path) == Lexicon()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("allow.csv", b"value,type\nX,monster\n", r"allow\.csv, line 2: there is no type 'monster'"),
        ("aliases.csv", b"name,status,other\nX,maybe,Y\n", r"line 2: there is no status 'maybe'"),
        ("deny.csv", b"name\nX\n", "has no column value"),
        ("deny.csv", b"value\n\xff\n", "not valid UTF-8"),
    ],
)
def test_a_line_that_says_something_unknown_is_named(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError, match=said):
        read_lexicon(tmp_path)


def test_a_change_leaves_everything_else_as_a_person_wrote_it(tmp_path: Path) -> None:
    table = LexiconTable.ALIASES
    written = b'note,name,status,other,extra\r\n"two\r\nlines",A,same,B,kept\r\n,C,same,D,\r\n,"E, Inc",distinct,F,'
    (tmp_path / "aliases.csv").write_bytes(written)
    files = LexiconFiles(tmp_path)
    assert [row["name"] for row in files.rows(table)] == ["A", "C", "E, Inc"]
    files.change(table, [{"name": "G", "status": "same", "other": "H"}], [files.rows(table)[1]])
    assert (tmp_path / "aliases.csv").read_bytes() == (
        b'note,name,status,other,extra\r\n"two\r\nlines",A,same,B,kept\r\n,"E, Inc",distinct,F,\r\n,G,same,H,\r\n'
    )
    files.change(table, [], [files.rows(table)[0]])
    assert [row["name"] for row in files.rows(table)] == ["E, Inc", "G"]


def test_a_table_is_begun_with_its_columns(tmp_path: Path) -> None:
    files = LexiconFiles(tmp_path / "lexicon")
    files.change(LexiconTable.ALLOW, [{"value": 'The "X", Group', "type": "tool"}], [])
    assert (tmp_path / "lexicon" / "allow.csv").read_text() == 'value,type\n"The ""X"", Group",tool\n'
    assert read_lexicon(tmp_path / "lexicon").allowed == (AllowedName('The "X", Group', EntityType.TOOL),)
    files.change(LexiconTable.ALLOW, [], files.rows(LexiconTable.ALLOW))
    assert files.rows(LexiconTable.ALLOW) == []


def test_what_changed_is_seen_by_the_bytes(tmp_path: Path) -> None:
    nothing = lexicon_bytes(tmp_path)
    (tmp_path / "deny.csv").write_text("value\n")
    denied = lexicon_bytes(tmp_path)
    (tmp_path / "deny.csv").rename(tmp_path / "allow.csv")
    assert len({nothing, denied, lexicon_bytes(tmp_path)}) == 3
