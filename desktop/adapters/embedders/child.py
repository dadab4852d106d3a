"""The embedding worker: fastembed on a model folder, in a process of its own."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.adapters.embedders.model_folder import ModelFolder, read_model_folder
from desktop.adapters.worker_process.server import Reply, Request, serve
from desktop.domain.errors import ModelUnavailable

if TYPE_CHECKING:
    from fastembed import TextEmbedding

_ARCHITECTURE = "sentence-transformers/all-MiniLM-L6-v2"
"""As this one is treated, so is every model whose vectors are the mean over its tokens."""
_OWN = "coffer/own"


def serve_embeddings(folder: str, threads: str) -> None:
    """Answer requests for vectors until the parent goes."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    engine = _Engine(folder, int(threads))
    serve({"embed": engine.embed})


class _Engine:
    """Texts one at a time, as many at once as there are threads.

    A text of a batch of its own has the same vector whatever else is embedded: dynamic quantisation scales by the
    whole batch. Single-threaded runs beside each other also cost half the processor time of one run on all threads.
    """

    def __init__(self, folder: str, threads: int) -> None:
        self._folder = folder
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="embed")

    def embed(self, request: Request) -> Reply:
        """The texts' vectors, one after the other, as little-endian float32."""
        model = self._model
        texts: list[str] = request.args["texts"]

        def vector(text: str) -> bytes:
            request.raise_if_cancelled()
            return _unit_bytes(model, text)

        return Reply({"vectors": len(texts)}, b"".join(self._pool.map(vector, texts)))

    @cached_property
    def _model(self) -> TextEmbedding:
        from fastembed import TextEmbedding

        told = read_model_folder(Path(self._folder))
        try:
            # Without a cache folder of ours, fastembed would make one among the temporary files and leave it there.
            name = _architecture(told)
            return TextEmbedding(name, self._folder, threads=1, specific_model_path=self._folder, local_files_only=True)
        except Exception as error:  # whatever ONNX Runtime, tokenizers or the JSON reader say, the folder's files are the cause
            raise ModelUnavailable(
                f"The embedding model in {self._folder} could not be loaded: {str(error)[:200]}",
                "Its files are damaged or do not belong together; fetch them again with packaging/fetch_models.py.",
            ) from error


def _architecture(told: ModelFolder) -> str:
    """The name by which fastembed treats a model as its folder says; nothing is fetched under it."""
    if (told.model_file, told.pooling) == ("model.onnx", "mean"):
        return _ARCHITECTURE
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    TextEmbedding.add_custom_model(
        _OWN,
        pooling=PoolingType[told.pooling.upper()],
        normalization=True,
        sources=ModelSource(hf=_OWN),
        dim=told.dimensions,
        model_file=told.model_file,
    )
    return _OWN


def _unit_bytes(model: TextEmbedding, text: str) -> bytes:
    import numpy as np

    vector = np.asarray(next(iter(model.embed([text], batch_size=1))), dtype="<f4")
    length = float(np.linalg.norm(vector))
    return (vector / length if length > 0 else vector).astype("<f4").tobytes()
