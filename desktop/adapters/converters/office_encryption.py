"""Office files behind a password: decrypted into a folder of the conversion, where only it sees them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from desktop.domain.errors import ConversionFailed, PasswordNeeded

ALWAYS_TRIED = ("VelvetSweatshop", "/01Hannes Ruescher/01")
"""The passwords under which Excel and PowerPoint lock files that open without one; mail filters know that less well."""

NAME = "decrypted"


@contextmanager
def unlocked(path: Path, folder: Path | None, passwords: Sequence[str]) -> Iterator[Path | None]:
    """The file decrypted, as long as it is looked at; None if it is not encrypted. PasswordNeeded if no password opens it."""
    with path.open("rb") as file:
        office = _encrypted(file)
        if office is None:
            yield None
            return
        with tempfile.TemporaryDirectory(dir=folder) as private:
            opened = Path(private) / NAME
            _decrypt(office, opened, passwords)
            yield opened


def _encrypted(file: Any) -> Any | None:
    """The library's view of an encrypted file; None if it is not encrypted, or too damaged to say so."""
    import msoffcrypto

    try:
        office = msoffcrypto.OfficeFile(file)
        return office if office.is_encrypted() else None
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - whatever the library says of a damaged file: its reader says it in a sentence
        return None


def _decrypt(office: Any, opened: Path, passwords: Sequence[str]) -> None:
    from msoffcrypto.exceptions import InvalidKeyError

    fault: Exception | None = None
    for password in (*ALWAYS_TRIED, *passwords):
        try:
            office.load_key(password=password, **({"verify_password": True} if office.format == "ooxml" else {}))
            with opened.open("wb") as out:
                office.decrypt(out)
        except InvalidKeyError:
            continue
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 - a wrong password may also come out as any fault of what it makes
            fault = error
            continue
        if _is_office(opened):
            return
    if fault is not None and passwords:
        raise ConversionFailed(
            "It is protected by a password, or by rights management, in a way that Coffer cannot open.",
            "Open it in the program that made it, save a copy without protection, and import that.",
        ) from fault
    raise PasswordNeeded("The file needs a password.", "Import it again and give the password.")


def _is_office(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) in (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
