"""Names and relations with the bundled packs and the real automaton: what analysts trip over."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.application.extraction.extraction import Extractor
from desktop.bootstrap import Opener
from tests.fakes.environment import an_environment

RESOURCES = Path(__file__).parents[2] / "resources"


def opener(folder: Path) -> Opener:
    return Opener(an_environment(RESOURCES, folder))


@pytest.fixture(scope="module")
def extractor(tmp_path_factory: pytest.TempPathFactory) -> Extractor:
    return opener(tmp_path_factory.mktemp("state")).extractor()


def ids(extractor: Extractor, text: str) -> list[str | None]:
    return [each.entity_id for each in extractor.extract(text).mentions]


@pytest.mark.parametrize("name", ["APT28", "APT 28", "apt-28", "Fancy Bear", "STRONTIUM", "Forest Blizzard", "G0007"])
def test_every_name_of_an_actor_is_one(extractor: Extractor, name: str) -> None:
    assert ids(extractor, f"The attack was the work of {name}.") == ["intrusion-set:G0007"]


def test_numbers(extractor: Extractor) -> None:
    text = "TA0001, TA505, S0154 and T1059.001; CVE-2021-44228 is Log4Shell"
    assert ids(extractor, text) == [
        "x-mitre-tactic:TA0001", "intrusion-set:G0092", "malware:S0154", "attack-pattern:T1059.001", "vulnerability:CVE-2021-44228",
        "vulnerability:CVE-2021-44228",
    ]  # fmt: skip


def test_overlap_is_not_identity(extractor: Extractor) -> None:
    salt, earth = ids(extractor, "Salt Typhoon differs from Earth Estries.")
    assert salt == "intrusion-set:G1045"
    assert earth == "intrusion-set:earth-estries"


@pytest.mark.parametrize(
    "text",
    [
        "The Roman Empire made a covenant in winter; play by the net, stop at noon, and ping me.",
        "He read the regular security update report of the international team.",
        "In August the Global Defender program for Android was in the news.",
    ],
)
def test_words_are_words(extractor: Extractor, text: str) -> None:
    assert [each for each in extractor.extract(text).mentions if each.type.value in ("malware", "tool", "intrusion-set", "campaign")] == []


def test_a_name_in_an_address_belongs_to_the_address(extractor: Extractor) -> None:
    assert ids(extractor, "see hxxps://evil[.]com/emotet/a") == ["url:https://evil.com/emotet/a", "domain-name:evil.com"]


def test_a_sentence_with_its_relation(extractor: Extractor) -> None:
    [relation] = extractor.extract("In May, Sandworm Team deployed NotPetya.").relations
    assert (relation.source, relation.relationship.value, relation.target) == ("intrusion-set:G0034", "uses", "malware:S0368")


def test_the_vault_s_lexicon_and_packs_rule(tmp_path: Path) -> None:
    (tmp_path / "lexicon").mkdir()
    (tmp_path / "lexicon" / "deny.csv").write_text("value\nEmotet\nevil.com\n")
    (tmp_path / "lexicon" / "aliases.csv").write_text("name,status,other\nTarget Nine,same,G0007\n")
    ruled = opener(tmp_path).extractor(tmp_path)
    assert ids(ruled, "Emotet came with Target Nine from evil[.]com.") == ["intrusion-set:G0007"]
