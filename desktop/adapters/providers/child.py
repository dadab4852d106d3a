"""The provider's worker: HTTP to the one address it was started for, in a process of its own.

Keys come with each request and stand in no argument, variable of the environment, message or log. What a server answers is distrusted:
it is read up to a limit, and of its own words only a line is passed on, without the key.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from desktop.adapters.providers.vector_answers import FoundVectors, read_vectors, task_of
from desktop.adapters.worker_process.no_network import OneAddress
from desktop.adapters.worker_process.server import Reply, Request, serve
from desktop.domain.errors import ProviderFailed
from desktop.domain.provider import Address

if TYPE_CHECKING:
    from httpx import Client, Response

ATTEMPTS = 3
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 10.0
CONNECT_SECONDS = 10.0
READ_SECONDS = 60.0
MOST_BYTES = 64 * 2**20
MOST_WRITTEN = 200_000
MOST_TEXTS = 64
_LONGEST_SAID = 200
_DONE = "[DONE]"
_BY_ITSELF = "stop"
_TOO_MUCH = (400, 413, 422)
"""How servers refuse more texts at once than they take (DashScope 10, Gemini 100, Voyage 1,000, OpenAI 2,048)."""
_AGAIN = (408, 425, 429, 500, 502, 503, 504)
_WHAT_TO_DO = {
    401: "The key is missing or wrong: set it anew.",
    403: "The key may not be used for this: ask whoever gave it to you.",
    404: "Check the address (it often ends with /v1) and the model's name.",
    429: "It is busy, or what the key may use is used up. Try again later.",
}


def serve_provider(address: str) -> None:
    """Answer requests until the parent goes."""
    provider = Address.parse(address)
    client = _Provider(provider)
    serve({"chat": client.chat, "embed": client.embed}, OneAddress(provider.host, provider.port))


class _Refused(ProviderFailed):
    """A server refused, with this status."""

    def __init__(self, message: str, hint: str, status: int) -> None:
        super().__init__(message, hint)
        self.status = status


class _Provider:
    def __init__(self, address: Address) -> None:
        self._address = address
        self._most_texts = MOST_TEXTS

    def chat(self, request: Request) -> Reply:
        """Have text written, sending each new piece. A text that ends by itself ends with a line end."""
        asked = request.args
        body = {"model": asked["model"], "messages": asked["messages"], "stream": True}
        wished = {**body, "temperature": 0, "max_tokens": asked["max_tokens"]}
        plain = {**body, "max_completion_tokens": asked["max_tokens"]}  # what models that know neither of the others ask for
        text, ended = "", ""
        with self._answer("chat/completions", wished, plain, request) as response:
            for event in _events(response):
                request.raise_if_cancelled()
                piece, ended = self._piece(event)
                if piece:
                    text += piece
                    request.send_piece({"text": piece})
                if ended or len(text) > MOST_WRITTEN:
                    break
        if not text:
            raise self._failed("answered without a word", "Choose another model.")
        if ended == _BY_ITSELF and not text.endswith("\n"):
            request.send_piece({"text": "\n"})
        return Reply({"text": text})

    def embed(self, request: Request) -> Reply:
        """The texts' vectors, as many at once as the server takes, one after the other, as little-endian float32 of length 1."""
        rest, width, vectors = list(request.args["texts"]), 0, []
        while rest:
            request.raise_if_cancelled()
            part = rest[: self._most_texts]
            try:
                found = self._vectors(part, request)
            except _Refused as refused:
                if refused.status not in _TOO_MUCH or len(part) == 1:
                    raise ProviderFailed(refused.message, refused.hint) from refused
                self._most_texts = len(part) // 2
                continue
            if width not in (0, found.width):
                raise self._failed("answered with vectors of different lengths", "Choose another model.")
            width, rest = found.width, rest[len(part) :]
            vectors.append(found.vectors)
        return Reply({"dimensions": width}, b"".join(vectors))

    def _vectors(self, texts: list[str], request: Request) -> FoundVectors:
        plain = {"model": request.args["model"], "input": texts}
        wished = {**plain, "encoding_format": "float", **task_of(self._address.host, query=request.args["query"])}
        with self._answer("embeddings", wished, plain, request) as response:
            said = self._json(b"".join(_limited(response)))
        try:
            return read_vectors(said, len(texts))
        except ValueError as error:
            raise self._failed(
                f"answered something that is no set of vectors ({error})", "Check the address and the model's name."
            ) from error

    @contextmanager
    def _answer(self, name: str, wished: dict[str, Any], plain: dict[str, Any], request: Request) -> Iterator[Response]:
        """The answer of a service, asked again while it is busy, and once more simply if it refuses what not every server knows."""
        import httpx

        headers = {"Authorization": f"Bearer {request.args['key']}"} if request.args["key"] else {}
        body, attempt, most = wished, 1, request.args.get("attempts", ATTEMPTS)
        seconds = httpx.Timeout(
            request.args.get("seconds", READ_SECONDS), connect=min(CONNECT_SECONDS, request.args.get("seconds", READ_SECONDS))
        )
        try:
            while True:
                with self._client.stream("POST", self._address.below(name), json=body, headers=headers, timeout=seconds) as response:
                    if response.is_success:
                        yield response
                        return
                    if response.status_code == 400 and body is not plain:
                        body = plain
                        continue
                    if response.status_code not in _AGAIN or attempt == most:
                        raise self._refused(response, request.args["key"])
                    pause = _pause(response.headers.get("Retry-After", ""), attempt)
                self._wait(pause, request)
                attempt += 1
        except httpx.TimeoutException as error:
            raise self._failed("did not answer in time", "Try again, or choose another one.") from error
        except httpx.HTTPError as error:
            raise self._failed(_why(error), "Check the address, and that the server runs.") from error

    def _wait(self, seconds: float, request: Request) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            request.raise_if_cancelled()
            time.sleep(0.05)

    def _piece(self, event: str) -> tuple[str, str]:
        """A piece of text, and, if the text ends with it, why."""
        if event == _DONE:
            return "", _BY_ITSELF
        said = self._json(event.encode())
        try:
            choice = said["choices"][0] if said["choices"] else {}
            said_now = choice.get("delta") or choice.get("message") or {}
            return str(said_now.get("content") or ""), str(choice.get("finish_reason") or "")
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise self._failed("answered something that is no text", "Check the address and the model's name.") from error

    def _json(self, content: bytes) -> Any:
        try:
            return json.loads(content)
        except (ValueError, RecursionError) as error:
            raise self._failed("answered something unreadable", "Check the address: it often ends with /v1.") from error

    def _refused(self, response: Response, key: str) -> ProviderFailed:
        """What a refusal means; the server's own words are left out where they are about the key."""
        status = response.status_code
        about_key = status in (401, 403)
        said = "" if about_key else _said(b"".join(_limited(response)), key)
        hint = _WHAT_TO_DO.get(status, "Try again later, or choose another one.")
        return _Refused(f"{self._address.text} refused with status {status}{said}.", hint, status)

    def _failed(self, what: str, hint: str) -> ProviderFailed:
        return ProviderFailed(f"{self._address.text} {what}.", hint)

    @cached_property
    def _client(self) -> Client:
        import ssl

        import certifi
        import httpx

        trusted = ssl.create_default_context()  # the system's own certificates, for servers that only an organisation knows
        trusted.load_verify_locations(certifi.where())  # and the usual ones, for a system that has none
        return httpx.Client(trust_env=False, follow_redirects=False, verify=trusted)  # no proxy, no other address


