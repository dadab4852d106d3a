"""Settings, each declared once with type, default and meaning; the file, the dialog and the manual come from here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, cast

from desktop.domain.errors import UsageError
from desktop.domain.marking import Marking
from desktop.domain.passage import Fusion, Mode


def setting(
    default: Any,
    meaning: str,
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    choices: tuple[str, ...] = (),
    renamed_from: str = "",
) -> Any:
    """Declare one setting: its default, what it means, and what it may be."""
    declared = {"meaning": meaning, "minimum": minimum, "maximum": maximum, "choices": choices, "renamed_from": renamed_from}
    return field(default=default, metadata=declared)


@dataclass(frozen=True, slots=True)
class ImportSettings:
    """What an import accepts, and what a conversion may use."""

    default_tlp: str = setting("CLEAR", "Marking of a document that is imported without one.", choices=tuple(Marking))
    case_tlp: tuple[str, ...] = setting(
        (), "Marking of what is imported or remembered in a case and given none, as `case = AMBER`, one case a line."
    )
    max_file_mb: int = setting(100, "Largest file that is imported, in megabytes.", minimum=1)
    max_output_mb: int = setting(64, "Largest Markdown that one file may become, in megabytes.", minimum=1)
    max_pages: int = setting(5000, "Most pages of one file.", minimum=1)
    seconds_per_file: int = setting(120, "Longest time one file's conversion may take, in seconds.", minimum=1)
    memory_mb: int = setting(2048, "Most memory one conversion may use, in megabytes.", minimum=256)
    workers: int = setting(0, "Conversions at the same time; 0 means one for each processor core, at most four.", minimum=0, maximum=16)
    max_depth: int = setting(5, "How deep mails and archives may lie in each other to be opened.", minimum=0, maximum=20)
    max_members: int = setting(10_000, "Most files that may come out of one file, those in nested archives included.", minimum=1)
    max_unpacked_mb: int = setting(1000, "Most that may come out of one file altogether, in megabytes.", minimum=1)
    max_expansion: int = setting(200, "How many times its own size may come out of a file.", minimum=1)
    changed_files: str = setting(
        "update",
        "A file that changed since its import: `update` makes its successor, linked with it; `keep_both` makes a document of its own.",
        choices=("update", "keep_both"),
    )
    watched_folders: tuple[str, ...] = setting((), "Folders whose new and changed files are imported by themselves.")

    def default_for(self, tags: Iterable[str]) -> Marking:
        """The marking of what is imported without one: the highest that is set for a case among its tags, else the default."""
        return marking_of_case(tags, case_markings(self.case_tlp), Marking(self.default_tlp))


@dataclass(frozen=True, slots=True)
class RecognitionSettings:
    """How scanned pages and pictures are read by OCR."""

    enabled: bool = setting(True, "Read scanned pages and pictures by OCR once the text of everything else can be searched.")
    models: str = setting("", "A pack of recognition models in the vault's `packs` folder, or anywhere, used instead of the bundled ones.")
    min_confidence: int = setting(50, "Lines of which the engine is less sure than this are left out, in percent.", minimum=0, maximum=95)
    seconds_per_page: int = setting(180, "Longest time that reading one page may take, in seconds.", minimum=5)


@dataclass(frozen=True, slots=True)
class ChunkSettings:
    """How documents are cut into chunks; a change needs `reindex --full`."""

    tokens: int = setting(220, "Longest chunk, in tokens of the embedding model.", minimum=32, maximum=2048)
    overlap: int = setting(24, "Tokens that a chunk repeats of the one before it, where a block had to be cut.", minimum=0, maximum=512)


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How search behaves."""

    default_mode: str = setting("blended", "Mode of a search that names none.", choices=tuple(Mode))
    fusion: str = setting(
        "share",
        "How the routes' lists become one: by scores, as a `share` of the route's best or stretched (`minmax`), or by ranks (`rrf`).",
        choices=tuple(Fusion),
    )
    second_look: bool = setting(
        True, "Look again at the best passages of several routes: words held, title named, nearness to the first hits."
    )
    intent_by_model: bool = setting(
        False, "Let a language model of your own (answer.model_file) tell a query's intent where its words leave doubt; takes seconds."
    )


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """How questions are answered."""

    use_model: bool = setting(True, "Let the language model compose from the evidence; its sentences are checked all the same.")
    model_file: str = setting("", "A GGUF file to use instead of the bundled language model.")
    provider: str = setting(
        "",
        "Base address of a server with OpenAI's protocol that composes answers, if it is allowed on this machine (Language models).",
    )
    provider_model: str = setting("", "Name of the provider's model that composes answers.")
    threads: int = setting(
        0, "Processor threads of the language model; 0: all cores, one fewer while anything else works.", minimum=0, maximum=64
    )
    keep_threads: bool = setting(True, "Keep what is asked in the window, with the answers, as Markdown in the vault's `threads` folder.")
    max_tokens: int = setting(200, "Longest text the language model may write for one answer, in tokens.", minimum=16, maximum=4096)


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """How the index is kept."""

    vectors: str = setting(
        "sqlite",
        "Where vectors are kept: `sqlite`, in coffer.db, or `lancedb`, in a store of their own for vaults of a million chunks and more.",
        choices=("sqlite", "lancedb"),
    )
    embedder: str = setting(
        "",
        "A folder with another embedding model (ONNX and tokenizer), in the vault's `packs` folder or anywhere, or a provider's, as "
        "`address#model`, if it is allowed on this machine (Language models); empty: the bundled one. "
        "A change makes all vectors anew in the background; those of the model before serve until then.",
    )
    vector_memory_mb: int = setting(
        512, "Most memory that vectors, or what LanceDB has read of them, may be held in to be searched sooner, in megabytes.", minimum=0
    )


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """How facts are kept, and who signs what is done."""

    actor: str = setting("", "The name that stands in the audit log and in facts; if empty, that of the account on this machine.")
    default_tlp: str = setting("CLEAR", "Marking of a fact that is given none and has no marked source.", choices=tuple(Marking))


