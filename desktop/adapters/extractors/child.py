"""The extracting worker: a vault's knowledge, read when first needed and again when it changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from desktop.adapters.extractors import bundles_child
from desktop.adapters.extractors.packs_child import PackRequests
from desktop.adapters.extractors.wire import packed, packed_entities
from desktop.adapters.worker_process.server import Reply, Request, serve
from desktop.application.extraction.knowledge import Knowledge
from desktop.domain.pack import Pack


def serve_extraction(
    read: Callable[[], Knowledge], read_pack: Callable[[Path], Pack] | None = None, unpack: Callable[[Path, Path], None] | None = None
) -> None:
    """Answer requests until the parent goes; `read` reads the vault's knowledge, `read_pack` a pack, as files have it."""
    engine = _Engine(read)
    packs = {} if read_pack is None or unpack is None else PackRequests(read_pack, unpack).handlers
    serve(
        {
            "extract": engine.extract,
            "knowledge": engine.knowledge,
            "changed_names": engine.changed_names,
            "speaking_of": engine.speaking_of,
            "named": engine.named,
            "read_bundle": engine.read_bundle,
            "merge_bundles": bundles_child.merged,
            **packs,
        }
    )


class _Engine:
    """Every request says which knowledge it means; what is loaded is kept until one means another."""

    def __init__(self, read: Callable[[], Knowledge]) -> None:
        self._read = read
        self._identity = ""
        self._knowledge: Knowledge | None = None

    def extract(self, request: Request) -> Reply:
        """What a text mentions and states."""
        text = request.blob.decode("utf-8", "surrogatepass")
        return Reply(blob=packed(self._of(request).extract(text, request.raise_if_cancelled)))

    def knowledge(self, request: Request) -> Reply:
        """Everything that is known by name."""
        return Reply(blob=self._of(request).packed())

    def changed_names(self, request: Request) -> Reply:
        """The names that mean something else now."""
        return Reply({"names": list(self._of(request).changed_names(request.blob))})

    def speaking_of(self, request: Request) -> Reply:
        """Which texts may speak of some names."""
        texts: list[str] = json.loads(request.blob)
        knowledge = self._of(request)
        return Reply({"speaks": knowledge.speaking_of(request.args["names"], texts)})

    def named(self, request: Request) -> Reply:
        """Entities with their names."""
        return Reply(blob=packed_entities(self._of(request).named(json.loads(request.blob))))

    def read_bundle(self, request: Request) -> Reply:
        """A STIX bundle or MISP event as a document."""
        return bundles_child.read(request, self._of)

    def _of(self, request: Request) -> Knowledge:
        identity: str = request.args["identity"]
        if self._knowledge is None or identity != self._identity:
            self._knowledge = None  # two at once would take twice the memory
            self._knowledge, self._identity = self._read(), identity
        return self._knowledge
