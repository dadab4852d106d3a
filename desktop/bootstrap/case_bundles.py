"""Case bundles of an open vault, on top of its engines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from desktop.bootstrap.surroundings import account
from desktop.domain.vault import VaultPaths

if TYPE_CHECKING:
    from desktop.adapters.case_bundle.bundle_files import FolderStores
    from desktop.application.cases.case_bundles import CaseBundles
    from desktop.application.gate import MarkingGate
    from desktop.application.ingest.maintenance import Maintenance
    from desktop.application.memory.facts import Memory
    from desktop.application.ports import AuditLog, KeptBundles
    from desktop.application.settings import Settings
    from desktop.bootstrap.engines import Engines


def build_case_bundles(
    paths: VaultPaths, settings: Settings, engines: Engines, gate: MarkingGate, memory: Memory, maintenance: Maintenance
) -> CaseBundles:
    """What makes, opens and merges bundles of a vault."""
    from desktop.adapters.board_files import BoardFiles
    from desktop.adapters.case_bundle.bundle_files import SealedBundles
    from desktop.adapters.case_bundle.own_keys import OwnKeys
    from desktop.adapters.case_bundle.portable_files import VaultPortableFiles
    from desktop.adapters.case_bundle.worker import BundleWorker
    from desktop.adapters.lexicon_files import LexiconFiles
    from desktop.adapters.search_files import SearchFiles
    from desktop.adapters.system_keychain import SystemKeychain
    from desktop.adapters.worker_process.client import worker_command
    from desktop.application.cases.case_bundles import CaseBundles
    from desktop.application.cases.case_contents import CaseContents, CaseSources
    from desktop.application.cases.case_merging import CaseMerging, MergeTargets
    from desktop.application.rewriting import Rewriting

    store, writer, reader, audit = engines.store, engines.writer, engines.reader, engines.audit
    worker = BundleWorker(worker_command("bundle"))
    keys = OwnKeys(engines.own_folder, paths.bundles / "keys", SystemKeychain(), worker)
    lexicon, files, kept = LexiconFiles(paths.lexicon), VaultPortableFiles(paths), kept_bundles(paths, audit)
    kept_texts = (engines.threads, BoardFiles(paths))
    sources = CaseSources(store, engines.facts, reader, engines.fact_index, lexicon, engines.searches, files, *kept_texts)
    rewriting = Rewriting(store, writer, reader, maintenance, audit)
    return CaseBundles(
        sources,
        CaseContents(sources, gate, engines.fact_index),
        SealedBundles(worker, keys, folder_stores(), store.staging),
        kept,
        CaseMerging(MergeTargets(store, memory, lexicon, engines.searches, files, kept, rewriting, maintenance, audit)),
        keys,
        audit,
        lexicon_at=LexiconFiles,
        searches_at=SearchFiles,
        actor=settings.memory.actor or account(),
    )


def kept_bundles(paths: VaultPaths, audit: AuditLog) -> KeptBundles:
    """What a vault keeps of the bundles that it exchanged, checked by what its own log says of them."""
    from desktop.adapters.case_bundle.kept_bundles import BundleFolder
    from desktop.domain.audit import AuditQuery

    def recorded() -> dict[str, str]:
        opened = audit.records(AuditQuery(actions=("open-bundle",)))
        return {each.subject: str(each.details["audit_sha256"]) for each in opened if "audit_sha256" in each.details}

    return BundleFolder(paths.bundles, recorded)


def folder_stores() -> FolderStores:
    """How a folder that is laid out as a vault is read."""
    from desktop.adapters.case_bundle.bundle_files import FolderStores
    from desktop.adapters.fact_files import FactFiles
    from desktop.adapters.lexicon_files import LexiconFiles
    from desktop.adapters.search_files import SearchFiles
    from desktop.adapters.vault_files import VaultFiles
    from desktop.domain.marking import Marking

    return FolderStores(VaultFiles, lambda paths: FactFiles(paths, Marking.RED), LexiconFiles, SearchFiles)


def serve_bundles() -> None:
    """Be the worker that opens bundles from elsewhere, which reads everything in them once before anybody else does."""
    from desktop.adapters.case_bundle.child import serve_bundles

    serve_bundles(_examine)


def _examine(folder: Path) -> None:
    """Read an unpacked bundle as whoever takes it in will; BundleDamaged where that fails."""
    from desktop.adapters.board_files import BoardFiles
    from desktop.adapters.thread_files import ThreadFiles
    from desktop.application.cases.case_states import read_states
    from desktop.application.ports import LexiconTable
    from desktop.domain.errors import BundleDamaged, CofferError

    stores, paths = folder_stores(), VaultPaths(folder)
    try:
        documents, facts = stores.documents(paths), stores.facts(paths)
        for document_id in documents.stamps():
            documents.read(document_id)
        for fact_id in facts.stamps():
            facts.read(fact_id)
        for table in LexiconTable:
            stores.lexicon(paths.lexicon).rows(table)
        searches = stores.searches(paths.searches)
        for read in (searches.saved, searches.golden, searches.pins):
            read()
        for board in paths.boards.glob("*.yaml"):
            BoardFiles(paths).read(board.stem)
        for thread in paths.threads.glob("*.md"):
            ThreadFiles(paths).read(thread.stem)
        seen = folder / "seen.json"
        read_states(seen.read_bytes() if seen.exists() else b"")
    except (CofferError, ValueError) as error:
        raise BundleDamaged(
            f"The bundle holds what cannot be understood: {error}", "Do not use it; ask whoever sent it for another."
        ) from error