@dataclass(frozen=True, slots=True)
class MarkingSettings:
    """What may leave Coffer, by how it is marked."""

    export_max: str = setting(
        "RED", "Highest marking that may be copied, exported or bundled; what is marked higher is held back.", choices=tuple(Marking)
    )
    remote_max: str = setting(
        "CLEAR", "Highest marking that a configured remote provider may be sent, for answers or for vectors.", choices=tuple(Marking)
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a vault, by section of `coffer.toml`."""

    imports: ImportSettings = ImportSettings()
    recognition: RecognitionSettings = RecognitionSettings()
    chunks: ChunkSettings = ChunkSettings()
    search: SearchSettings = SearchSettings()
    answer: AnswerSettings = AnswerSettings()
    index: IndexSettings = IndexSettings()
    memory: MemorySettings = MemorySettings()
    markings: MarkingSettings = MarkingSettings()


def case_markings(lines: Iterable[str]) -> dict[str, Marking]:
    """The marking of each case, from lines like `case = AMBER`; UsageError names the line that is none."""
    found = {}
    for line in lines:
        case, _, marking = line.rpartition("=")
        try:
            found[" ".join(case.split())] = Marking.parse(marking)
        except ValueError as error:
            hint = f"Write it as `case = MARKING`, with one of {', '.join(Marking)}."
            raise UsageError(f"imports.case_tlp in coffer.toml says {line!r}, which marks no case.", hint) from error
    return found


def marking_of_case(tags: Iterable[str], cases: Mapping[str, Marking], default: Marking) -> Marking:
    """The highest marking that is set for a case among these tags; where none is, the default."""
    named = [cases[tag] for tag in tags if tag in cases]
    return Marking.highest(named) if named else default


def read_settings(table: dict[str, Any]) -> Settings:
    """Make settings of a parsed TOML table; what it does not name keeps its default.

    Raises UsageError naming the section, the setting and what it may be. Unknown names are left alone: they
    may belong to a newer Coffer.
    """
    sections = {each.name: _read_section(each.name, each.default, table.get(each.name, {})) for each in fields(Settings)}
    settings = Settings(**sections)
    case_markings(settings.imports.case_tlp)
    return settings


def _read_section(name: str, defaults: Any, table: object) -> Any:
    if not isinstance(table, dict):
        raise UsageError(f"[{name}] in coffer.toml is not a table.", "Write it as `[section]` followed by `name = value` lines.")
    given = cast("dict[str, object]", table)
    values: dict[str, object] = {}
    for each in fields(defaults):
        old = each.metadata["renamed_from"]
        found = given.get(each.name, given.get(old) if old else None)
        if found is not None:
            values[each.name] = _checked(f"{name}.{each.name}", found, each.default, each.metadata)
    return replace(defaults, **values)


def stated_path(text: str) -> Path:
    """The path that a setting states, `~` read as a home folder; taken as it stands where nobody has such a home."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def _checked(name: str, value: object, default: object, declared: Any) -> object:
    if isinstance(default, tuple):
        return _checked_texts(name, value, declared)
    if type(value) is not type(default):
        raise UsageError(f"{name} in coffer.toml must be {type(default).__name__}, not {value!r}.", declared["meaning"])
    if declared["choices"] and value not in declared["choices"]:
        raise UsageError(f"{name} in coffer.toml is {value!r}.", f"It may be one of: {', '.join(declared['choices'])}.")
    low, high = declared["minimum"], declared["maximum"]
    if isinstance(value, int) and ((low is not None and value < low) or (high is not None and value > high)):
        raise UsageError(f"{name} in coffer.toml is {value}, out of range.", f"Least {low}, most {high if high is not None else 'any'}.")
    return value


def _checked_texts(name: str, value: object, declared: Any) -> tuple[str, ...]:
    """A list of texts, as TOML has it."""
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        raise UsageError(f"{name} in coffer.toml must be a list of texts, not {value!r}.", declared["meaning"])
    return tuple(value)
