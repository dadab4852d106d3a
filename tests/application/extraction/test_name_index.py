"""Spellings to seek, and how much a name is like a word."""

from __future__ import annotations

import pytest

from desktop.application.extraction.name_index import Wordiness, compile_phrases, wordiness
from desktop.domain.lexicon import AllowedName, Lexicon
from tests.application.extraction.packs import T, book, entry, pack

RANKS = {"play": 291, "royal": 1991, "beacon": 15_000, "fancy": 3000, "bear": 2000, "bank": 900}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("APT28", Wordiness.DISTINCT),
        ("Emotet", Wordiness.DISTINCT),
        ("Fancy Emotet", Wordiness.DISTINCT),
        ("Fancy Bear", Wordiness.WORDS),
        ("Beacon", Wordiness.RARE_WORD),
        ("Play", Wordiness.WORD),
        ("banks", Wordiness.WORD),
        ("Net", Wordiness.SHORT),
        ("at", Wordiness.SHORT),
    ],
)
def test_how_much_a_name_is_like_a_word(name: str, expected: Wordiness) -> None:
    assert wordiness(name, RANKS) is expected


PACK = pack(
    entry(T.MALWARE, "Raccoon Stealer"), entry(T.MALWARE, "Trojan"), entry(T.TOOL, "Net"), entry(T.IDENTITY, "Energy", klass="class")
)


def folded(lexicon: Lexicon = Lexicon()) -> dict[str, str]:  # noqa: B008
    return {each.folded: each.senses[0].entities[0].id for each in compile_phrases(book(PACK), lexicon)}


def test_a_name_is_sought_in_its_spellings_and_without_the_word_for_what_it_is() -> None:
    assert {"raccoon stealer", "raccoonstealer", "raccoon", "net", "net.exe", "energy", "energy sector"} <= set(folded())
    [short] = [each for each in compile_phrases(book(PACK), Lexicon()) if each.folded == "raccoon"]
    assert short.is_short


def test_what_is_no_name_by_itself_and_what_was_denied_is_not_sought() -> None:
    assert "trojan" not in folded()
    assert "raccoon" not in folded(Lexicon(denied=frozenset({"raccoon"})))
    assert "net" not in folded(Lexicon(denied=frozenset({"NET"})))


def test_what_the_analyst_allows_is_sought_even_if_no_pack_knows_it() -> None:
    assert folded(Lexicon(allowed=(AllowedName("Blue Thing", T.MALWARE),)))["blue thing"] == "malware:blue-thing"


def test_who_is_called_a_team_is_called_a_gang_too_unless_the_name_alone_means_something_else() -> None:
    teams = pack(
        entry(T.INTRUSION_SET, "Tonto Team"), entry(T.INTRUSION_SET, "Beijing Group"), entry(T.LOCATION, "Beijing"),
        entry(T.INTRUSION_SET, "Sunshop Group"), entry(T.INTRUSION_SET, "Sunshop Gang"),
    )  # fmt: skip
    sought = {each.folded: each.senses[0].entities[0].id for each in compile_phrases(book(teams), Lexicon())}
    assert {sought[f"tonto {each}"] for each in ("team", "group", "gang", "crew")} == {"intrusion-set:tonto-team"}
    assert "tonto" not in sought
    assert "beijing gang" not in sought
    assert (sought["sunshop group"], sought["sunshop gang"]) == ("intrusion-set:sunshop-group", "intrusion-set:sunshop-gang")


def test_a_sub_technique_is_sought_behind_the_name_of_its_technique_too() -> None:
    techniques = pack(
        entry(T.ATTACK_PATTERN, "Brute Force", number="T1110"),
        entry(T.ATTACK_PATTERN, "Password Cracking", "T1110.002", number="T1110.002"),
        entry(T.ATTACK_PATTERN, "Orphan Part", number="T1999.001"),
    )
    sought = {each.folded: each.senses[0].entities[0].id for each in compile_phrases(book(techniques), Lexicon())}
    assert sought["brute force: password cracking"] == sought["password cracking"] == "attack-pattern:T1110.002"
    assert sought["brute force"] == "attack-pattern:T1110"
    assert not any("t1110.002" in each and ":" in each for each in sought)
