from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from desktop.adapters.secret_file import SecretFile
from desktop.domain.errors import PassphraseNeeded, StorageProblem, UsageError

NAME, KEY, WORDS = "https://api.example.com/v1", "sk-heron-0123", "correct horse battery"

EARLIER = {
    "salt": "B9xxGT7i4h0mBFDxPjSySQ==",
    "nonce": "OV6pEYzxNhaZFtA7",
    "sealed": "GrDLVSLbUP/tDwDobRwsu/sJegLXGDctJ8nqOkmQq14pxIS0YYfuuBf5DMKDGp6c8vnguL5TzK4qkvZ+vKIM",
}
"""What a version wrote that had this form to itself, of NAME and KEY under WORDS."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "coffer" / "keys.json"


def opened(path: Path, passphrase: str = WORDS) -> SecretFile:
    file = SecretFile(path)
    file.unlock(passphrase)
    return file


def test_secrets_come_back_with_the_passphrase_and_stand_nowhere_in_the_file(path: Path) -> None:
    opened(path).put(NAME, KEY)
    assert opened(path).get(NAME) == KEY
    content = path.read_bytes()
    assert KEY.encode() not in content
    assert NAME.encode() not in content
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_without_the_passphrase_nothing_is_told(path: Path) -> None:
    opened(path).put(NAME, KEY)
    file = SecretFile(path)
    assert (file.exists, file.locked) == (True, True)
    with pytest.raises(PassphraseNeeded):
        file.get(NAME)
    with pytest.raises(PassphraseNeeded):
        file.unlock("another passphrase")
    assert file.locked


def test_what_is_not_kept_is_not_there(path: Path) -> None:
    assert SecretFile(path).get(NAME) is None
    file = opened(path)
    file.put(NAME, KEY)
    file.remove("other")
    file.remove(NAME)
    assert file.get(NAME) is None


def test_what_an_earlier_version_wrote_still_opens(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(json.dumps(EARLIER))
    assert opened(path).get(NAME) == KEY


def test_a_short_passphrase_is_refused(path: Path) -> None:
    with pytest.raises(UsageError):
        SecretFile(path).unlock("short")


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"salt": "*", "nonce": "", "sealed": ""}'])
def test_a_damaged_file_is_said(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StorageProblem):
        SecretFile(path).unlock(WORDS)


def test_what_was_changed_by_another_hand_does_not_open(path: Path) -> None:
    opened(path).put(NAME, KEY)
    parts = json.loads(path.read_bytes())
    parts["nonce"] = "AAAAAAAAAAAAAAAA"
    path.write_text(json.dumps(parts))
    with pytest.raises(PassphraseNeeded):
        opened(path)
