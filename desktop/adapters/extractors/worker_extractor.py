"""The EntityExtractor port: names are sought in a worker process, for whoever holds the GIL while he looks freezes the window."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from desktop.adapters.extractors.wire import unpacked, unpacked_entities
from desktop.adapters.worker_process.client import WorkerProcess
from desktop.adapters.worker_process.limits import LOW_PRIORITY, WorkerLimits
from desktop.adapters.worker_process.server import Reply
from desktop.application.job import CancelToken
from desktop.application.ports import BundleReading, BundleSource, Extracted, ExtractorIdentity, MergedBundle
from desktop.domain.graph import NamedEntity
from desktop.domain.marking import Marking
from desktop.domain.pack import Pack, PackEntry, PackManifest, PackRelation

_LIMITS = WorkerLimits(memory_bytes=2 * 2**30, nice=LOW_PRIORITY)
_SECONDS, _CHARACTERS_A_SECOND = 60.0, 20_000
"""How long a call may take: so long, and longer by its text; that is twenty times what it takes on a slow machine."""
_SECONDS_A_BUNDLE = 300.0
_TEXTS_A_CALL = 2_000_000


class WorkerExtractor:
    """Extracts with what `identify` identifies; nothing is loaded before it is needed."""

    def __init__(
        self, command: Sequence[str], identify: Callable[[], ExtractorIdentity], manifest: Callable[[Path], PackManifest] | None = None
    ) -> None:
        """`manifest` reads what a pack in a folder says of itself, for those who have packs read."""
        self._worker = WorkerProcess(command, _LIMITS, cancel_grace=1.0)
        self._identify = identify
        self._manifest_of = manifest
        self._identity: ExtractorIdentity | None = None

    @property
    def identity(self) -> ExtractorIdentity:
        """What an extraction begun now depends on, read from the files each time."""
        self._identity = self._identify()
        return self._identity

    def extract(self, text: str, cancel: CancelToken) -> Extracted:
        """What a text mentions; raises WorkerDied where it breaks the extractor, Cancelled soon after `cancel`."""
        return unpacked(self._call("extract", text.encode("utf-8", "surrogatepass"), cancel=cancel).blob, text)

    def knowledge(self) -> bytes:
        """Everything that is known by name, packed."""
        return self._call("knowledge").blob

    def changed_names(self, earlier: bytes) -> tuple[str, ...]:
        """The keys of names that mean something else now than in the knowledge that was packed earlier."""
        return tuple(self._call("changed_names", earlier).result["names"])

    def speaking_of(self, names: Sequence[str], texts: Sequence[str], cancel: CancelToken) -> list[bool]:
        """For each text whether one of these names, which are keys, may stand in it."""
        answers: list[bool] = []
        group: list[str] = []
        for each in texts:
            group.append(each)
            if sum(map(len, group)) >= _TEXTS_A_CALL:
                answers += self._speaking(names, group, cancel)
                group = []
        return answers + self._speaking(names, group, cancel)

    def named(self, entity_ids: Sequence[str]) -> list[NamedEntity]:
        """Those of these entities that are known by name."""
        return unpacked_entities(self._call("named", json.dumps(list(entity_ids)).encode()).blob)

    def read_bundle(self, path: Path, name: str, cancel: CancelToken) -> BundleReading:
        """Read a STIX bundle or a MISP event; InvalidBundle with the reason and the place if it is none."""
        reply = self._call("read_bundle", args={"path": str(path), "name": name}, cancel=cancel, seconds=_SECONDS_A_BUNDLE)
        said = dict(reply.result)
        length = said.pop("extraction")
        body = reply.blob[length:].decode("utf-8", "surrogatepass")
        marking = Marking(said["marking"]) if said["marking"] else None
        said |= {"marking": marking, "changed": tuple(said["changed"]), "dropped": tuple(said["dropped"])}
        return BundleReading(body=body, extracted=unpacked(reply.blob[:length], body), **said)

    def merge_bundles(
        self, sources: Sequence[BundleSource], further: Sequence[Mapping[str, Any]], tlp_max: Marking | None, cancel: CancelToken
    ) -> MergedBundle:
        """The objects of some originals and further ones as one bundle, without what is marked above `tlp_max`, or would show it."""
        args = {
            "sources": [[str(each.path.absolute()), str(each.marking)] for each in sources],
            "tlp_max": str(tlp_max) if tlp_max else None,
        }
        reply = self._call("merge_bundles", json.dumps(list(further)).encode(), args, cancel, seconds=_SECONDS_A_BUNDLE)
        said = reply.result
        return MergedBundle(reply.blob, said["given"], said["objects"], tuple(said["changed"]), tuple(said["dropped"]))

    def unpack(self, file: Path, folder: Path) -> None:
        """Unpack a pack that is one file into an empty folder; PackDamaged if it is none, or larger than a pack may be."""
        self._call("unpack", args={"file": str(file.absolute()), "folder": str(folder.absolute())}, seconds=_SECONDS_A_BUNDLE)

    def read_pack(self, folder: Path) -> Pack:
        """The names of a pack; PackDamaged if a part is not what the manifest says."""
        assert self._manifest_of is not None  # noqa: S101 - whoever asks gave it
        reply = self._call("read_pack", args={"folder": str(folder.absolute())}, seconds=_SECONDS_A_BUNDLE)
        said = json.loads(reply.blob)
        entries = tuple(
            PackEntry(entry_id, name, source, tuple(aliases), tuple(numbers), *rest)
            for entry_id, name, source, aliases, numbers, *rest in said["entries"]
        )
        return Pack(self._manifest_of(folder), entries, tuple(PackRelation(*each) for each in said["relations"]))

    def close(self) -> None:
        """End the worker process."""
        self._worker.close()

    def _speaking(self, names: Sequence[str], texts: Sequence[str], cancel: CancelToken) -> list[bool]:
        reply = self._call("speaking_of", json.dumps(texts).encode(), {"names": list(names)}, cancel)
        answers: list[bool] = reply.result["speaks"]
        return answers

    def _call(
        self,
        method: str,
        blob: bytes = b"",
        args: dict[str, Any] | None = None,
        cancel: CancelToken | None = None,
        seconds: float = _SECONDS,
    ) -> Reply:
        identity = self._identity or self.identity
        said = {"identity": f"{identity.rules} {identity.knowledge}"}
        return self._worker.call(method, said | (args or {}), blob, timeout=seconds + len(blob) / _CHARACTERS_A_SECOND, cancel=cancel)
