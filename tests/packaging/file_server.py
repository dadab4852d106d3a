"""A web server on the loopback interface that serves one file, and can be told to misbehave."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Served:
    """What is served, how, and what was asked for."""

    content: bytes
    ranges: bool = True
    cut_after: int | None = None
    url: str = ""
    asked: list[str] = field(default_factory=list)


@contextmanager
def serving(served: Served) -> Iterator[Served]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            wanted = self.headers.get("Range") or ""
            served.asked.append(wanted)
            start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and served.ranges else 0
            body = served.content[start:]
            self.send_response(206 if start else 200)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(served.content) - 1}/{len(served.content)}")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[: served.cut_after])

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    served.url = f"http://127.0.0.1:{server.server_address[1]}/model.bin"
    try:
        yield served
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
