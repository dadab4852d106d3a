"""The bundle worker: opens what comes from elsewhere, and does the arithmetic of passphrases, which would freeze a window."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from desktop.adapters.case_bundle.layout import AGE
from desktop.adapters.worker_process.server import Reply, Request, serve


def serve_bundles(examine: Callable[[Path], None]) -> None:
    """Answer requests until the parent goes; `examine` reads everything of an unpacked bundle as a vault does, and raises if it cannot."""
    serve({"unpack": partial(_unpack, examine), "seal": _seal, "unlock": _unlock})


def _unpack(examine: Callable[[Path], None], request: Request) -> Reply:
    from desktop.adapters.case_bundle.sealing import decrypt
    from desktop.adapters.case_bundle.unpacking import unpack_bundle

    source, folder, name = Path(request.args["source"]), Path(request.args["folder"]), str(request.args["name"])
    with source.open("rb") as file:
        encrypted = file.read(len(AGE)) == AGE
    if encrypted:
        given = json.loads(request.blob)
        plain = folder.with_name(f"{folder.name}.zip")
        decrypt(source, plain, given["passphrase"], given["identities"], name)
        request.raise_if_cancelled()
        unpack_bundle(plain, folder, name)
        plain.unlink()
    else:
        unpack_bundle(source, folder, name)
    request.raise_if_cancelled()
    examine(folder)
    return Reply({"encrypted": encrypted})


def _seal(request: Request) -> Reply:
    from desktop.adapters.case_bundle.sealing import encrypt

    given = json.loads(request.blob)
    encrypt(Path(request.args["source"]), Path(request.args["target"]), given["passphrase"], given["recipients"])
    return Reply()


def _unlock(request: Request) -> Reply:
    import pyrage

    from desktop.domain.errors import PassphraseNeeded

    given = json.loads(request.blob)
    try:
        return Reply(blob=pyrage.passphrase.decrypt(given["text"].encode(), given["passphrase"]))
    except pyrage.DecryptError as error:
        raise PassphraseNeeded("That passphrase does not open your keys.", "Try again.") from error
