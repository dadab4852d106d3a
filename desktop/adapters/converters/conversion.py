"""One file to Markdown, by the converter that its content calls for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from desktop.adapters.converters.detection import detect_format
from desktop.adapters.converters.finishing import finish
from desktop.adapters.converters.member_folder import MemberFolder
from desktop.domain.conversion import Conversion, ConversionLimits
from desktop.domain.errors import ConversionFailed, UnsupportedFormat

IMAGES = frozenset({"png", "jpg", "gif", "bmp", "tiff", "webp"})
ENCRYPTED = "encrypted"
LOCKABLE = frozenset({ENCRYPTED, "doc", "xls", "ppt"})
ARCHIVES = frozenset({"zip", "tar", "7z", "gz", "bz2", "xz", "zst"})
MARKITDOWN = frozenset({"html", "docx", "pptx", "epub", "ipynb", "rss"})


@dataclass(frozen=True, slots=True)
class _Task:
    path: Path
    limits: ConversionLimits
    members: Path | None
    passwords: Sequence[str]

    def folder(self) -> MemberFolder:
        return MemberFolder(self.members, self.limits, self.path.stat().st_size)


def convert_file(path: Path, limits: ConversionLimits, members: Path | None = None, passwords: Sequence[str] = ()) -> Conversion:
    """The Markdown of the file at `path`; ConversionFailed with the reason if there is none.

    What lies inside a mail or an archive is taken out into the folder `members`.
    """
    try:
        if path.stat().st_size == 0:
            raise ConversionFailed("The file is empty (0 bytes).", "Fetch it again.")
        detected = detect_format(path)
        if detected.unread is not None:
            raise UnsupportedFormat(detected.unread.sentence, detected.unread.advice)
        conversion = _convert(_Task(path, limits, members, passwords), detected.format)
    except OSError as error:
        raise ConversionFailed(
            f"The file could not be read: {error.strerror or error}.", "Check that it is there and may be read."
        ) from error
    length = len(conversion.markdown)
    if length > limits.output_characters:
        raise ConversionFailed(
            f"It would become {length:,} characters of text, more than the {limits.output_characters:,} that one file may.",
            "Raise imports.max_output_mb in the vault's settings, or split the file.",
        )
    return finish(conversion)


def _convert(task: _Task, kind: str) -> Conversion:
    """Each converter is imported when first needed: the heavy ones cost most of a second."""
    path = task.path
    if kind in LOCKABLE and (conversion := _convert_locked(task, kind)) is not None:
        return conversion
    if kind in ARCHIVES:
        from desktop.adapters.converters.archives import convert_archive

        return convert_archive(path, kind, task.folder(), task.passwords)
    if kind == "pdf":
        from desktop.adapters.converters.pdf.document import convert_pdf

        return convert_pdf(path, task.limits.pages, task.folder(), task.passwords)
    if kind in IMAGES:
        from desktop.adapters.converters.images import convert_image

        return convert_image(path, task.limits.pages)
    if kind in MARKITDOWN:
        from desktop.adapters.converters.markitdown import convert_markitdown

        return convert_markitdown(path, kind, task.limits.pages)
    if kind in ("xlsx", "xls"):
        from desktop.adapters.converters.spreadsheets import convert_workbook

        return convert_workbook(path, kind, task.limits.pages)
    if kind in ("odt", "ods", "odp"):
        from desktop.adapters.converters.open_document import convert_open_document

        return convert_open_document(path, kind, task.limits.pages)
    return _convert_mail(task, kind) or _convert_plain(path, kind)


def _convert_locked(task: _Task, kind: str) -> Conversion | None:
    """An Office file behind a password; None if it has none."""
    from desktop.adapters.converters.office_encryption import unlocked

    with unlocked(task.path, task.members, task.passwords) as opened:
        if opened is not None:
            detected = detect_format(opened)
            if detected.unread is None and detected.format != ENCRYPTED:
                return _convert(replace(task, path=opened), detected.format)
    if kind == ENCRYPTED:
        raise ConversionFailed("It is an encrypted Office file that is damaged.", "Fetch it again.")
    return None


def _convert_mail(task: _Task, kind: str) -> Conversion | None:
    if kind in ("eml", "emlx"):
        from desktop.adapters.converters.mail import convert_mail

        return convert_mail(task.path, kind, task.folder())
    if kind == "mbox":
        from desktop.adapters.converters.mailbox_file import convert_mailbox

        return convert_mailbox(task.path, task.folder())
    if kind == "mht":
        from desktop.adapters.converters.web_archive import convert_web_archive

        return convert_web_archive(task.path, task.folder())
    if kind == "p7m":
        from desktop.adapters.converters.signed_message import convert_signed_message

        return convert_signed_message(task.path, task.folder())
    if kind == "tnef":
        from desktop.adapters.converters.tnef import convert_tnef

        return convert_tnef(task.path, task.folder())
    if kind == "msg":
        from desktop.adapters.converters.outlook import convert_outlook

        return convert_outlook(task.path, task.folder())
    return None


def _convert_plain(path: Path, kind: str) -> Conversion:
    if kind == "rtf":
        from desktop.adapters.converters.rich_text import convert_rtf

        return convert_rtf(path)
    if kind == "doc":
        from desktop.adapters.converters.legacy_word import convert_doc

        return convert_doc(path)
    if kind == "ppt":
        from desktop.adapters.converters.legacy_powerpoint import convert_ppt

        return convert_ppt(path)
    if kind == "svg":
        from desktop.adapters.converters.vector_image import convert_svg

        return convert_svg(path)
    from desktop.adapters.converters.text import convert_text

    return convert_text(path.read_bytes(), kind)
