"""Other names, out of packs."""

from __future__ import annotations

from desktop.application.extraction.known_names import PackNames
from desktop.domain.alias import AliasDecision, AliasStatus
from desktop.domain.entity import EntityType
from desktop.domain.pack import Pack, PackEntry, PackManifest, PackTexts, PartKind, named_id


class OnePack:
    def __init__(self, *entries: PackEntry) -> None:
        self._pack = Pack(PackManifest("p", "P", "1", "2024-01-01", "MIT", "here", 1, ()), entries, (), ())
        self.reads = 0

    def manifests(self) -> list[PackManifest]:
        return [self._pack.manifest]

    def read(self, name: str) -> Pack:
        self.reads += 1
        return self._pack

    def texts(self, name: str) -> PackTexts:
        raise NotImplementedError

    def contents(self, kind: PartKind) -> list[bytes]:
        raise NotImplementedError


BEAR = PackEntry(
    named_id(EntityType.INTRUSION_SET, "APT28"), "APT28", "list", ("APT 28", "Fancy Bear", "FANCY BEAR", "Sofacy", "Ours", "TA-1")
)


def test_other_names_are_given_once_a_spelling_and_everyday_words_are_left_out() -> None:
    names = PackNames(OnePack(BEAR))
    assert names.other_names("fancy-bear") == ("APT28", "APT 28", "Sofacy", "TA-1")
    assert names.other_names("apt 28") == ("APT28", "Fancy Bear", "Sofacy", "TA-1")
    assert names.other_names("nobody") == ()


def test_names_in_dispute_and_of_techniques_have_no_others() -> None:
    rival = PackEntry(named_id(EntityType.INTRUSION_SET, "Rival"), "Rival Bear", "list", ("Sofacy",))
    technique = PackEntry(named_id(EntityType.ATTACK_PATTERN, "Phishing"), "Phishing", "list", ("Angling",))
    names = PackNames(OnePack(BEAR, rival, technique))
    assert names.other_names("Sofacy") == ()
    assert "Sofacy" not in names.other_names("APT28")
    assert names.other_names("Phishing") == ()


def test_what_only_some_sources_call_so_is_given_apart() -> None:
    rival = PackEntry(named_id(EntityType.INTRUSION_SET, "Rival"), "Rival Bear", "list", ("Sofacy",))
    names = PackNames(OnePack(BEAR, rival))
    assert names.disputed_names("Sofacy") == ("APT28", "Rival Bear")
    assert names.disputed_names("Fancy Bear") == ()
    assert names.disputed_names("nobody") == ()


def test_what_the_analyst_decided_rules() -> None:
    def decided() -> list[AliasDecision]:
        return [AliasDecision("Night Otter", AliasStatus.SAME, "APT28"), AliasDecision("Sofacy", AliasStatus.DISTINCT, "APT28")]

    names = PackNames(OnePack(BEAR), decided)
    assert "APT28" in names.other_names("Night Otter")
    assert "Night Otter" in names.other_names("APT28")
    assert "APT28" not in (*names.other_names("Sofacy"), *names.disputed_names("Sofacy"))


def test_packs_are_read_when_first_asked_and_once() -> None:
    pack = OnePack(BEAR)
    names = PackNames(pack)
    assert pack.reads == 0
    names.other_names("x")
    names.other_names("y")
    assert pack.reads == 1
