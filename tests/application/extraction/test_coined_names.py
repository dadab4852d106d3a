"""Names that no pack knows."""

from __future__ import annotations

import pytest

from desktop.application.extraction.coined_names import CoinedNameFinder
from tests.application.extraction.packs import KNOWN, OTHERS, WORDS, book
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
        ("a document builder, known in the underground as “XyzQuiet”", "XyzQuiet", "tool"),
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


@pytest.mark.parametrize(
    "text",
    [
        "The malware has a class named CheckTarget and a service named MainRunner.", "a streaming service called BraveFilms by actors",
        "The spyware uses AccessibilityService to spy", "malware calls SYSTEM_ALERT_WINDOW", "a KiXtart loader", "an MBR rootkit",
        "COVID – malware that spreads", "Microsoft's AppLocker", "the Token-Stealer.js payload named 0xDEADBEEF1",
    ],
)  # fmt: skip
def test_parts_of_programs_platforms_and_languages_are_no_malware(text: str) -> None:
    assert [each for each in found(text) if each[1] != "identity"] == []


def test_ordinary_words_are_a_name_only_where_the_text_says_so_twice_and_not_in_titles() -> None:
    once, twice = "It is the Magnet trojan.", "It is the Magnet trojan. They dubbed the malware Magnet. Then Magnet runs."
    assert found(once) == []
    assert found(twice) == [("Magnet", "malware")] * 3
    assert found("The New Magnet Trojan Returns. Again The New Magnet Trojan Came. Super Magnet Backdoor Out") == []
    assert found(twice + " A magnet is iron.") == []


def test_unknown_words_are_names_where_enough_hints_at_it() -> None:
    text = "Versions of Gorpix came in May. Gorpix steals cookies. Gorpix is new."
    assert found(text) == [("Gorpix", "malware")] * 3
    assert found("Versions of Gorpix came in May.") == []


def test_a_quoted_name_of_ordinary_words_counts_as_an_unknown_one() -> None:
    text = "“Super Goblin” droppers came, and “Super Goblin” hides. Now Super Goblin is gone."
    assert found(text) == [("Super Goblin", "malware")] * 3


def test_a_name_is_found_in_other_capitals_too() -> None:
    mentions = FINDER.find("Asacub is a banking trojan. ASACUB RUNS")
    assert [(each.text, each.value) for each in mentions] == [("Asacub", "Asacub"), ("ASACUB", "Asacub")]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("researchers dub this malware as “ NetSnatch ”", "NetSnatch"),
        ("a stealer which calls itself *NetSnatch*", "NetSnatch"),
        ("We are calling this new variant NetSnatch", "NetSnatch"),
        ("a trojan we refer to interchangeably as NetSnatch", "NetSnatch"),
        ("the backdoor tracked by Acme as NetSnatch", "NetSnatch"),
    ],
)
def test_ways_to_give_a_name(text: str, name: str) -> None:
    assert found(text) == [(name, "malware")]


def test_the_word_rat_belongs_to_a_name_that_is_known_only_with_it() -> None:
    assert ("Emotet", "malware") in found("the Emotet RAT came")
    assert ("Emotet RAT", "malware") not in found("the Emotet RAT came")


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
