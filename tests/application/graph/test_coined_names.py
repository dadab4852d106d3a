"""Names that no pack knows."""

from __future__ import annotations

import pytest

from desktop.application.graph.coined_names import CoinedNameFinder
from tests.application.graph.packs import KNOWN, OTHERS, WORDS, book
from tests.fakes.phrase_matcher import PlainMatcher

MORE = ("new", "magnet", "goblin", "provider", "observed", "updated", "super", "blue", "alert", "company", "important", "nation", "state")
FINDER = CoinedNameFinder(book(KNOWN, OTHERS), WORDS + MORE, PlainMatcher)


def found(text: str) -> list[tuple[str, str]]:
    return [(each.text, each.type.value) for each in FINDER.find(text)]


@pytest.mark.parametrize(
    "name",
    [
        "APT45",
        "APT-C-60",
        "UNC4841",
        "TA2722",
        "Storm-0501",
        "DEV-0537",
        "UAC-0010",
        "FIN12",
        "TEMP.Veles",
        "Earth Kasha",
        "Velvet Chollima",
    ],
)
def test_vendors_schemes_name_actors(name: str) -> None:
    assert found(f"We track {name} now") == [(name, "intrusion-set")]


def test_a_number_of_a_tactic_is_no_actor() -> None:
    assert found("TA0011 and TA0043") == []


def test_an_operation_is_a_campaign() -> None:
    assert found("In Operation Triple Tang of 2019") == [("Operation Triple Tang", "campaign")]


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("a backdoor dubbed LEMPO was seen", "LEMPO", "malware"),
        ("a hacking group named Magnet Goblin struck", "Magnet Goblin", "intrusion-set"),
        ("Tracked as Magnet Goblin, the adversary is new", "Magnet Goblin", "intrusion-set"),
        ("the NetSnatch ransomware", "NetSnatch", "malware"),
        ("Asacub is a banking trojan", "Asacub", "malware"),
        ("Ginp, a new mobile trojan", "Ginp", "malware"),
        ("the ReconHellcat group", "ReconHellcat", "intrusion-set"),
        ("the XyzPack toolkit", "XyzPack", "tool"),
        ("it drops JssLoader first", "JssLoader", "malware"),
        ("the MineBridge RAT came", "MineBridge RAT", "malware"),
    ],
)
def test_what_the_text_says_it_is(text: str, name: str, kind: str) -> None:
    assert (name, kind) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Android malware", "Russian hacking groups", "The new ransomware", "important samples",
        "Kaspersky malware reports", "a ClassLoader",
        "the Windows backdoor", "This group", "MSI payload", "March campaign actors", "Nation State actors",
    ],
)  # fmt: skip
def test_adjectives_platforms_places_and_makers_are_no_names(text: str) -> None:
    assert [each for each in found(text) if each[1] != "identity"] == []


def test_words_before_a_name_are_left_out() -> None:
    assert found("Observed NanoKore malware") == [("NanoKore", "malware")]
    assert found("Updated Emotet malware") == [("Emotet", "malware")]


def test_a_name_once_introduced_is_found_everywhere_but_inside_others() -> None:
    text = "A stealer called BlackSoul is new. BlackSoul steals; see blacksoul.com/BlackSoul/x and BlackSoulX."
    assert [(each.start, each.text) for each in FINDER.find(text)] == [(17, "BlackSoul"), (35, "BlackSoul")]


def test_it_is_less_sure_and_says_why() -> None:
    [mention] = FINDER.find("the NetSnatch ransomware")
    assert (mention.confidence, mention.by, mention.entity_id) == (0.65, "pattern: … ransomware", "malware:netsnatch")


def test_companies_and_governments_are_organisations() -> None:
    mentions = FINDER.find("Fink Telecom Services GmbH and the Russian government")
    assert [(each.text, each.identity_class) for each in mentions] == [
        ("Fink Telecom Services GmbH", "organization"),
        ("Russian government", "organization"),
    ]