def _events(response: Response) -> Iterator[str]:
    """The data of each event of a stream (text/event-stream, one line an event); of a server that streams nothing, its one answer."""
    if "json" in response.headers.get("Content-Type", ""):
        yield b"".join(_limited(response)).decode("utf-8", "replace")
        return
    pending = b""
    for part in _limited(response):
        *lines, pending = (pending + part).split(b"\n")
        for line in lines:
            if line.startswith(b"data:"):
                yield line.removeprefix(b"data:").strip().decode("utf-8", "replace")
    if pending.startswith(b"data:"):
        yield pending.removeprefix(b"data:").strip().decode("utf-8", "replace")


def _limited(response: Response) -> Iterator[bytes]:
    """What comes, up to a limit."""
    read = 0
    for part in response.iter_bytes():
        read += len(part)
        if read > MOST_BYTES:
            return
        yield part


def _pause(wanted: str, attempt: int) -> float:
    return min(float(wanted), LONGEST_PAUSE) if wanted.isdecimal() else FIRST_PAUSE * 2 ** (attempt - 1)


def _why(error: Exception) -> str:
    """Why nothing came, without what the library quotes of the request."""
    reason = error.__cause__ or error.__context__
    while reason is not None and not isinstance(reason, OSError):
        reason = reason.__cause__ or reason.__context__
    return f"could not be reached ({reason.strerror or type(reason).__name__})" if reason else f"broke off ({type(error).__name__})"


def _said(content: bytes, key: str) -> str:
    """A line of what a server says of its refusal."""
    try:
        told = json.loads(content)["error"]
        words = str(told["message"] if isinstance(told, dict) else told)
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    words = words.replace(key, "…") if key else words
    line = " ".join("".join(each for each in words if each.isprintable() or each.isspace()).split())
    return f": {line[:_LONGEST_SAID].rstrip('.')}" if line else ""
