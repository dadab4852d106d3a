"""Derives the bundled knowledge packs from what their authors publish, and writes their manifests.

    python packaging/derive_packs.py --attack enterprise-attack.json[.gz] --galaxies CLUSTERS --kev kev.json[.gz] --cwe cwe-names.json

CLUSTERS is the folder `clusters` of MISP's galaxy (the package pymispgalaxies holds one). The tables of the pack `everyday` are written by
hand and stay as they are; its manifest is renewed. The same input gives the same files.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
from dataclasses import astuple
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from desktop.adapters.packs import attack, galaxy
from desktop.domain.entity import EntityType
from desktop.domain.pack import PackEntry, named_id

PACKS = Path(__file__).resolve().parent.parent / "resources" / "packs"
GALAXIES = (
    "threat-actor", "microsoft-activity-group", "360net", "rat", "ransomware", "botnet", "stealer", "banker", "backdoor", "cryptominers",
    "android", "mitre-mobile-attack-malware", "tool", "exploit-kit", "tds", "branded_vulnerability", "country", "producer",
    "surveillance-vendor",
)  # fmt: skip
LONGEST_DESCRIPTION = 600


def main() -> None:
    """Write every pack."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name in ("attack", "galaxies", "kev", "cwe"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    arguments = parser.parse_args()
    write_attack(arguments.attack)
    write_galaxies(arguments.galaxies)
    write_exploited(arguments.kev)
    write_weaknesses(arguments.cwe)
    write_manifest(
        "everyday",
        title="Coffer",
        version="1",
        date="2026-12-01",
        licence="CC0-1.0; words.txt.gz: MIT (pyspellchecker)",
        source="Written for Coffer: places, sectors, organisations, tools, named flaws; words by how common they are in subtitles",
        authority=3,
    )


def write_attack(path: Path) -> None:
    """ATT&CK: names, who uses what, first paragraphs."""
    objects = read_json(path)["objects"]
    write_entries("attack-enterprise", attack.entries_of(objects))
    relations = sorted(attack.relations_of(objects), key=astuple)
    write_json("attack-enterprise", "relations", [astuple(each) for each in relations])
    write_json("attack-enterprise", "descriptions", shortened(attack.descriptions_of(objects)))
    write_manifest(
        "attack-enterprise",
        title="MITRE ATT&CK Enterprise",
        version="18.1",
        date=max(str(each.get("modified", ""))[:10] for each in objects),
        licence="ATT&CK terms of use, see LICENSE-MITRE.txt",
        source="https://attack.mitre.org, STIX 2.1 bundle enterprise-attack",
        authority=1,
    )


def write_galaxies(folder: Path) -> None:
    """MISP galaxy: the clusters that name actors, malware, tools, countries and makers."""
    galaxies = [read_json(folder / f"{name}.json") for name in GALAXIES]
    write_entries("misp-galaxy", [entry for each in galaxies for entry in galaxy.entries_of(each)])
    texts: dict[str, str] = {}
    for each in galaxies:
        texts |= galaxy.descriptions_of(each)
    write_json("misp-galaxy", "descriptions", shortened(texts))
    write_manifest(
        "misp-galaxy",
        title="MISP galaxy",
        version=" ".join(f"{each['type']}:{each['version']}" for each in galaxies),
        date="2026-10-01",
        licence="CC0-1.0 or BSD-2-Clause, see LICENSE.md",
        source="https://github.com/MISP/misp-galaxy",
        authority=2,
    )


def write_exploited(path: Path) -> None:
    """CISA's list of vulnerabilities that are known to be exploited, with descriptions, and whose products they are in."""
    listed = read_json(path)["vulnerabilities"]
    entries = [
        PackEntry(f"{EntityType.VULNERABILITY}:{each['cveID']}", each["cveID"], "CISA KEV", date=each["dateAdded"])
        for each in sorted(listed, key=lambda each: str(each["cveID"]))
    ]
    vendors = sorted({str(each["vendorProject"]).strip() for each in listed} - {"Multiple Vendors"})
    entries += [PackEntry(named_id(EntityType.IDENTITY, each), each, "CISA KEV", identity_class="organization") for each in vendors]
    write_entries("known-exploited", entries)
    texts = {f"{EntityType.VULNERABILITY}:{each['cveID']}": f"{each['vulnerabilityName']}. {each['shortDescription']}" for each in listed}
    write_json("known-exploited", "descriptions", shortened(texts))
    write_manifest(
        "known-exploited",
        title="CISA Known Exploited Vulnerabilities",
        version=max(each["dateAdded"] for each in listed),
        date=max(each["dateAdded"] for each in listed),
        licence="CC0-1.0",
        source="https://www.cisa.gov/known-exploited-vulnerabilities-catalog",
        authority=1,
    )


def write_weaknesses(path: Path) -> None:
    """Names of CWE numbers."""
    names = read_json(path)
    write_json("weaknesses", "references", {f"CWE-{number}": names[number]["name"] for number in sorted(names, key=int)})
    write_manifest(
        "weaknesses",
        title="MITRE CWE names",
        version="4",
        date="2025-01-01",
        licence="CWE terms of use: royalty-free, Copyright The MITRE Corporation",
        source="https://cwe.mitre.org",
        authority=3,
    )


def write_entries(pack: str, entries: list[PackEntry]) -> None:
    """Entries as rows, in the order of their source."""
    write_json(pack, "entries", [astuple(each) for each in entries])


def write_json(pack: str, part: str, content: Any) -> None:
    """A part, packed so that the same content gives the same bytes."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=isinstance(content, dict))
    (PACKS / pack).mkdir(parents=True, exist_ok=True)
    (PACKS / pack / f"{part}.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def write_manifest(pack: str, *, authority: int, **said: str) -> None:
    """The manifest, with the SHA-256 of every part that lies in the pack's folder."""
    kinds = {"entries": "entries", "relations": "relations", "descriptions": "descriptions", "references": "references", "words": "words"}
    kinds["lists"] = "warning-lists"
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in said.items()] + [f"authority = {authority}"]
    for path in sorted((PACKS / pack).iterdir()):
        if path.name != "manifest.toml":
            stem = path.name.partition(".")[0]
            kind = kinds.get(stem) or ("names" if path.suffix == ".csv" else "licence")
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            lines += ["", "[[parts]]", f'file = "{path.name}"', f'kind = "{kind}"', f'sha256 = "{digest}"']
    (PACKS / pack / "manifest.toml").write_text("\n".join(lines) + "\n", "utf-8")


def shortened(texts: dict[str, str]) -> dict[str, str]:
    """Descriptions cut at the end of a sentence, else of a word."""
    return {key: text if len(text) <= LONGEST_DESCRIPTION else _cut(text) for key, text in texts.items()}


def _cut(text: str) -> str:
    start = text[:LONGEST_DESCRIPTION]
    end = start.rfind(". ") + 1 or start.rfind(" ")
    return start[:end] if start[:end].endswith(".") else f"{start[:end]} …"


def read_json(path: Path) -> Any:
    """A JSON file, packed or not."""
    content = path.read_bytes()
    return json.loads(gzip.decompress(content) if path.suffix == ".gz" else content)


if __name__ == "__main__":
    main()
