"""The ledger as a Qt model: what became of each file, and of what was inside it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop.domain.ledger import LedgerRow, Outcome
from desktop.ui.models.blocks_model import BlocksModel, Column

OUTCOME_NAMES = {
    Outcome.IMPORTED: "Imported",
    Outcome.DUPLICATE: "Duplicate",
    Outcome.UPDATED: "Updated",
    Outcome.SKIPPED: "Skipped",
    Outcome.FAILED: "Failed",
}


def needs_attention(row: LedgerRow) -> bool:
    """Whether a person should look at a row: something was not taken, or not all of it, or there is a remark."""
    if row.outcome in (Outcome.FAILED, Outcome.SKIPPED):
        return True
    return row.truncated or (row.outcome is Outcome.IMPORTED and bool(row.reason))


COLUMNS: tuple[Column[LedgerRow], ...] = (
    Column("Outcome", lambda row: OUTCOME_NAMES[row.outcome]),
    Column("File", lambda row: file_name(row.path)),
    Column("Remark", lambda row: row.reason or ("Not all of the text was kept." if row.truncated else "")),
    Column("Pages", lambda row: _pages(row), numeric=True),
    Column("Characters", lambda row: "" if row.characters is None else f"{row.characters:,}", numeric=True),
    Column("Seconds", lambda row: f"{row.seconds:.1f}", numeric=True),
)
OUTCOME, FILE, REMARK, PAGES, CHARACTERS, SECONDS = range(len(COLUMNS))


class LedgerModel(BlocksModel[LedgerRow]):
    """Ledger rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, describe_row, parent)


def describe_row(row: LedgerRow) -> str:
    """A row in full: the file's path, and what was remarked."""
    return "\n".join(filter(None, [row.path, row.reason]))


def file_name(path: str) -> str:
    """The name of a file; of a member of a mail or an archive, the container's name too."""
    container, mark, member = path.partition("!/")
    name = container.replace("\\", "/").rstrip("/").rpartition("/")[2]
    return f"{name} › {member.replace('!/', ' › ')}" if mark else name


def _pages(row: LedgerRow) -> str:
    if row.pages is None:
        return ""
    read = (row.pages_with_text or 0) + (row.ocr_pages or 0)
    if row.pages_with_text is not None and read < row.pages:
        return f"{read:,} of {row.pages:,}"
    return f"{row.pages:,}"
