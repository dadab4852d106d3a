"""Which names are one, which are disputed, and what the analyst decides."""

from __future__ import annotations

from desktop.application.extraction.aliases import AliasBook
from desktop.domain.alias import AliasDecision, AliasStatus
from tests.application.extraction.packs import T, book, entry, pack

MISP = "MISP Threat Actor"
ATTACK = pack(
    entry(T.INTRUSION_SET, "APT28", "Fancy Bear", number="G0007"),
    entry(T.INTRUSION_SET, "Salt Typhoon", number="G1045"),
    entry(T.INTRUSION_SET, "Old Bear", "Grey Bear", number="G0001", replaced_by="intrusion-set:G0007"),
    entry(T.MALWARE, "Carbanak", number="S0030"),
    entry(T.INTRUSION_SET, "Carbanak", number="G0008"),
    entry(T.TOOL, "Remcos", number="S0332"),
)


def ids(names: AliasBook, name: str) -> list[list[str]]:
    return [[each.id for each in sense.entities] for sense in names.meanings(name)]


def test_a_number_a_name_and_every_spelling_of_an_alias_are_one_entity() -> None:
    names = book(ATTACK)
    for name in ("G0007", "APT28", "apt-28", "FANCY BEAR", "fancybear"):
        assert ids(names, name) == [["intrusion-set:G0007"]]


def test_names_of_what_was_replaced_stand_for_what_replaced_it() -> None:
    names = book(ATTACK)
    assert ids(names, "Old Bear") == ids(names, "Grey Bear") == ids(names, "G0001") == [["intrusion-set:G0007"]]
    assert names.current("intrusion-set:G0001") == "intrusion-set:G0007"
    assert "intrusion-set:G0001" not in names.entities


def test_one_name_of_an_actor_and_of_malware_has_two_senses() -> None:
    assert ids(book(ATTACK), "carbanak") == [["malware:S0030"], ["intrusion-set:G0008"]]


def test_another_list_joins_what_goes_by_a_known_name_and_adds_its_own_names() -> None:
    names = book(ATTACK, pack(entry(T.INTRUSION_SET, "Fancy Bear", "Sednit", source=MISP), authority=2))
    assert ids(names, "Sednit") == [["intrusion-set:G0007"]]
    assert names.current("intrusion-set:fancy-bear") == "intrusion-set:G0007"
    [sednit] = [each for each in names.aliases["intrusion-set:G0007"] if each.name == "Sednit"]
    assert (sednit.source, sednit.date, sednit.status) == (MISP, "2024-01-01", AliasStatus.SAME)


def test_sharing_names_with_a_third_is_not_being_the_same() -> None:
    others = pack(
        entry(T.INTRUSION_SET, "GhostEmperor", "FamousSparrow", "Salt Typhoon", source=MISP),
        entry(T.INTRUSION_SET, "Earth Estries", "FamousSparrow", source=MISP),
        authority=2,
    )
    names = book(ATTACK, others)
    assert ids(names, "GhostEmperor") == ids(names, "Salt Typhoon") == [["intrusion-set:G1045"]]
    assert ids(names, "Earth Estries") == [["intrusion-set:earth-estries"]]
    assert ids(names, "FamousSparrow") == [["intrusion-set:G1045", "intrusion-set:earth-estries"]]


def test_a_name_that_several_claim_stays_disputed_unless_one_goes_by_it() -> None:
    names = book(
        pack(
            entry(T.INTRUSION_SET, "Winter Vivern", "TAG-70", source=MISP),
            entry(T.INTRUSION_SET, "TA473", "Winter Vivern", "TAG-70", source=MISP),
        )
    )
    [shared] = names.meanings("TAG-70")
    assert shared.entity is None
    assert [each.id for each in shared.entities] == ["intrusion-set:winter-vivern", "intrusion-set:ta473"]
    assert ids(names, "Winter Vivern") == [["intrusion-set:winter-vivern"]]
    assert {each.status for each in names.aliases["intrusion-set:ta473"] if each.name == "TAG-70"} == {AliasStatus.DISPUTED}


def test_at_most_one_entry_of_a_list_joins_by_its_other_names() -> None:
    twins = [entry(T.INTRUSION_SET, name, "Fancy Bear", source=MISP) for name in ("Iron Bear", "Snow Bear")]
    names = book(ATTACK, pack(*twins, authority=2))
    assert ids(names, "Iron Bear") == [["intrusion-set:G0007"]]
    assert ids(names, "Snow Bear") == [["intrusion-set:snow-bear"]]


