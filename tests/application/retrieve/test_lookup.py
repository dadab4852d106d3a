"""Whether and where the things on a list are mentioned."""

from __future__ import annotations

import pytest

from desktop.application.job import CancelToken, JobContext, Progress
from desktop.application.retrieve.lookup import lookup_csv
from desktop.domain.entity import EntityType
from desktop.domain.errors import Cancelled
from desktop.domain.lookup import LookupResult, Standing
from desktop.domain.passage import Filters
from tests.fakes.search_desk import DeskVault


@pytest.fixture
def vault() -> DeskVault:
    filled = DeskVault(("APT28", "Sofacy"), listed={"8.8.8.8": "Public DNS"})
    filled.put("old", "Beacon to evil.com\n\nand evil.com again, 8.8.8.8 too", published="2021-05-01")
    filled.put("new", "APT28 and Sofacy used evil.com", published="2024-02-03")
    return filled


def look_up(vault: DeskVault, text: str, filters: Filters | None = None) -> LookupResult:
    return vault.desk.lookup.look_up(JobContext(), text, filters)


def test_a_known_indicator_has_its_counts_its_dates_and_its_passages(vault: DeskVault) -> None:
    (row,) = look_up(vault, "evil[.]com").rows
    assert (row.type, row.value, row.standing) == (EntityType.DOMAIN, "evil.com", Standing.KNOWN)
    assert (row.documents, row.mentions, row.at_least) == (2, 3, False)
    assert (row.first_seen, row.last_seen) == ("2021-05-01", "2024-02-03")
    assert row.spellings == ("evil.com",)
    assert [(each.document_id, each.position) for each in row.passages] == [("new", 0), ("old", 0), ("old", 1)]
    assert all(each.text[start:end] == "evil.com" for each in row.passages for start, end in each.matches)


def test_a_day_of_import_is_not_passed_off_as_a_date(vault: DeskVault) -> None:
    assert look_up(vault, "evil.com").rows[0].remarks == ()
    vault.put("undated", "evil.com and evil.org", published=None)
    mixed, alone = look_up(vault, "evil.com\nevil.org").rows
    assert mixed.remarks == ("1 of 3 documents bears no date and counts by the day of import.",)
    assert alone.remarks == ("Dated by import: the document bears no date.",)


def test_an_address_is_not_known_because_a_number_in_it_is(vault: DeskVault) -> None:
    vault.put("numbers", "Table 1: the 1 of them", published="2024-02-03")
    (row,) = look_up(vault, "::1").rows
    assert (row.type, row.standing, row.documents) == (EntityType.IPV6, Standing.UNKNOWN, 0)

    vault.put("local", "It listens on ::1 and on 1.", published="2024-02-03")
    (row,) = look_up(vault, "::1").rows
    assert (row.standing, [each.document_id for each in row.passages]) == (Standing.KNOWN, ["local"])


def test_an_actor_is_looked_for_under_all_its_names(vault: DeskVault) -> None:
    (row,) = look_up(vault, "Sofacy").rows
    assert (row.also, row.documents, row.mentions) == (("APT28",), 1, 2)


def test_warning_lists_are_named_whether_documents_mention_it_or_not(vault: DeskVault) -> None:
    known, absent = look_up(vault, "8.8.8.8").rows, look_up(vault, "8.8.8.8", Filters(documents=("new",))).rows
    assert [(each.standing, each.warnings) for each in (*known, *absent)] == [
        (Standing.KNOWN, ("Public DNS",)),
        (Standing.WARNED, ("Public DNS",)),
    ]


def test_of_an_unknown_url_or_mail_address_it_is_said_what_is_known_of_the_host(vault: DeskVault) -> None:
    url, mail, other, known = look_up(vault, "http://evil.com/x\nme@evil.com\nhttp://good.org/\nevil.com").rows
    assert (url.standing, url.remarks) == (Standing.UNKNOWN, ("evil.com stands in 2 documents.",))
    assert mail.remarks == ("evil.com stands in 2 documents.",)
    assert (other.remarks, known.remarks) == ((), ())


def test_the_same_thing_again_is_another_row_with_its_own_line(vault: DeskVault) -> None:
    rows = look_up(vault, "evil.com\nnothing.example\nevil[.]com").rows
    assert [(each.line, each.text, each.documents) for each in rows] == [
        (1, "evil.com", 2),
        (2, "nothing.example", 0),
        (3, "evil[.]com", 2),
    ]
    assert rows[1].standing is Standing.UNKNOWN


def test_the_totals_and_the_progress(vault: DeskVault) -> None:
    seen: list[Progress] = []
    result = vault.desk.lookup.look_up(JobContext(report=seen.append), "evil.com\n\nTurla")
    assert result.totals() == {Standing.KNOWN: 1, Standing.UNKNOWN: 1, Standing.WARNED: 0}
    assert (result.passed_over, [(each.done, each.total) for each in seen]) == ((2,), [(1, 2), (2, 2)])


def test_it_stops_when_told(vault: DeskVault) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        vault.desk.lookup.look_up(JobContext(cancel), "evil.com")


def test_more_mentions_than_are_counted_are_said_to_be_more(vault: DeskVault) -> None:
    vault.put("many", "\n\n".join(["see bad.org"] * 250))
    (row,) = look_up(vault, "bad.org").rows
    assert (row.documents, row.mentions, row.at_least) == (1, 200, True)


def test_as_a_table_nothing_is_a_formula(vault: DeskVault) -> None:
    lines = lookup_csv(look_up(vault, "evil.com\n=HYPERLINK(1)")).split("\r\n")
    assert lines[0].startswith("line,text,type,value,also,standing,warnings,documents,mentions")
    assert lines[1] == "1,evil.com,domain-name,evil.com,,known,,2,3,false,2021-05-01,2024-02-03,evil.com,"
    assert lines[2].startswith("2,'=HYPERLINK(1")
