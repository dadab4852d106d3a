"""Known names in texts, and the words that only look like them."""

from __future__ import annotations

import pytest

from desktop.application.extraction.names import NameFinder
from desktop.domain.entity import Mention
from desktop.domain.lexicon import AllowedName, Lexicon
from tests.application.extraction.packs import KNOWN, OTHERS, WORDS, T, book, entry, pack
from tests.fakes.phrase_matcher import PlainMatcher

FINDER = NameFinder(book(KNOWN, OTHERS), WORDS, PlainMatcher)


def found(text: str, finder: NameFinder = FINDER) -> list[tuple[str, str | None]]:
    return [(each.text, each.entity_id) for each in finder.find(text)]


def only(text: str) -> Mention:
    [mention] = FINDER.find(text)
    return mention


@pytest.mark.parametrize(
    "written", ["APT28", "APT 28", "apt-28", "Apt_28", "APT\n28", "FANCY BEAR", "Fáncy Bear", "Fancy-Bear", "Sofacy", "G0007"]
)
def test_every_spelling_of_every_name_is_one_actor(written: str) -> None:
    assert found(f"It was {written}, they say.") == [(written, "intrusion-set:G0007")]


@pytest.mark.parametrize("end", ["'s tools", "’s tools", ".", ")", "/Emotet", "\n", "-linked"])
def test_what_follows_a_name_is_no_part_of_it(end: str) -> None:
    assert found(f"the APT28{end}")[0] == ("APT28", "intrusion-set:G0007")


@pytest.mark.parametrize(
    "inside", ["APT281", "XAPT28", "evil.com/apt28/x", "apt28.evil.com", "C:\\emotet", "me@emotet.org", ".NET code", "emotet.zip"]
)
def test_a_part_of_something_else_is_no_name(inside: str) -> None:
    assert found(f"see {inside} here") == []


def test_a_name_never_reaches_over_paragraphs_or_cells() -> None:
    assert found("by Cobalt\n\nStrike") == []
    assert found("| Cobalt | Strike |") == []


def test_a_tactic_and_an_actor_are_told_apart_by_their_numbers() -> None:
    assert found("TA0001 and TA505") == [("TA0001", "x-mitre-tactic:TA0001"), ("TA505", "intrusion-set:G0092")]
    assert found("T1055 is process injection") == [("T1055", "attack-pattern:T1055"), ("process injection", "attack-pattern:T1055")]


@pytest.mark.parametrize(
    "text",
    [
        "The empire struck back in winter.",
        "Empire builders met at the net.",
        "They play at least 22 games.",
        "A covenant was signed by Elise.",
        "Winter came early.",
        "We saw Play on the list of words.",
        "the Global and the Android market",
    ],
)
def test_words_that_are_also_names_are_words(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "entity"),
    [
        ("They used the Empire framework.", "tool:S0363"),
        ("The Elise backdoor was dropped.", "malware:S0081"),
        ("Victims of Play ransomware paid.", "malware:play-ransomware"),
        ("The group known as Winter is new.", "intrusion-set:winter"),
        ("They ran net.exe on it.", "tool:S0039"),
        ("The Covenant tool is open.", "tool:S1155"),
    ],
)
def test_what_stands_beside_a_word_makes_it_a_name(text: str, entity: str) -> None:
    assert [each for _, each in found(text)] == [entity]


def test_the_word_for_what_it_is_does_not_belong_to_a_name() -> None:
    assert found("Victims of Play ransomware paid.")[0][0] == "Play"


def test_a_word_in_a_list_of_names_is_a_name() -> None:
    assert found("the tools Emotet, Covenant and Cobalt Strike") == [
        ("Emotet", "malware:S0367"),
        ("Covenant", "tool:S1155"),
        ("Cobalt Strike", "malware:S0154"),
    ]


def test_what_is_surely_a_name_once_is_one_in_the_whole_text() -> None:
    text = "Elise malware is old. Elise was found again. We met an elise."
    assert [each.start for each in FINDER.find(text)] == [0, 22]


def test_a_short_form_is_a_name_where_the_text_has_the_whole_one() -> None:
    assert found("Raccoon lives in trees.") == []
    assert found("Raccoon Stealer is sold. Raccoon steals.") == [("Raccoon Stealer", "malware:S1148"), ("Raccoon", "malware:S1148")]


def test_the_kind_of_a_shared_name_is_what_the_text_says() -> None:
    assert only("the Carbanak malware").entity_id == "malware:S0030"
    assert only("attributed to the Carbanak group").entity_id == "intrusion-set:G0008"
    assert {each.type for each in FINDER.find("The Carbanak gang is back. Carbanak again.")} == {T.INTRUSION_SET}


def test_a_name_that_several_share_has_candidates_and_no_entity() -> None:
    from tests.application.extraction.packs import entry, pack

    shared = book(pack(*(entry(T.INTRUSION_SET, name, "TAG-70", source="S") for name in ("TA473", "Vivern"))))
    [mention] = NameFinder(shared, WORDS, PlainMatcher).find("TAG-70 is active")
    assert mention.entity_id is None
    assert mention.candidates == ("intrusion-set:ta473", "intrusion-set:vivern")


def test_a_country_is_a_country_whatever_else_a_list_calls_so() -> None:
    assert found("Russian hackers in the US") == [("Russian", "location:russia"), ("US", "location:united-states")]
    assert found("tell us about turkey") == []


