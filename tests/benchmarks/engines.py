"""The real engines, as bootstrap makes them."""

from __future__ import annotations

from desktop.adapters.embedders.fastembed_embedder import FastembedEmbedder
from desktop.adapters.generators.llama_generator import LlamaGenerator
from tests.benchmarks.corpus import EMBEDDER, MODELS

MODEL_FILE = MODELS / "SmolLM2-135M-Instruct" / "SmolLM2-135M-Instruct.Q4_1.gguf"


def embedder() -> FastembedEmbedder:
    """The bundled embedder."""
    return FastembedEmbedder(EMBEDDER)


def generator(threads: int = 0) -> LlamaGenerator:
    """The bundled language model."""
    return LlamaGenerator(MODEL_FILE, threads=threads)
