"""The bundled language model, where the set-up has fetched it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from desktop.adapters.generators.llama_generator import LlamaGenerator

ROOT = Path(__file__).parents[3]
MODEL = ROOT / "resources" / "models" / "SmolLM2-135M-Instruct" / "SmolLM2-135M-Instruct.Q4_1.gguf"
CHILD = str(Path(__file__).with_name("child.py"))

needs_model = pytest.mark.skipif(not MODEL.is_file(), reason="The language model is not there: packaging/fetch_models.py fetches it.")


def llama(model: Path = MODEL, context_tokens: int = 512, threads: int = 1) -> LlamaGenerator:
    return LlamaGenerator(model, command=(sys.executable, CHILD, str(model), str(threads), str(context_tokens)))
