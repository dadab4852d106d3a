"""The part of the extracting worker that reads and writes bundles."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from desktop.adapters.extractors.wire import packed
from desktop.adapters.worker_process.server import Reply, Request
from desktop.application.exchange.bundle_document import write_document
from desktop.application.exchange.bundle_entities import BundleEntities
from desktop.application.exchange.bundles import Bundle, read_bundle
from desktop.application.exchange.merging import Source, as_file, merge
from desktop.application.exchange.tlp import TlpReader
from desktop.application.extraction.knowledge import Knowledge
from desktop.domain.errors import InvalidBundle
from desktop.domain.marking import Marking


def read(request: Request, knowledge: Callable[[Request], Knowledge]) -> Reply:
    """A bundle as a document: two blobs in one, the extraction's length first."""
    bundle = _bundle(Path(request.args["path"]))
    request.raise_if_cancelled()
    text = write_document(bundle, request.args["name"], BundleEntities(bundle.objects, knowledge(request)))
    reader = TlpReader(bundle.objects)
    markings = [marking for each in bundle.objects if (marking := reader.of(each))]
    strictest = max(markings, key=lambda each: each.rank, default=None)
    extraction = packed(text.extracted)
    said = {
        "format": bundle.format,
        "title": text.title,
        "published": text.published,
        "marking": str(strictest) if strictest else None,
        "given": bundle.given,
        "kept": len(bundle.objects),
        "changed": list(bundle.changed),
        "dropped": list(bundle.dropped),
        "extraction": len(extraction),
    }
    return Reply(said, extraction + text.body.encode("utf-8", "surrogatepass"))


def merged(request: Request) -> Reply:
    """Originals and further objects as one bundle."""
    sources = []
    for path, marking in request.args["sources"]:
        request.raise_if_cancelled()
        sources.append(Source(_bundle(Path(path)).objects, Marking(marking)))
    further = json.loads(request.blob)
    if further:
        sources.append(Source(further, Marking.CLEAR))
    top = request.args["tlp_max"]
    result = merge(sources, Marking(top) if top else None)
    said = {"given": result.given, "objects": len(result.objects), "changed": result.changed, "dropped": result.dropped}
    return Reply(said, as_file(result.objects))


def _bundle(path: Path) -> Bundle:
    try:
        return read_bundle(path.read_bytes())
    except OSError as error:
        raise InvalidBundle(f"{path.name} cannot be read: {error.strerror or error}.", "Check its name and its permissions.") from error
    except InvalidBundle as error:
        raise InvalidBundle(f"{path.name}: {error.message}", error.hint) from error
