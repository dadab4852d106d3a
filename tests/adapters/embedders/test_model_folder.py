from __future__ import annotations

import json
import shutil
import sys
from contextlib import closing
from pathlib import Path

import pytest

from desktop.adapters.embedders.fastembed_embedder import FastembedEmbedder
from desktop.adapters.embedders.model_folder import ModelFolder, read_model_folder
from desktop.domain.errors import ModelUnavailable
from desktop.domain.vector import similarity
from tests.adapters.embedders.test_fastembed_embedder import BREAD, CHILD, MAIL, MODEL, PHISHING


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files of the right names that say little."""
    folder = tmp_path / "own"
    folder.mkdir()
    for name in ("model.onnx", "tokenizer.json", "tokenizer_config.json"):
        (folder / name).write_text("{}")
    (folder / "config.json").write_text(json.dumps({"hidden_size": 384}))
    return folder


def test_what_is_not_stated_is_the_mean_without_prefixes(folder: Path) -> None:
    assert read_model_folder(folder) == ModelFolder(folder, "model.onnx", "mean", "", "", (), 384)


def test_what_sentence_transformers_writes_is_read(folder: Path) -> None:
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({"pooling_mode_cls_token": True}))
    (folder / "config_sentence_transformers.json").write_text(json.dumps({"prompts": {"query": "query: ", "passage": "passage: "}}))
    told = read_model_folder(folder)
    assert (told.pooling, told.query_prefix, told.document_prefix) == ("cls", "query: ", "passage: ")
    assert told.manner == "cls query='query: ' document='passage: '"


def test_a_model_that_is_known_to_need_prefixes_has_them(folder: Path) -> None:
    (folder / "config.json").write_text(json.dumps({"model_type": "nomic_bert", "n_embd": 768}))
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / "onnx" / "model_quantized.onnx")
    told = read_model_folder(folder)
    assert (told.model_file, told.dimensions) == ("onnx/model_quantized.onnx", 768)
    assert (told.query_prefix, told.document_prefix) == ("search_query: ", "search_document: ")


def test_a_person_has_the_last_word(folder: Path) -> None:
    (folder / "small.onnx").write_text("")
    (folder / "embedder.toml").write_text('model_file = "small.onnx"\npooling = "cls"\nquery_prefix = "q "\nlanguages = ["en", "de"]\n')
    told = read_model_folder(folder)
    assert (told.model_file, told.pooling, told.query_prefix, told.languages) == ("small.onnx", "cls", "q ", ("en", "de"))


@pytest.mark.parametrize(
    "own",
    [
        'pooling = "most"',
        "query_prefix = 3",
        'model_file = "../config.json"',
        'model_file = "none.onnx"',
        "languages = 5",
        "pooling =",
        f"pooling = {5000 * '['}",
        'model_file = "a\\u0000b"',
        f'model_file = "{"a" * 300}"',
    ],
)
def test_what_makes_no_sense_is_refused(folder: Path, own: str) -> None:
    (folder / "embedder.toml").write_text(own)
    with pytest.raises(ModelUnavailable):
        read_model_folder(folder)


@pytest.mark.parametrize("config", ["{}", "[]", "{", '{"hidden_size": "wide"}'])
def test_a_config_without_a_width_is_damaged(folder: Path, config: str) -> None:
    (folder / "config.json").write_text(config)
    with pytest.raises(ModelUnavailable):
        read_model_folder(folder)


def test_vectors_of_another_folder_come_about_as_it_says(tmp_path: Path) -> None:
    folder = tmp_path / "first token"
    shutil.copytree(MODEL, folder)
    (folder / "embedder.toml").write_text('pooling = "cls"\nquery_prefix = "search_query: "\ndocument_prefix = "search_document: "\n')
    with closing(FastembedEmbedder(folder, command=(sys.executable, CHILD, str(folder), "1"))) as embedder:
        assert embedder.identity.endswith("fastembed-0.9 cls query='search_query: ' document='search_document: ' batch-1")
        phishing, mail, bread = embedder.embed_passages([PHISHING, MAIL, BREAD])
        asked = embedder.embed_query(MAIL)
    assert [similarity(each, each) for each in (phishing, mail, bread)] == pytest.approx([1, 1, 1], abs=1e-5)
    assert similarity(phishing, mail) > similarity(phishing, bread)
    assert 0.5 < similarity(asked, mail) < 0.9999  # the same words after another prefix
