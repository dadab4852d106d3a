"""The least that each kind of work can cost: the bare engine, asked the same thing.

Everything here runs in a process of its own (`measuring.other_process`) and times itself there. Engines are imported
where they are used, so that one floor does not pay for another.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.benchmarks.corpus import EMBEDDER, unit_vectors

INDICATORS = re.compile(r"CVE-\d{4}-\d{4,}|\b(?:\d{1,3}\.){3}\d{1,3}\b|\b[0-9a-f]{32,64}\b|\b[\w-]+(?:\.[\w-]+)+\b")
BATCH, THREADS = 4, 2
RIPGREP = Path(sys.executable).with_name("rg")

_kept: dict[str, Any] = {}
"""Engines that stay loaded between two calls in the same process."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a floor did in which time."""

    done: int
    wall: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Generation:
    """What a language model did in which time."""

    first_token: float
    total: float
    tokens: int

    @property
    def tokens_per_second(self) -> float:
        """After the first token."""
        return (self.tokens - 1) / max(self.total - self.first_token, 1e-9)


def pdf_text(files: Sequence[Path]) -> Run:
    """Read the text of every page with pypdfium2; counts pages."""
    import pypdfium2

    pages, cpu, wall = 0, time.process_time(), time.perf_counter()
    for file in files:
        try:
            document = pypdfium2.PdfDocument(file)
        except pypdfium2.PdfiumError:
            continue
        for page in document:
            page.get_textpage().get_text_bounded()
            pages += 1
        document.close()
    return Run(pages, time.perf_counter() - wall, time.process_time() - cpu)


def plain_import(files: Sequence[Path], folder: Path) -> Run:
    """Copy each file, write it as .md with fsync, index its paragraphs and indicators, one transaction a file."""
    import apsw

    folder.mkdir(parents=True)
    database = apsw.Connection(str(folder / "index.db"))
    database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL").fetchall()
    database.execute("CREATE VIRTUAL TABLE texts USING fts5(text); CREATE TABLE mentions (text INTEGER, value TEXT)").fetchall()
    cpu, wall = time.process_time(), time.perf_counter()
    for file in files:
        shutil.copyfile(file, folder / f"raw-{file.name}")
        text = file.read_text(encoding="utf-8")
        with (folder / file.name).open("w", encoding="utf-8") as target:
            target.write(text)
            target.flush()
            os.fsync(target.fileno())
        with database:
            for paragraph in filter(None, text.split("\n\n")):
                database.execute("INSERT INTO texts VALUES (?)", (paragraph,))
                row = database.last_insert_rowid()
                database.executemany("INSERT INTO mentions VALUES (?, ?)", [(row, found) for found in INDICATORS.findall(paragraph)])
    database.close()
    return Run(len(files), time.perf_counter() - wall, time.process_time() - cpu)


def embed_raw(texts: Sequence[str]) -> Run:
    """Embed with ONNX Runtime alone: sorted by length, batches of four, two threads, mean pooling, unit length."""
    import numpy as np
    import onnxruntime
    from tokenizers import Tokenizer

    if "embedder" not in _kept:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        tokenizer = Tokenizer.from_file(str(EMBEDDER / "tokenizer.json"))
        tokenizer.enable_padding()
        tokenizer.enable_truncation(256)
        _kept["embedder"] = tokenizer, onnxruntime.InferenceSession(EMBEDDER / "model.onnx", options, providers=["CPUExecutionProvider"])
    tokenizer, session = _kept["embedder"]
    wanted = {each.name for each in session.get_inputs()}
    cpu, wall = time.process_time(), time.perf_counter()
    ordered = sorted(texts, key=len)
    for at in range(0, len(ordered), BATCH):
        encoded = tokenizer.encode_batch(ordered[at : at + BATCH])
        mask = np.array([each.attention_mask for each in encoded], dtype=np.int64)
        given = {"input_ids": np.array([each.ids for each in encoded], dtype=np.int64), "attention_mask": mask}
        if "token_type_ids" in wanted:
            given["token_type_ids"] = np.zeros_like(mask)
        states = session.run(None, given)[0]
        pooled = (states * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        pooled /= np.linalg.norm(pooled, axis=1, keepdims=True)
    return Run(len(ordered), time.perf_counter() - wall, time.process_time() - cpu)


def embed_with_defaults(texts: Sequence[str]) -> Run:
    """Embed with fastembed as it comes: batches of 256 as given (some 4 GB for short texts)."""
    from fastembed import TextEmbedding

    if "peer" not in _kept:
        _kept["peer"] = TextEmbedding("sentence-transformers/all-MiniLM-L6-v2", specific_model_path=str(EMBEDDER), threads=THREADS)
    cpu, wall = time.process_time(), time.perf_counter()
    done = sum(1 for _ in _kept["peer"].embed(list(texts)))
    return Run(done, time.perf_counter() - wall, time.process_time() - cpu)


def scan_vectors(query: bytes, count: int, dimensions: int, seed: int, limit: int) -> float:
    """Seconds to find the nearest of seeded vectors by a product over all of them; start it with one BLAS thread."""
    import numpy as np

    if _kept.get("vectors is") != (count, dimensions, seed):
        _kept["vectors"], _kept["vectors is"] = unit_vectors(count, dimensions, seed), (count, dimensions, seed)
    vectors, sought = _kept["vectors"], np.frombuffer(query, dtype=np.float32)
    wall = time.perf_counter()
    scores = vectors @ sought
    best = np.argpartition(scores, -limit)[-limit:]
    best[np.argsort(-scores[best])]
    return time.perf_counter() - wall


def index_words(database: Path, paragraphs: Sequence[str]) -> None:
    """Make a table of FTS5 with nothing but the texts."""
    import apsw

    connection = apsw.Connection(str(database))
    connection.execute("CREATE VIRTUAL TABLE texts USING fts5(text)")
    with connection:
        connection.executemany("INSERT INTO texts VALUES (?)", ((each,) for each in paragraphs))
    connection.execute("INSERT INTO texts(texts) VALUES ('optimize')")
    connection.close()


def match_words(database: Path, match: str, limit: int) -> float:
    """Seconds of one bare MATCH, best first."""
    import apsw

    if _kept.get("database is") != database:
        _kept["database"], _kept["database is"] = apsw.Connection(str(database)), database
    wall = time.perf_counter()
    _kept["database"].execute("SELECT rowid, rank FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?", (match, limit)).fetchall()
    return time.perf_counter() - wall


def search_files(pattern: str, folder: Path) -> float:
    """Seconds of `rg --json` over a folder, process start and all of its output included."""
    wall = time.perf_counter()
    subprocess.run([RIPGREP, "--json", "--", pattern, folder], stdout=subprocess.PIPE, check=False)
    return time.perf_counter() - wall


def generate_bare(model: Path, system: str, user: str, threads: int, context: int, max_tokens: int) -> Generation:
    """Answer a prompt with llama_cpp alone, at temperature 0; a prefix it shares with the one before is reused."""
    from llama_cpp import Llama

    if _kept.get("model is") != (model, threads, context):
        _kept["model"] = Llama(str(model), n_ctx=context, n_threads=threads, n_threads_batch=threads, verbose=False)
        _kept["model is"] = (model, threads, context)
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    first, tokens, wall = 0.0, 0, time.perf_counter()
    for piece in _kept["model"].create_chat_completion(messages, temperature=0, max_tokens=max_tokens, stream=True):
        if piece["choices"][0]["delta"].get("content"):
            first = first or time.perf_counter() - wall
            tokens += 1
    return Generation(first, time.perf_counter() - wall, tokens)
