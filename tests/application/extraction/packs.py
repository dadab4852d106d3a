"""Small packs for tests."""

from __future__ import annotations

from desktop.application.extraction.aliases import AliasBook, compile_aliases
from desktop.domain.alias import AliasDecision
from desktop.domain.entity import EntityType
from desktop.domain.pack import Pack, PackEntry, PackManifest, named_id

T = EntityType


def entry(
    kind: EntityType, name: str, *aliases: str, source: str = "ATT&CK", number: str = "", replaced_by: str = "", klass: str = ""
) -> PackEntry:
    """Something a pack names, called by its number if it has one."""
    entry_id = f"{kind}:{number}" if number else named_id(kind, name)
    return PackEntry(entry_id, name, source, aliases, (number,) if number else (), "2024-01-01", klass, replaced_by)


def pack(*entries: PackEntry, authority: int = 1) -> Pack:
    """A pack of that weight."""
    return Pack(PackManifest(f"p{authority}", "P", "1", "2024-01-01", "CC0-1.0", "here", authority, ()), entries)


def book(*packs: Pack, decisions: tuple[AliasDecision, ...] = ()) -> AliasBook:
    """What the packs and the analyst say together."""
    return compile_aliases(packs, decisions)


_WORDS = """
the at net play empire covenant winter royal elise group bear fancy deep panda and used by with report security hive maze energy
"""
WORDS = tuple(_WORDS.split())
KNOWN = pack(
    entry(T.INTRUSION_SET, "APT28", "Fancy Bear", "Sofacy", number="G0007"),
    entry(T.INTRUSION_SET, "TA505", number="G0092"),
    entry(T.INTRUSION_SET, "Carbanak", number="G0008"),
    entry(T.INTRUSION_SET, "Deep Panda", number="G0009"),
    entry(T.MALWARE, "Carbanak", number="S0030"),
    entry(T.MALWARE, "Emotet", number="S0367"),
    entry(T.MALWARE, "Elise", number="S0081"),
    entry(T.MALWARE, "Cobalt Strike", number="S0154"),
    entry(T.MALWARE, "Raccoon Stealer", number="S1148"),
    entry(T.TOOL, "Empire", number="S0363"),
    entry(T.TOOL, "Covenant", number="S1155"),
    entry(T.TOOL, "Net", "net.exe", number="S0039"),
    entry(T.TOOL, "at", "at.exe", number="S0110"),
    entry(T.ATTACK_PATTERN, "Process Injection", number="T1055"),
    entry(T.ATTACK_PATTERN, "At", number="T1053.002"),
    entry(T.TACTIC, "Initial Access", number="TA0001"),
)
OTHERS = pack(
    entry(T.MALWARE, "Play Ransomware", source="MISP Ransomware"),
    entry(T.MALWARE, "Russian", source="MISP Ransomware"),
    entry(T.INTRUSION_SET, "Winter", source="MISP Threat Actor"),
    entry(T.LOCATION, "Russia", "Russian", source="Coffer"),
    entry(T.LOCATION, "Turkey", source="Coffer"),
    entry(T.LOCATION, "United States", "US", source="Coffer"),
    entry(T.IDENTITY, "Kaspersky", source="Coffer", klass="organization"),
    entry(T.IDENTITY, "Energy", "oil", source="Coffer", klass="class"),
    entry(T.IDENTITY, "Finance", "financial", source="Coffer", klass="class"),
    entry(T.VULNERABILITY, "CVE-2021-44228", "Log4Shell", source="Coffer"),
    entry(T.ATTACK_PATTERN, "T1055", "injected into", source="Coffer"),
    authority=2,
)
