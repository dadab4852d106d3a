"""Packs on disk: read by their manifest, refused when a part is not what it says."""

from __future__ import annotations

import gzip
import hashlib
import json
import time
from pathlib import Path

import pytest

from desktop.adapters.packs.folders import PackFolders
from desktop.domain.errors import PackDamaged
from desktop.domain.pack import PackEntry, PackRelation

BUNDLED = Path(__file__).parents[3] / "resources" / "packs"
SAID = 'title = "T"\nversion = "1"\ndate = "2024-01-01"\nlicence = "CC0-1.0"\nsource = "here"\n'

FREE = {"LICENSE": ("licence", b"free")}


def write_pack(folder: Path, parts: dict[str, tuple[str, bytes]], authority: int = 1) -> None:
    folder.mkdir(parents=True)
    lines = [SAID, f"authority = {authority}"]
    for name, (kind, content) in parts.items():
        (folder / name).write_bytes(content)
        lines.append(f'[[parts]]\nfile = "{name}"\nkind = "{kind}"\nsha256 = "{hashlib.sha256(content).hexdigest()}"')
    (folder / "manifest.toml").write_text("\n".join(lines))


def test_every_kind_of_part_is_read(tmp_path: Path) -> None:
    row = ["malware:x", "X", "list", ["Y"], ["S1"], "2020", "", ""]
    bundle = {"objects": [{"type": "tool", "id": "t", "name": "Z", "description": "A tool.", "external_references": []}]}
    cluster = {"type": "rat", "name": "RAT", "values": [{"value": "R", "description": "Old."}, {"value": "Rr"}]}
    write_pack(
        tmp_path / "all",
        {
            "entries.json.gz": ("entries", gzip.compress(json.dumps([row]).encode())),
            "names.csv": ("names", "type,name,aliases,class\r\nidentity,Bank,banks | Banks,class\r\n".encode("utf-8-sig")),
            "stix.json": ("stix", json.dumps(bundle).encode()),
            "rat.json": ("galaxy", json.dumps(cluster).encode()),
            "relations.json": ("relations", b'[["malware:x","uses","tool:z"]]'),
            "words.txt": ("words", b"the\nof\n"),
            "descriptions.json": ("descriptions", b'{"malware:x":"What X is."}'),
            "references.json": ("references", b'{"CWE-79":"XSS"}'),
            "LICENSE": ("licence", b"free"),
        },
    )
    packs = PackFolders([tmp_path])
    pack, texts = packs.read("all"), packs.texts("all")
    assert [each.id for each in pack.entries] == ["malware:x", "identity:bank", "tool:z", "malware:rr"]
    assert pack.entries[0] == PackEntry("malware:x", "X", "list", ("Y",), ("S1",), "2020")
    assert pack.entries[1].aliases == ("banks", "Banks")
    assert pack.relations == (PackRelation("malware:x", "uses", "tool:z"),)
    assert pack.words == ("the", "of")
    assert texts.descriptions == {"malware:x": "What X is.", "tool:z": "A tool."}
    assert texts.references == {"CWE-79": "XSS"}


def test_packs_come_by_authority_and_a_later_folder_hides_a_pack_of_the_same_name(tmp_path: Path) -> None:
    write_pack(tmp_path / "one" / "b", FREE, authority=1)
    write_pack(tmp_path / "one" / "a", FREE, authority=2)
    write_pack(tmp_path / "two" / "a", {"words.txt": ("words", b"new")}, authority=2)
    (tmp_path / "two" / "no pack").mkdir()
    packs = PackFolders([tmp_path / "one", tmp_path / "two", tmp_path / "missing"])
    assert [each.name for each in packs.manifests()] == ["b", "a"]
    assert packs.read("a").words == ("new",)


@pytest.mark.parametrize("damage", [b"other", None])
def test_a_part_that_is_not_what_the_manifest_lists_is_refused(tmp_path: Path, damage: bytes | None) -> None:
    write_pack(tmp_path / "p", {"words.txt": ("words", b"old")})
    part = tmp_path / "p" / "words.txt"
    part.write_bytes(damage) if damage is not None else part.unlink()
    with pytest.raises(PackDamaged, match=r"words\.txt of the pack p"):
        PackFolders([tmp_path]).read("p")


@pytest.mark.parametrize(
    ("kind", "content"), [("entries", b"[[1]]"), ("relations", b"{"), ("names", b"type,name\nx,y\n"), ("stix", b"[]"), ("galaxy", b"{}")]
)
def test_a_part_of_another_shape_is_refused(tmp_path: Path, kind: str, content: bytes) -> None:
    write_pack(tmp_path / "p", {"part": (kind, content)})
    with pytest.raises(PackDamaged):
        PackFolders([tmp_path]).read("p")


def test_a_part_cannot_lie_outside_its_pack(tmp_path: Path) -> None:
    write_pack(tmp_path / "packs" / "p", FREE)
    (tmp_path / "packs" / "secret").write_bytes(b"s")
    digest = hashlib.sha256(b"s").hexdigest()
    with (tmp_path / "packs" / "p" / "manifest.toml").open("a") as manifest:
        manifest.write(f'\n[[parts]]\nfile = "../secret"\nkind = "words"\nsha256 = "{digest}"\n')
    with pytest.raises(PackDamaged, match="not a file of its own"):
        PackFolders([tmp_path / "packs"]).read("p")


@pytest.mark.parametrize("manifest", ["title = ", 'title = "T"', SAID + "authority = 1\nparts = [{file = 'a', kind = 'odd', sha256 = ''}]"])
def test_a_manifest_that_says_too_little_or_nonsense_is_refused(tmp_path: Path, manifest: str) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "manifest.toml").write_text(manifest)
    with pytest.raises(PackDamaged, match="manifest of the pack p"):
        PackFolders([tmp_path]).manifests()


def test_a_pack_that_is_not_there_is_named() -> None:
    with pytest.raises(PackDamaged, match="no pack named nothing"):
        PackFolders([BUNDLED]).read("nothing")


def test_the_bundled_packs_are_whole_and_attack_loads_in_a_blink() -> None:
    packs = PackFolders([BUNDLED])
    counts = {each.name: len(packs.read(each.name).entries) for each in packs.manifests()}
    assert counts["attack-enterprise"] == 1875
    assert counts["misp-galaxy"] > 5000
    assert packs.texts("weaknesses").references["CWE-79"].startswith("Improper Neutralization of Input During Web Page Generation")
    started = time.process_time()
    assert len(packs.read("attack-enterprise").relations) > 17_000
    assert time.process_time() - started < 0.5