def test_what_a_list_of_rats_holds_is_malware() -> None:
    names = book(ATTACK, pack(entry(T.MALWARE, "Remcos", source="MISP RAT"), authority=2))
    assert ids(names, "Remcos") == [["malware:S0332"]]
    assert names.current("tool:S0332") == "malware:S0332"
    assert names.entities["malware:S0332"].type is T.MALWARE


def decided(status: AliasStatus, name: str, other: str) -> AliasDecision:
    return AliasDecision(name, status, other, "2024-05-01")


def test_the_analyst_joins_two_by_hand_and_so_all_their_names() -> None:
    apart = pack(entry(T.INTRUSION_SET, "Blue Bear", "Azure", source=MISP), authority=2)
    names = book(ATTACK, apart, decisions=(decided(AliasStatus.SAME, "Blue Bear", "G0007"),))
    assert ids(names, "Blue Bear") == ids(names, "Azure") == [["intrusion-set:G0007"]]
    assert names.current("intrusion-set:blue-bear") == "intrusion-set:G0007"
    assert ids(book(ATTACK, apart), "Azure") == [["intrusion-set:blue-bear"]]


def test_the_analyst_gives_a_new_name() -> None:
    assert ids(book(ATTACK, decisions=(decided(AliasStatus.SAME, "Target X", "APT28"),)), "target x") == [["intrusion-set:G0007"]]


def test_the_analyst_splits_a_name_off() -> None:
    names = book(ATTACK, decisions=(decided(AliasStatus.DISTINCT, "Fancy Bear", "APT28"),))
    assert ids(names, "Fancy Bear") == [["intrusion-set:fancy-bear"]]
    assert ids(names, "APT28") == [["intrusion-set:G0007"]]


def test_the_analyst_disputes_a_name() -> None:
    names = book(ATTACK, decisions=(decided(AliasStatus.DISPUTED, "Fancy Bear", "Salt Typhoon"),))
    assert ids(names, "Fancy Bear") == [["intrusion-set:G0007", "intrusion-set:G1045"]]


def test_the_last_line_about_two_names_holds() -> None:
    taken_back = (decided(AliasStatus.DISTINCT, "Fancy Bear", "APT28"), decided(AliasStatus.SAME, "fancy bear", "apt28"))
    assert ids(book(ATTACK, decisions=taken_back), "Fancy Bear") == [["intrusion-set:G0007"]]


def test_a_decision_about_nothing_known_is_named_and_changes_nothing() -> None:
    unclear = decided(AliasStatus.SAME, "X", "nobody")
    names = book(ATTACK, decisions=(unclear,))
    assert names.unclear == (unclear,)
    assert ids(names, "X") == []


def test_where_sources_give_a_name_to_two_the_weightiest_says_which_of_them_an_entry_of_that_name_is() -> None:
    first = pack(entry(T.INTRUSION_SET, "APT38", "Jade", number="G0082"), entry(T.INTRUSION_SET, "Lazarus", number="G0032"))
    second = pack(
        entry(T.INTRUSION_SET, "Lazarus", "Jade", source="MISP Threat Actor"),
        entry(T.INTRUSION_SET, "Jade", "Nickel", source="MISP Microsoft"),
        authority=2,
    )
    names = book(first, second)
    assert [each.id for each in names.meanings("Nickel")[0].entities] == ["intrusion-set:G0082"]
    assert [each.id for each in names.meanings("Lazarus")[0].entities] == ["intrusion-set:G0032"]


def test_what_a_list_of_tools_holds_is_a_tool_unless_the_heaviest_source_calls_it_malware() -> None:
    of_malware = pack(
        entry(T.MALWARE, "AnyDesk", source="MISP RAT"), entry(T.MALWARE, "Remcos", "RemcosRAT", source="MISP RAT"), authority=2
    )
    honest = pack(*(entry(T.TOOL, name, source="Coffer") for name in ("AnyDesk", "Remcos", "Carbanak", "Rclone")), authority=3)
    names = book(ATTACK, of_malware, honest)
    assert ids(names, "AnyDesk") == [["tool:anydesk"]]
    assert names.current("malware:anydesk") == "tool:anydesk"
    assert ids(names, "Remcos") == ids(names, "RemcosRAT") == [["tool:S0332"]]
    assert [names.current(each) for each in ("tool:S0332", "malware:S0332")] == ["tool:S0332", "tool:S0332"]
    assert ids(names, "Carbanak")[0] == ["malware:S0030"]
    assert ids(names, "Rclone") == [["tool:rclone"]]
