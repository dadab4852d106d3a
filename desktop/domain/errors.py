"""Every error that Coffer expects, as a value a person can act on."""

from __future__ import annotations

from typing import ClassVar


class CofferError(Exception):
    """A known error: what happened, to what, and what to do next.

    Subclasses fix `code`, the stable name that the command line prints and tests compare;
    errors are never recognised by their text.
    """

    code: ClassVar[str] = "error"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(CofferError):
    """The request itself makes no sense, whatever the state of the vault."""

    code = "usage"


class EnvironmentProblem(CofferError):
    """The machine, not the program: disk full, file locked, model missing."""

    code = "environment"


class VaultNotFound(EnvironmentProblem):
    """There is no vault in the named folder."""

    code = "vault_not_found"


class VaultLocked(EnvironmentProblem):
    """Another process is writing this vault."""

    code = "vault_locked"


class VaultTooNew(EnvironmentProblem):
    """The vault's index was written by a newer Coffer."""

    code = "vault_too_new"


class StorageProblem(EnvironmentProblem):
    """A file of the vault could not be read or written."""

    code = "storage"


class ModelUnavailable(EnvironmentProblem):
    """A model's files are missing, damaged, or its engine cannot start."""

    code = "model_unavailable"


class VectorsUnavailable(StorageProblem):
    """Vectors are kept where they cannot be read at present."""

    code = "vectors_unavailable"


class DocumentNotFound(CofferError):
    """No document has this id."""

    code = "document_not_found"


class ConversionFailed(CofferError):
    """A file could not be turned into Markdown; the message is the reason in its ledger row."""

    code = "conversion_failed"


class UnsupportedFormat(ConversionFailed):
    """A file is of a kind that Coffer does not read; it is passed over, and its ledger row says why."""

    code = "unsupported_format"


class PasswordNeeded(ConversionFailed):
    """A file is encrypted, and no password that was given opens it."""

    code = "password_needed"


class SourceChanged(CofferError):
    """A file changed, or went away, while it was being imported."""

    code = "source_changed"


class DocumentChanged(CofferError):
    """A document's text is no longer what somebody began to edit."""

    code = "document_changed"


class TextEdited(CofferError):
    """A person changed a document's text, and what was asked for would replace what they made of it."""

    code = "text_edited"


class OriginalUnusable(CofferError):
    """A document's original in the vault is missing, or no longer what was imported."""

    code = "original_unusable"


class FactNotFound(CofferError):
    """No fact has this id."""

    code = "fact_not_found"


class FactChanged(CofferError):
    """A fact's file is no longer what somebody began to edit."""

    code = "fact_changed"


class ThreadNotFound(CofferError):
    """No thread has this id."""

    code = "thread_not_found"


class PackDamaged(CofferError):
    """A knowledge pack is missing, or is not what its manifest says."""

    code = "pack_damaged"


class EntityNotFound(CofferError):
    """Nothing that the vault's documents mention has this id or name."""

    code = "entity_not_found"


class AmbiguousName(CofferError):
    """A name stands for several entities, and only an id can say which one is meant."""

    code = "ambiguous_name"


class InvalidBundle(CofferError):
    """A file is no valid STIX bundle and no MISP event; the message says why, and where."""

    code = "invalid_bundle"


class BundleDamaged(CofferError):
    """A case bundle is none, is not whole, is not what its manifest says, or holds what no bundle may."""

    code = "bundle_damaged"


class PassphraseNeeded(CofferError):
    """Something is encrypted, and what was given does not open it."""

    code = "passphrase_needed"


class KeychainUnavailable(EnvironmentProblem):
    """This system has no keychain that answers."""

    code = "keychain_unavailable"


class ProviderFailed(EnvironmentProblem):
    """A configured provider did not answer, refused, or answered something that cannot be used."""

    code = "provider_failed"


class WorkerDied(CofferError):
    """A worker process ended, hung, or outgrew its limits before it answered."""

    code = "worker_died"


class Cancelled(CofferError):
    """The person stopped the job; what was finished is kept."""

    code = "cancelled"

    def __init__(self) -> None:
        super().__init__("Stopped. What was finished is kept.")
