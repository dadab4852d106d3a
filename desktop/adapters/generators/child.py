"""The generating worker: llama.cpp on one GGUF file, in a process of its own."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop.adapters.generators.free_cores import FreeCores, available_cores
from desktop.adapters.worker_process.server import Reply, Request, serve
from desktop.domain.errors import ModelUnavailable

if TYPE_CHECKING:
    from llama_cpp import Llama

_MAGIC = b"GGUF"
AUTOMATIC = 0
_LOOK_EVERY = 8
_BATCH = 64  # as fast as larger ones, 40 MB smaller, and sooner stopped
_OTHER_FILE = "Choose another GGUF file in the settings, or leave the setting empty for the bundled model."
_CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "<|im_start|>assistant\n"
)
_SLOTS = {"system": "\ue000\ue001\ue000", "user": "\ue000\ue002\ue000"}
"""Stand in for the contents while the chat template is filled in, so that contents never become control tokens."""


def serve_generation(model_path: str, threads: str, context_tokens: str) -> None:
    """Answer requests for text until the parent goes."""
    os.environ["GGML_NO_BACKTRACE"] = "1"  # an aborting ggml would start debuggers that outlive it
    engine = _Engine(Path(model_path), int(threads), int(context_tokens))
    serve({"load": engine.load, "count": engine.count, "generate": engine.generate})


class _Engine:
    """One model, loaded when first needed, whose evaluated prompt is kept for the next prompt that begins like it."""

    def __init__(self, path: Path, threads: int, context_tokens: int) -> None:
        self._path = path
        self._cores = FreeCores(available_cores()) if threads == AUTOMATIC else None
        self._threads = threads
        self._context_tokens = context_tokens
        self._request: Request | None = None

    def load(self, _: Request) -> Reply:
        """Load the model; its usable context."""
        return Reply({"context_tokens": self._model.n_ctx()})

    def count(self, request: Request) -> Reply:
        """How many tokens a text is, control tokens in it being plain text."""
        return Reply({"tokens": len(self._tokens(request.args["text"]))})

    def generate(self, request: Request) -> Reply:
        """Write at temperature 0, sending each new piece of text."""
        from llama_cpp.llama_grammar import LlamaGrammar

        prompt = self._prompt_tokens(request.args["system"], request.args["user"])
        room = self._model.n_ctx() - len(prompt)
        if room <= 0:
            raise ModelUnavailable(
                f"The question and its evidence are {len(prompt):,} tokens; {self._path.stem} reads {self._model.n_ctx():,}.",
                "Ask about less at once, or choose a model with a larger context.",
            )
        grammar = LlamaGrammar.from_string(request.args["grammar"], verbose=False) if request.args["grammar"] else None
        written: list[str] = []
        self._use(self._cores.before_work() if self._cores else self._threads)
        for piece in self._pieces(prompt, min(room, request.args["max_tokens"]), grammar, request):
            written.append(piece)
            request.send_piece({"text": piece})
        return Reply({"text": "".join(written), "prompt_tokens": len(prompt)})

    def _pieces(self, prompt: list[int], most: int, grammar: Any, request: Request) -> Iterator[str]:
        from llama_cpp import llama_vocab_is_eog

        model = self._model
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        last, written = prompt[-1], 0
        self._request = request
        self._hear_cancelling(at_once=True)
        try:
            for token in model.generate(prompt, temp=0.0, repeat_penalty=1.0, grammar=grammar):
                request.raise_if_cancelled()
                if not written:
                    self._hear_cancelling(at_once=False)
                if llama_vocab_is_eog(model._model.vocab, token):
                    return
                if piece := decoder.decode(model.detokenize([token], prev_tokens=[last])):
                    yield piece
                last, written = token, written + 1
                if self._cores and written % _LOOK_EVERY == 0:
                    self._use(self._cores.meanwhile())
                if written >= most:
                    return
        except RuntimeError as error:  # llama_decode says nothing but a number, also when our own callback stopped it
            model.reset()  # type: ignore[no-untyped-call]
            request.raise_if_cancelled()
            raise ModelUnavailable(f"{self._path.stem} failed while writing: {error}", _OTHER_FILE) from error
        finally:
            self._request = None

    def _hear_cancelling(self, *, at_once: bool) -> None:
        """Have llama.cpp ask within its work whether somebody cancels: while it reads, which takes seconds.

        It asks some hundred times a token, which costs some percent of the speed; while it writes, to look between two tokens is enough.
        """
        from llama_cpp import ggml_abort_callback, llama_set_abort_callback

        llama_set_abort_callback(self._model.ctx, self._abort if at_once else ggml_abort_callback(), None)

    def _use(self, threads: int) -> None:
        """Go on with so many threads; the model stays as it is loaded."""
        if threads != self._threads:
            from llama_cpp import llama_set_n_threads

            llama_set_n_threads(self._model.ctx, threads, threads)
            self._threads = threads

    def _prompt_tokens(self, system: str, user: str) -> list[int]:
        """The chat template's own text may hold control tokens; what stands in its slots may not."""
        tokens: list[int] = []
        rest = self._filled_template
        for role, content in (("system", system), ("user", user)):
            before, slot, rest = rest.partition(_SLOTS[role])
            tokens += self._tokens(before, special=True)
            if slot:
                tokens += self._tokens(content)
        return tokens + self._tokens(rest, special=True)

    @cached_property
    def _filled_template(self) -> str:
        from jinja2 import TemplateError
        from llama_cpp.llama_chat_format import Jinja2ChatFormatter

        model = self._model
        bos, eos = (
            model.detokenize([each], special=True).decode("utf-8", "replace") if each >= 0 else ""
            for each in (model.token_bos(), model.token_eos())
        )
        messages: list[Any] = [{"role": role, "content": slot} for role, slot in _SLOTS.items()]
        template = model.metadata.get("tokenizer.chat_template", _CHATML)
        try:
            filled = Jinja2ChatFormatter(template, eos_token=eos, bos_token=bos)(messages=messages).prompt
        except (TemplateError, ValueError, TypeError):
            filled = ""
        if all(slot in filled for slot in _SLOTS.values()):
            return filled
        return Jinja2ChatFormatter(_CHATML, eos_token=eos, bos_token=bos)(messages=messages).prompt

    def _tokens(self, text: str, *, special: bool = False) -> list[int]:
        return list(self._model.tokenize(text.encode("utf-8", "replace"), add_bos=False, special=special)) if text else []

    @cached_property
    def _model(self) -> Llama:
        _check_magic(self._path)
        from llama_cpp import Llama, ggml_abort_callback

        try:
            model = Llama(
                str(self._path),
                n_ctx=self._context_tokens,
                n_batch=_BATCH,
                n_ubatch=_BATCH,
                n_threads=self._threads or 1,
                n_threads_batch=self._threads or 1,
                n_gpu_layers=-1 if sys.platform == "darwin" else 0,
                verbose=False,
            )
        except (ValueError, RuntimeError, OSError) as error:
            raise ModelUnavailable(f"{self._path.name} is damaged, or no model that llama.cpp can run: {error}", _OTHER_FILE) from error
        self._abort = ggml_abort_callback(lambda _: self._request is not None and self._request.cancelled)  # ctypes keeps no reference
        return model


def _check_magic(path: Path) -> None:
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise ModelUnavailable(f"The language model {path.name} cannot be read: {error.strerror}.", _OTHER_FILE) from error
    if magic != _MAGIC:
        raise ModelUnavailable(f"{path.name} is no GGUF file.", _OTHER_FILE)
