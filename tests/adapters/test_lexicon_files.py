"""The analyst's tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.lexicon_files import read_lexicon
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
