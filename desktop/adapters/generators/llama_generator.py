"""Text by llama.cpp, its engine in a worker process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from desktop.adapters.worker_process.client import Piece, WorkerProcess, worker_command
from desktop.adapters.worker_process.limits import LOW_PRIORITY, WorkerLimits
from desktop.application.job import CancelToken
from desktop.application.ports import Prompt
from desktop.domain.errors import ModelUnavailable
from desktop.domain.language_model import CONTEXT_TOKENS

_SECONDS_TO_LOAD = 120.0
_SECONDS_TO_WRITE = 300.0
_SECONDS_TO_STOP = 2.0
_LEAST_MEMORY = 4 * 2**30


class LlamaGenerator:
    """The Generator of one GGUF file; any thread may call, and calls wait for one another.

    With 0 `threads` it uses all cores, and one fewer while anything else works. The model is loaded by the first call and stays warm.
    Whatever needs it raises ModelUnavailable where the file is missing, damaged or no model, and WorkerDied where it brought its process
    down; the next call starts anew.
    """

    def __init__(
        self, model: Path, *, threads: int = 0, context_tokens: int = CONTEXT_TOKENS, command: Sequence[str] | None = None
    ) -> None:
        self._model = model
        self._context = 0
        arguments = (str(model), str(threads), str(context_tokens))
        size = model.stat().st_size if model.is_file() else 0
        limits = WorkerLimits(memory_bytes=max(_LEAST_MEMORY, 2 * size + 2**31), nice=LOW_PRIORITY)
        self._worker = WorkerProcess(command or worker_command("generate", *arguments), limits, cancel_grace=_SECONDS_TO_STOP)

    @property
    def identity(self) -> str:
        """The file's name without its ending."""
        return self._model.stem

    @property
    def context_tokens(self) -> int:
        """Most tokens of prompt and answer together."""
        if not self._context:
            self.prepare(CancelToken())
        return self._context

    def prepare(self, cancel: CancelToken) -> None:
        """Load the model, unless that is done; a file at which loading never ends can so be stopped."""
        self._check_file()
        self._context = int(self._worker.call("load", timeout=_SECONDS_TO_LOAD, cancel=cancel).result["context_tokens"])

    def count_tokens(self, text: str) -> int:
        """How many tokens a text is."""
        self._check_file()
        return int(self._worker.call("count", {"text": text}, timeout=_SECONDS_TO_LOAD).result["tokens"])

    def generate(self, prompt: Prompt, *, max_tokens: int, cancel: CancelToken, on_text: Callable[[str], None], grammar: str = "") -> str:
        """Write at temperature 0, calling `on_text` with each new piece; returns the whole text.

        `grammar` is GBNF. Raises Cancelled, ModelUnavailable, WorkerDied.
        """
        self._check_file()

        def take(piece: Piece) -> None:
            on_text(piece["text"])

        args = {"system": prompt.system, "user": prompt.user, "max_tokens": max_tokens, "grammar": grammar}
        return str(self._worker.call("generate", args, timeout=_SECONDS_TO_WRITE, cancel=cancel, on_piece=take).result["text"])

    def close(self) -> None:
        """End the worker process."""
        self._worker.close()

    def _check_file(self) -> None:
        if not self._model.is_file():
            raise ModelUnavailable(
                f"The language model {self._model.name} is not there.",
                "Fetch it with packaging/fetch_models.py, or choose another GGUF file.",
            )
