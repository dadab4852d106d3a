from __future__ import annotations

import pytest
from PySide6.QtCore import QObject

from desktop.domain.changes import Changes
from desktop.domain.errors import UsageError
from desktop.ui.controllers.versions_controller import VersionsController
from desktop.ui.controllers.writing import Writing
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard

BOTH = Changes(frozenset({"old", "new"}))


@pytest.fixture
def versions(vault: FakeVault, owner: QObject) -> VersionsController:
    return VersionsController(vault.services.importer, Writing(InlineLane(), (), owner), owner)


def test_a_link_is_made_told_and_can_be_taken_back(versions: VersionsController, vault: FakeVault) -> None:
    changed, noticed = heard(versions.changed), heard(versions.noticed)
    versions.link("old", "new")
    assert (vault.importer.links, changed) == ([("link", "old", "new")], [BOTH])
    noticed[0].actions[0].run()
    assert vault.importer.links[1:] == [("unlink", "old", "new")]
    noticed[1].actions[0].run()
    assert vault.importer.links[2:] == [("link", "old", "new")]


def test_what_cannot_be_linked_is_said(versions: VersionsController, vault: FakeVault) -> None:
    vault.importer.failure = UsageError("new cannot succeed old.", "Unlink them first.")
    changed, noticed = heard(versions.changed), heard(versions.noticed)
    versions.link("old", "new")
    assert (changed, [each.text for each in noticed]) == ([], ["new cannot succeed old."])
