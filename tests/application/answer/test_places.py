"""Countries and their peoples are borne out by one another."""

import pytest

from desktop.application.answer.places import other_names


@pytest.mark.parametrize(
    ("name", "other"),
    [("brazil", "brazilian"), ("brazilian", "brazil"), ("french", "paris"), ("latin american", "chilean"), ("nordic", "swedish")],
)
def test_a_country_is_known_by_its_people(name: str, other: str) -> None:
    assert {name, other} <= set(other_names(name))


@pytest.mark.parametrize("name", ["velvet heron", "cve-2024-11111"])
def test_what_is_no_country_is_known_by_its_own_name_alone(name: str) -> None:
    assert other_names(name) == (name,)


def test_a_country_is_not_known_by_its_region() -> None:
    assert "latin america" not in other_names("chile")
