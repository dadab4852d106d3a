"""The part of the extracting worker that looks into packs from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import astuple
from pathlib import Path

from desktop.adapters.worker_process.server import Handler, Reply, Request
from desktop.domain.pack import Pack


class PackRequests:
    """Answers by what reads a pack in a folder, and what takes one apart that is a file."""

    def __init__(self, read: Callable[[Path], Pack], unpack: Callable[[Path, Path], None]) -> None:
        self._read = read
        self._unpack = unpack

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """By the name of the request."""
        return {"read_pack": self._names, "unpack": self._unpacked}

    def _names(self, request: Request) -> Reply:
        pack = self._read(Path(request.args["folder"]))
        said = {"entries": [astuple(each) for each in pack.entries], "relations": [astuple(each) for each in pack.relations]}
        return Reply(blob=json.dumps(said, ensure_ascii=False).encode("utf-8", "surrogatepass"))

    def _unpacked(self, request: Request) -> Reply:
        self._unpack(Path(request.args["file"]), Path(request.args["folder"]))
        return Reply()
