"""The real engine in a real child."""

import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from desktop.adapters.embedders.fastembed_embedder import FastembedEmbedder
from desktop.adapters.worker_process.server import Reply
from desktop.domain.errors import ModelUnavailable, WorkerDied
from desktop.domain.vector import similarity

MODEL = Path(__file__).parents[3] / "resources" / "models" / "all-MiniLM-L6-v2"
CHILD = str(Path(__file__).with_name("child.py"))

PHISHING = "The group sent spear-phishing mails with a malicious attachment."
MAIL = "A malicious e-mail was used to get in."
BREAD = "Knead the dough and let it rise for two hours."


def open_embedder(folder: Path) -> FastembedEmbedder:
    return FastembedEmbedder(folder, command=(sys.executable, CHILD, str(folder), "2"))


@pytest.fixture(scope="module")
def embedder() -> Iterator[FastembedEmbedder]:
    embedder = open_embedder(MODEL)
    yield embedder
    embedder.close()


def test_vectors_are_unit_and_near_where_meaning_is_near(embedder: FastembedEmbedder) -> None:
    phishing, mail, bread = embedder.embed_passages([PHISHING, MAIL, BREAD])
    assert {len(phishing), len(mail), len(bread)} == {4 * embedder.dimensions} == {4 * 384}
    assert similarity(phishing, phishing) == pytest.approx(1, abs=1e-5)
    assert similarity(phishing, mail) > 0.4
    assert abs(similarity(phishing, bread)) < 0.2


def test_a_text_has_the_same_vector_whatever_stands_beside_it(embedder: FastembedEmbedder) -> None:
    alone = embedder.embed_query(MAIL)
    texts = [BREAD * 9, MAIL, "", PHISHING * 5, *(f"{number} {BREAD}" for number in range(9))]
    among = embedder.embed_passages(texts)
    assert len(among) == len(texts)
    assert among[1] == alone


def test_odd_texts_are_embedded_too(embedder: FastembedEmbedder) -> None:
    for text in ("", " ", "\ud800", "\0", "😀", "a" * 5000, "word " * 2000):
        assert similarity(*2 * (embedder.embed_query(text),)) == pytest.approx(1, abs=1e-5)


def test_nothing_is_left_among_the_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    embedder = open_embedder(MODEL)
    try:
        embedder.embed_query("one")
    finally:
        embedder.close()
    assert list(tmp_path.iterdir()) == []


def test_a_model_that_cannot_be_read_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    opens = Path.open

    def refuse(path: Path, *arguments: Any) -> Any:
        if path.name == "model.onnx":
            raise PermissionError(13, "Permission denied")
        return opens(path, *arguments)

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ModelUnavailable, match=r"could not be read: Permission denied\.$"):
        _ = open_embedder(MODEL).identity
    with pytest.raises(ModelUnavailable, match="File name too long"):
        _ = open_embedder(Path("a" * 300)).identity


def test_identity_names_what_vectors_depend_on(embedder: FastembedEmbedder) -> None:
    assert embedder.identity == "all-MiniLM-L6-v2@30db0e08ca65 fastembed-0.9 mean batch-1"


def test_a_dead_child_is_replaced(embedder: FastembedEmbedder) -> None:
    before = embedder.embed_query(MAIL)
    child = embedder._worker._child
    assert child is not None
    child.kill()
    assert embedder.embed_query(MAIL) == before


class BusyWorker:
    """Stands in for the worker: answers one call at a time, the first only once something urgent waits."""

    def __init__(self, embedder: FastembedEmbedder, urgent: Callable[[], object]) -> None:
        self.asked: list[list[str]] = []
        self._embedder = embedder
        self._urgent = urgent
        self._calls = threading.Lock()

    def call(self, _method: str, args: dict[str, list[str]], *, timeout: float) -> Reply:
        with self._calls:
            self.asked.append(args["texts"])
            if len(self.asked) == 1:
                urgent = threading.Thread(target=self._urgent)
                urgent.start()
                while not self._embedder._urgent:
                    urgent.join(0.01)
            return Reply(blob=b"\0" * 4 * 384 * len(args["texts"]))


def ask_query(embedder: FastembedEmbedder) -> None:
    embedder.embed_query("urgent")


def ask_sentences(embedder: FastembedEmbedder) -> None:
    embedder.embed_passages(["urgent"], urgent=True)


@pytest.mark.parametrize("urgent", [ask_query, ask_sentences])
def test_what_a_person_waits_for_goes_before_passages(monkeypatch: pytest.MonkeyPatch, urgent: Callable[[FastembedEmbedder], None]) -> None:
    embedder = open_embedder(MODEL)
    worker = BusyWorker(embedder, partial(urgent, embedder))
    monkeypatch.setattr(embedder, "_worker", worker)
    passages = [f"passage {number}" for number in range(20)]
    assert len(embedder.embed_passages(passages)) == 20
    assert worker.asked == [passages[:8], ["urgent"], passages[8:16], passages[16:]]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    embedder = open_embedder(tmp_path / "nowhere")
    for use in (
        lambda: embedder.identity,
        lambda: embedder.dimensions,
        lambda: embedder.embed_query("x"),
        lambda: embedder.token_ends("x"),
    ):
        with pytest.raises(ModelUnavailable, match="nowhere") as caught:
            use()
        assert caught.value.hint


def test_a_damaged_model_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(MODEL, folder)
    (folder / "model.onnx").write_bytes((MODEL / "model.onnx").read_bytes()[:10_000])
    embedder = open_embedder(folder)
    try:
        with pytest.raises(ModelUnavailable, match="could not be loaded"):
            embedder.embed_query("x")
    finally:
        embedder.close()


def test_a_closed_embedder_embeds_nothing() -> None:
    embedder = open_embedder(MODEL)
    embedder.close()
    with pytest.raises(WorkerDied):
        embedder.embed_query("x")
