"""The real engine in a real child, and what happens when that child fails."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from desktop.adapters.recognisers.rapidocr_recogniser import RapidOcrRecogniser
from desktop.application.job import CancelToken
from desktop.application.ports import Recognised
from desktop.domain.errors import Cancelled, ConversionFailed, ModelUnavailable
from tests.adapters.converters.pictures import scanned_pdf, text_picture

CHILD = str(Path(__file__).with_name("child.py"))
INDICATORS = [
    "hxxp[:]//evil-heron[.]example/gate.php?id=7&x=%20a",
    "https://login.micros0ft-update[.]com/a/b_c/index.html",
    "275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f",
    "198[.]51[.]100[.]23:8443 and CVE-2023-23397, T1566.001",
    "HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Run",
]
STORY = ["Velvet Heron sent mails to three", "ministries and waited for weeks.", "Nobody answered the first of them."]


@pytest.fixture(scope="module")
def recogniser() -> Iterator[RapidOcrRecogniser]:
    recogniser = RapidOcrRecogniser()
    yield recogniser
    recogniser.close()


def read(recogniser: RapidOcrRecogniser, path: Path, page: int = 1) -> Recognised:
    return recogniser.read_page(path, page, CancelToken())


def saved(path: Path, image: Image.Image) -> Path:
    image.save(path)
    return path


def test_indicators_are_read_letter_by_letter(recogniser: RapidOcrRecogniser, tmp_path: Path) -> None:
    found = read(recogniser, saved(tmp_path / "a.png", text_picture(INDICATORS)))
    assert [each for each in INDICATORS if each not in found.text] == []
    assert found.confidence is not None
    assert found.confidence > 0.95


@pytest.mark.parametrize("degrees", [90, 180, 270, 3])
def test_a_page_is_read_whichever_way_up_it_is(recogniser: RapidOcrRecogniser, tmp_path: Path, degrees: int) -> None:
    image = text_picture(STORY).rotate(degrees, expand=True, fillcolor="white")
    assert read(recogniser, saved(tmp_path / "a.png", image)).text == " ".join(STORY)


def test_scanned_pages_of_a_pdf_are_read_one_at_a_time_and_columns_one_after_the_other(
    recogniser: RapidOcrRecogniser, tmp_path: Path
) -> None:
    columns = Image.new("RGB", (1300, 1700), "white")
    columns.paste(text_picture([*STORY, "It went on so."], width=600), (20, 60))
    columns.paste(
        text_picture(
            ["Weeks later the servers had begun", "to answer on another port, and a", "loader came back from it again."], width=640
        ),
        (640, 60),
    )
    path = scanned_pdf(tmp_path / "a.pdf", [text_picture(["A first page"]), columns])
    assert read(recogniser, path, 1).text == "A first page"
    text = read(recogniser, path, 2).text
    assert text.index("It went on so") < text.index("Weeks later")
    assert "Velvet Heron sent mails to three ministries" in text


def test_small_print_on_a_large_picture_is_found_piece_by_piece(recogniser: RapidOcrRecogniser, tmp_path: Path) -> None:
    image = Image.new("RGB", (2400, 1800), "white")
    image.paste(text_picture([STORY[0]], size=13, width=400, margin=8), (1900, 1700))
    image.paste(text_picture([STORY[1]], size=13, width=400, margin=8), (60, 60))
    text = read(recogniser, saved(tmp_path / "a.png", image)).text
    assert STORY[0] in text
    assert STORY[1] in text


def test_a_frame_of_several_is_read(recogniser: RapidOcrRecogniser, tmp_path: Path) -> None:
    path = tmp_path / "fax.tiff"
    text_picture(["The first frame"]).save(path, save_all=True, append_images=[text_picture(["The second frame"])])
    assert read(recogniser, path, 2).text == "The second frame"


def test_noise_and_blank_pages_have_no_text(recogniser: RapidOcrRecogniser, tmp_path: Path) -> None:
    noise = Image.fromarray(np.random.default_rng(7).integers(0, 255, (300, 400), dtype=np.uint8))
    for image in (noise, Image.new("L", (300, 300), 255), Image.new("L", (1, 1))):
        assert read(recogniser, saved(tmp_path / "a.png", image)) == Recognised("", None)


def test_it_says_nothing_and_asks_for_no_network(recogniser: RapidOcrRecogniser, tmp_path: Path) -> None:
    read(recogniser, saved(tmp_path / "a.png", text_picture(["Quiet"])))
    child = recogniser._worker._child
    assert child is not None
    assert child._stderr == b""


# --- a child that fails


def stand_in(mode: str = "", **options: float) -> RapidOcrRecogniser:
    return RapidOcrRecogniser(command=(sys.executable, CHILD, mode), **options)


def file(folder: Path, text: str) -> Path:
    (folder / "page").write_text(text, encoding="utf-8")
    return folder / "page"


@pytest.mark.parametrize(
    ("text", "said"), [("hang", "longer than 0.3 seconds"), ("crash", "broke down on it"), ("grow", "more memory"), ("fail", "It is torn")]
)
def test_a_bad_page_costs_a_child_and_no_more(tmp_path: Path, text: str, said: str) -> None:
    recogniser = stand_in(seconds_a_page=0.3 if text == "hang" else 60)
    with pytest.raises(ConversionFailed, match=said) as caught:
        read(recogniser, file(tmp_path, text))
    assert caught.value.hint
    assert read(recogniser, file(tmp_path, "fine")).text.startswith("fine by")
    recogniser.close()


def test_a_page_is_not_blamed_for_what_the_pages_before_it_left_behind(tmp_path: Path) -> None:
    recogniser = stand_in()
    first = read(recogniser, file(tmp_path, "fine"))
    second = read(recogniser, file(tmp_path, "crash when worn"))
    assert first.text.rpartition(" ")[2] != second.text.rpartition(" ")[2]
    recogniser.close()


@pytest.mark.parametrize("mode", ["dies at start", "no models"])
def test_models_that_do_not_load_are_not_held_against_a_page(tmp_path: Path, mode: str) -> None:
    recogniser = stand_in(mode)
    with pytest.raises(ModelUnavailable) as caught:
        read(recogniser, file(tmp_path, "fine"))
    assert caught.value.hint
    recogniser.close()


def test_damaged_models_are_named(tmp_path: Path) -> None:
    (tmp_path / "recognition.toml").write_text('name = "Broken"\nversion = "1"\nrecogniser = "rec.onnx"\n', encoding="utf-8")
    (tmp_path / "rec.onnx").write_bytes(b"no model")
    recogniser = RapidOcrRecogniser(tmp_path)
    with pytest.raises(ModelUnavailable, match=r"“Broken 1” could not be loaded"):
        read(recogniser, saved(tmp_path / "a.png", text_picture(["Anything"])))
    recogniser.close()


def test_a_page_in_progress_is_cancelled(tmp_path: Path) -> None:
    recogniser, cancel = stand_in(), CancelToken()
    threading.Timer(0.3, cancel.cancel).start()
    with pytest.raises(Cancelled):
        recogniser.read_page(file(tmp_path, "wait"), 1, cancel)
    assert recogniser._worker.running
    recogniser.close()


def test_closing_cancels_the_page_in_progress(tmp_path: Path) -> None:
    recogniser = stand_in()
    timer = threading.Timer(0.5, recogniser.close)
    timer.start()
    with pytest.raises(Cancelled):
        read(recogniser, file(tmp_path, "hang"))
    timer.join()
