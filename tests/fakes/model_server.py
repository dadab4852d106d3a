"""A server on this machine that speaks as much of OpenAI's protocol as a test tells it to."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from desktop.domain.vector import numbers
from tests.fakes.embedder import LetterEmbedder


@dataclass(frozen=True)
class Answered:
    """What the server does with one request: status and content, `pieces` as a stream of events, or a vector for each text (`embeds`)."""

    status: int = 200
    content: str = ""
    pieces: tuple[str, ...] = ()
    finish: str = "stop"
    embeds: bool = False
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class ModelServer:
    """The answers it is told, one a request, the last one again and again; and what it was asked."""

    port: int = 0
    answers: list[Answered] = field(default_factory=list)
    asked: list[tuple[str, dict[str, Any], dict[str, str]]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def tell(self, *answers: Answered) -> None:
        self.answers = list(answers)

    def next(self) -> Answered:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def model_server() -> Iterator[ModelServer]:
    """The server, for as long as the block lasts."""
    told = ModelServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            told.asked.append((self.path, body, dict(self.headers)))
            answer = told.next()
            content = _vectors(body["input"]) if answer.embeds else answer.content or "".join(_events(answer))
            kind = "application/json" if answer.embeds else "text/event-stream"
            self.send_response(answer.status)
            for name, value in ({"Content-Type": kind} | answer.headers).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content.encode())))
            self.end_headers()
            self.wfile.write(content.encode())

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _vectors(texts: list[str]) -> str:
    made = LetterEmbedder().embed_passages(texts)
    return json.dumps({"data": [{"index": place, "embedding": list(numbers(each))} for place, each in enumerate(made)]})


def _events(answer: Answered) -> Iterator[str]:
    for piece in answer.pieces:
        yield f"data: {json.dumps({'choices': [{'delta': {'content': piece}, 'finish_reason': None}]})}\n\n"
    yield f"data: {json.dumps({'choices': [{'delta': {}, 'finish_reason': answer.finish}]})}\n\n"
    yield "data: [DONE]\n\n"
