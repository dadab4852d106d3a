"""What lies in a container that several kinds of files share: ZIP, and the legacy one of Microsoft's."""

from __future__ import annotations

import zipfile
from pathlib import Path

from desktop.adapters.converters.signatures import AS_PDF, Kind

DAMAGED_ZIP = (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError, OverflowError)
OFFICE_PARTS = (("word/", "docx"), ("ppt/", "pptx"), ("xl/", "xlsx"))
OFFICE_SUFFIXES = {
    **dict.fromkeys((".docx", ".docm", ".dotx", ".dotm"), "docx"),
    **dict.fromkeys((".pptx", ".pptm", ".ppsx", ".potx"), "pptx"),
    **dict.fromkeys((".xlsx", ".xlsm", ".xltx"), "xlsx"),
    **{f".{name}": name for name in ("odt", "ods", "odp", "epub")},
}
MIMETYPES = (
    ("opendocument.text", "odt"),
    ("opendocument.spreadsheet", "ods"),
    ("opendocument.presentation", "odp"),
    ("epub+zip", "epub"),
)
UNREAD_PARTS = (
    ("xl/workbook.bin", Kind("a binary Excel workbook (.xlsb)", "Save it as XLSX and import that.")),
    ("visio/document.xml", Kind("a Visio drawing", AS_PDF)),
    ("FixedDocumentSequence.fdseq", Kind("an XPS document", AS_PDF)),
    ("Index/Document.iwa", Kind("a Pages, Numbers or Keynote document", "Export it as PDF, DOCX, XLSX or PPTX and import that.")),
)
STREAMS = (
    ("__properties_version1.0", "msg"),
    ("WordDocument", "doc"),
    ("PowerPoint Document", "ppt"),
    ("Workbook", "xls"),
    ("Book", "xls"),
    ("EncryptedPackage", "encrypted"),
)
UNREAD_STREAMS = (
    ("VisioDocument", Kind("a Visio drawing of 2010 or before", AS_PDF)),
    ("Quill", Kind("a Publisher document", AS_PDF)),
    ("HwpSummaryInformation", Kind("a Hangul document (.hwp)", "Save it as DOCX or PDF and import that.")),
    ("\x05HwpSummaryInformation", Kind("a Hangul document (.hwp)", "Save it as DOCX or PDF and import that.")),
    ("PropertyStore", Kind("a Project plan", AS_PDF)),
)
SEARCHED_BYTES = 8 * 2**20
OTHER_LEGACY = Kind("a file in a legacy Microsoft container of an unknown kind", AS_PDF)


def zip_kind(path: Path) -> str | Kind:
    """What a ZIP is: a document of a format that is made of one, else an archive."""
    suffix = path.suffix.lower()
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            mimetype = _mimetype(archive) if "mimetype" in names else ""
    except DAMAGED_ZIP:
        return OFFICE_SUFFIXES.get(suffix, "zip")  # by its name; whoever reads it says what is wrong with it
    for part, kind in UNREAD_PARTS:
        if part in names:
            return kind
    for start, name in OFFICE_PARTS:
        if "[Content_Types].xml" in names and any(each.startswith(start) for each in names):
            return name
    for end, name in MIMETYPES:
        if mimetype.endswith((end, f"{end}-template")):
            return name
    if "META-INF/container.xml" in names:
        return "epub"
    return OFFICE_SUFFIXES.get(suffix, "zip") if "[Content_Types].xml" in names else "zip"


def ole_kind(path: Path) -> str | Kind:
    """What a legacy container holds, by the names at its root; where it is damaged, by names anywhere in it."""
    names = _ole_names(path)
    for stream, name in STREAMS:
        if stream in names:
            return name
    return next((kind for stream, kind in UNREAD_STREAMS if stream in names), OTHER_LEGACY)


def _mimetype(archive: zipfile.ZipFile) -> str:
    with archive.open("mimetype") as stream:
        return stream.read(200).decode("ascii", "replace").strip()


def _ole_names(path: Path) -> set[str]:
    import olefile

    try:
        with olefile.OleFileIO(str(path)) as container:
            return {entry[0] for entry in container.listdir(streams=True, storages=True)}
    except Exception:  # noqa: BLE001 - whatever the library says of a damaged container: its reader says it in a sentence
        with path.open("rb") as file:
            content = file.read(SEARCHED_BYTES)
        return {name for name, _ in (*STREAMS, *UNREAD_STREAMS) if name.encode("utf-16-le") in content}
