"""Kinds of files that Coffer does not read, by what they begin with: what each is, and what to do with it."""

from __future__ import annotations

from dataclasses import dataclass

UNPACK = "Unpack it with the program it is made for, and import its files."
AS_PDF = "Save it as PDF or text and import that."
IN_ACCESS = "Open it in Access, export its tables as CSV or XLSX, and import those."


@dataclass(frozen=True, slots=True)
class Kind:
    """`name` follows "It is"; `advice` is empty where there is nothing to be done, since the file has no text."""

    name: str
    advice: str = ""

    @property
    def sentence(self) -> str:
        """What it is, and that it is passed over."""
        return f"It is {self.name}, which Coffer cannot {'unpack' if self.advice == UNPACK else 'read'}."


@dataclass(frozen=True, slots=True)
class Signature:
    """Bytes at a place in a file; `binary` if only a file that is no text counts, for the bytes are letters."""

    magic: bytes
    kind: Kind
    at: int = 0
    binary: bool = True


_PROGRAM = Kind("a program")
_CAPTURE = Kind("a packet capture", "Export what matters of it as text, CSV or JSON, from Wireshark for example, and import that.")
_MEDIA = Kind("a picture, sound or film")
_LINK = Kind("a Windows shortcut")

SIGNATURES: tuple[Signature, ...] = (
    Signature(b"Rar!\x1a\x07", Kind("a RAR archive", UNPACK), binary=False),
    Signature(b"MSCF", Kind("a cabinet archive", UNPACK)),
    Signature(b"ISc(", Kind("an InstallShield archive", UNPACK)),
    Signature(b"CD001", Kind("a disc image", UNPACK), at=32769, binary=False),
    Signature(b"**ACE**", Kind("an ACE archive", UNPACK), at=7),
    Signature(b"\x60\xea", Kind("an ARJ archive", UNPACK)),
    Signature(b"\x1f\x9d", Kind("a compress (.Z) file", UNPACK)),
    Signature(b"LZIP", Kind("an lzip file", UNPACK)),
    Signature(b"\x04\x22\x4d\x18", Kind("an LZ4 file", UNPACK)),
    Signature(b"!<arch>\n", Kind("an ar archive or Debian package", UNPACK), binary=False),
    Signature(b"070701", Kind("a cpio archive", UNPACK), binary=False),
    Signature(b"070702", Kind("a cpio archive", UNPACK), binary=False),
    Signature(b"\xed\xab\xee\xdb", Kind("an RPM package", UNPACK)),
    Signature(b"xar!", Kind("a xar archive or macOS package", UNPACK)),
    Signature(b"hsqs", Kind("a SquashFS image", UNPACK)),
    Signature(b"MSWIM\x00", Kind("a Windows image (.wim)", UNPACK)),
    Signature(b"vhdxfile", Kind("a disk image", UNPACK)),
    Signature(b"conectix", Kind("a disk image", UNPACK)),
    Signature(b"KDMV", Kind("a disk image", UNPACK)),
    Signature(b"QFI\xfb", Kind("a disk image", UNPACK)),
    Signature(b"ITSF", Kind("a compiled help file (.chm)", UNPACK)),
    Signature(b"\x00\x01\x00\x00Standard Jet DB", Kind("an Access database", IN_ACCESS)),
    Signature(b"\x00\x01\x00\x00Standard ACE DB", Kind("an Access database", IN_ACCESS)),
    Signature(
        b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3",
        Kind("a OneNote section", "Open it in OneNote, export its pages as PDF or DOCX, and import those."),
    ),
    Signature(
        b"!BDN",
        Kind(
            "an Outlook data file (.pst or .ost)",
            "Open it in Outlook, drag the mails that matter into a folder, where they become .msg files, and import those.",
        ),
    ),
    Signature(b"ElfFile\x00", Kind("a Windows event log", "Export it as XML or CSV from the Event Viewer and import that.")),
    Signature(b"regf", Kind("a Windows registry hive", "Export the keys that matter as .reg with regedit and import that.")),
    Signature(b"L\x00\x00\x00\x01\x14\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00F", _LINK),
    Signature(b"\x7fELF", _PROGRAM),
    Signature(b"MZ", _PROGRAM),
    Signature(b"\xcf\xfa\xed\xfe", _PROGRAM),
    Signature(b"\xce\xfa\xed\xfe", _PROGRAM),
    Signature(b"\xca\xfe\xba\xbe", _PROGRAM),
    Signature(b"dex\n03", _PROGRAM),
    Signature(b"\x00asm", _PROGRAM),
    Signature(b"SQLite format 3\x00", Kind("an SQLite database", "Export its tables as CSV and import those.")),
    Signature(b"\xd4\xc3\xb2\xa1", _CAPTURE),
    Signature(b"\xa1\xb2\xc3\xd4", _CAPTURE),
    Signature(b"\x4d\x3c\xb2\xa1", _CAPTURE),
    Signature(b"\x0a\x0d\x0d\x0a", _CAPTURE),
    Signature(b"OggS", _MEDIA),
    Signature(b"ID3", _MEDIA),
    Signature(b"fLaC", _MEDIA),
    Signature(b"\x1aE\xdf\xa3", _MEDIA),
    Signature(b"ftyp", _MEDIA, at=4),
    Signature(b"WAVE", _MEDIA, at=8),
    Signature(b"AVI ", _MEDIA, at=8),
    Signature(b"8BPS", _MEDIA),
    Signature(b"\x00\x00\x01\x00", _MEDIA),
    Signature(b"wOFF", Kind("a font")),
    Signature(b"wOF2", Kind("a font")),
    Signature(b"OTTO", Kind("a font")),
    Signature(b"\x00\x01\x00\x00\x00", Kind("a font")),
)
_ENVELOPED = b"\x2a\x86\x48\x86\xf7\x0d\x01\x07\x03"
_ENCRYPTED = Kind("an encrypted message (S/MIME)", "Decrypt it in a mail program, save it as .eml, and import that.")
UNKNOWN = Kind("a binary file of an unknown kind", AS_PDF)


def kind_of(head: bytes, *, binary: bool) -> Kind | None:
    """What a file is whose first bytes are these; None if no signature fits."""
    for signature in SIGNATURES:
        if (binary or not signature.binary) and head.startswith(signature.magic, signature.at):
            return signature.kind
    if _ENVELOPED in head[:64] and binary:
        return _ENCRYPTED
    lha = head[2:5] in (b"-lh", b"-lz") and head[6:7] == b"-"
    return Kind("an LZH archive", UNPACK) if lha and binary else None