def test_a_sector_needs_its_noun_or_company() -> None:
    assert found("spent energy on it") == []
    assert found("the energy sector") == [("energy sector", "identity:energy")]
    assert found("the oil, energy and financial companies") == [
        ("oil", "identity:energy"),
        ("energy", "identity:energy"),
        ("financial companies", "identity:finance"),
    ]
    assert only("the energy sector").identity_class == "class"


def test_a_vulnerability_is_found_by_its_name() -> None:
    mention = only("exploited Log4Shell widely")
    assert (mention.entity_id, mention.value) == ("vulnerability:CVE-2021-44228", "CVE-2021-44228")


def test_what_is_done_suggests_a_technique_faintly() -> None:
    mention = only("code was injected into a process")
    assert (mention.entity_id, mention.confidence) == ("attack-pattern:T1055", 0.4)


def test_a_mention_says_what_found_it() -> None:
    mention = only("the sofacy trojan")
    assert (mention.value, mention.by, mention.text) == ("APT28", "ATT&CK: Sofacy", "sofacy")


def test_the_analyst_overrules() -> None:
    lexicon = Lexicon(allowed=(AllowedName("winter", T.INTRUSION_SET),), denied=frozenset({"Emotet"}))
    finder = NameFinder(book(KNOWN, OTHERS), WORDS, PlainMatcher, lexicon)
    assert found("in winter, Emotet came", finder) == [("winter", "intrusion-set:winter")]
    assert finder.find("in winter")[0].confidence == 1.0


def test_a_point_in_a_numbered_list_is_no_part_of_a_name() -> None:
    assert found("We saw:\n4.Emotet, a trojan") == [("Emotet", "malware:S0367")]
    assert found("see x4.Emotet") == []


def test_the_word_rat_belongs_to_no_name_that_stands_alone_too() -> None:
    finder = NameFinder(
        book(pack(entry(T.MALWARE, "NanoKore", "NanoKore RAT", number="S1"), entry(T.MALWARE, "Mine Bridge RAT", number="S2"))),
        WORDS,
        PlainMatcher,
    )
    assert found("the NanoKore RAT and NanoKoreRAT", finder) == [("NanoKore", "malware:S1"), ("NanoKoreRAT", "malware:S1")]
    assert found("the Mine Bridge RAT", finder) == [("Mine Bridge RAT", "malware:S2")]


def test_an_ordinary_word_behind_its_maker_is_a_product() -> None:
    assert found("They got it from Kaspersky Play, used by actors.") == [("Kaspersky", "identity:kaspersky")]
    assert ("Emotet", "malware:S0367") in found("a Kaspersky Emotet report")


def test_lists_of_one_kind_of_malware_know_better_than_lists_of_actors_what_a_name_is() -> None:
    twice = pack(entry(T.INTRUSION_SET, "GozGym", source="MISP Threat Actor"), entry(T.MALWARE, "GozGym", source="MISP Banker"))
    finder = NameFinder(book(twice), WORDS, PlainMatcher)
    assert [each.type for each in finder.find("GozGym came")] == [T.MALWARE]
    assert [each.type for each in finder.find("the GozGym gang. GozGym came")] == [T.INTRUSION_SET, T.INTRUSION_SET]


def test_a_name_without_its_last_word_is_none_at_the_beginning_of_a_sentence_of_ordinary_words() -> None:
    finder = NameFinder(book(pack(entry(T.MALWARE, "Play RAT", number="S1"))), WORDS, PlainMatcher)
    assert found("Play malware again.", finder) == []
    assert found("It is Play malware.", finder) == [("Play", "malware:S1")]


def test_three_capitals_hint_at_a_technique_and_other_short_words_do_not() -> None:
    hints = pack(entry(T.ATTACK_PATTERN, "Remote Desktop", "RDP", source="Coffer", number="T1021.001"))
    finder = NameFinder(book(hints), WORDS, PlainMatcher)
    assert [(each.text, each.confidence) for each in finder.find("They came via RDP.")] == [("RDP", 0.4)]
    assert finder.find("They came via rdp, or Rdp.") == []
    assert found("Then At is run.") == []


def test_sectors_that_are_ordinary_words_count_where_a_list_names_several() -> None:
    sectors = pack(*(entry(T.IDENTITY, each, klass="class") for each in ("energy", "defense", "education")))
    finder = NameFinder(book(sectors), WORDS, PlainMatcher)
    assert [each.text for each in finder.find("They target energy, defense, and education.")] == ["energy", "defense", "education"]
    assert finder.find("They have energy and education.") == []


def test_ordinary_words_with_another_word_for_people_are_nobodys_name() -> None:
    teams = pack(entry(T.INTRUSION_SET, "Hacking Team"), entry(T.INTRUSION_SET, "Tonto Team"))
    finder = NameFinder(book(teams), [*WORDS, "hacking"], PlainMatcher)
    assert found("Russian Hacking Group attacks. Hacking Team was hacked. The Tonto Group too.", finder) == [
        ("Hacking Team", "intrusion-set:hacking-team"),
        ("Tonto Group", "intrusion-set:tonto-team"),
    ]


def test_what_two_might_be_called_is_no_name_of_the_first() -> None:
    teams = pack(entry(T.INTRUSION_SET, "Tonto Team"), entry(T.INTRUSION_SET, "Tonto Crew"))
    finder = NameFinder(book(teams), WORDS, PlainMatcher)
    assert found("Tonto Gang attacks, as Tonto Crew did.", finder) == [("Tonto Crew", "intrusion-set:tonto-crew")]
