"""What a keyword search asks for, as a value: clauses, and how a person may read them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phrase:
    """These words in this form and order, next to each other."""

    text: str


@dataclass(frozen=True, slots=True)
class Beginning:
    """Whatever begins so: words, or what lies under an indicator (`*.evil.com`, `10.0.0.0/8`, `evil.com/a*`)."""

    text: str


@dataclass(frozen=True, slots=True)
class Near:
    """These words or phrases with at most `distance` words between them."""

    parts: tuple[str, ...]
    distance: int = 10


@dataclass(frozen=True, slots=True)
class Titled:
    """Something in the title or the headings."""

    clause: Clause


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of `parts` and none of `without`."""

    parts: tuple[Clause, ...]
    without: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of these."""

    parts: tuple[Clause, ...]


Clause = str | Phrase | Beginning | Near | Titled | AllOf | AnyOf
"""A plain text is a word in any of its forms, an indicator in any of its spellings, or, if it has several words, a phrase."""


@dataclass(frozen=True, slots=True)
class KeywordQuery:
    """Words, phrases and clauses, none of them with syntax of an engine.

    A chunk matches that meets all of `required` (if any) and, if there are none, any of `terms`, and none of `excluded`;
    `prefix` is a last word still being typed.
    """

    terms: tuple[Clause, ...] = ()
    required: tuple[Clause, ...] = ()
    prefix: str = ""
    excluded: tuple[Clause, ...] = ()

    @property
    def sought(self) -> tuple[Clause, ...]:
        """Everything that a passage may hold, the last word included."""
        return (*self.required, *self.terms, *((Beginning(self.prefix),) if self.prefix else ()))

    @property
    def unwanted(self) -> tuple[Clause, ...]:
        """Everything that no passage may meet, also where it is said beside what is required."""
        return (*self.excluded, *(each for clause in self.required for each in _unwanted(clause)))

    @property
    def titled(self) -> tuple[Clause, ...]:
        """What the title or the headings of every passage must hold, by whatever it was found."""
        return tuple(each for each in self.required if isinstance(each, Titled))

    def __str__(self) -> str:
        """For a person: `all of: “cobalt strike”; ranked by: beacon, smb…; none of: linux`."""
        ranked = (*self.terms, *((Beginning(self.prefix),) if self.prefix else ()))
        parts = (
            ("all of", self.required),
            ("ranked by" if self.required else "any of", ranked),
            ("none of", self.excluded),
        )
        return "; ".join(f"{name}: {', '.join(map(readable, clauses))}" for name, clauses in parts if clauses)


def readable(clause: Clause) -> str:
    """A clause as a person may read it."""
    match clause:
        case Phrase(text):
            return f"“{text}”"
        case Beginning(text):
            return text if text.startswith("*") or "/" in text else f"{text.rstrip('*')}…"
        case Near(parts, distance):
            return f"{' near '.join(parts)} (within {distance} words)"
        case Titled(inner):
            return f"{readable(inner)} in the title"
        case AllOf(parts, without):
            return f"({' and '.join(map(readable, parts))}{''.join(f' but not {readable(each)}' for each in without)})"
        case AnyOf(parts):
            return f"({' or '.join(map(readable, parts))})"
        case _:
            return clause


def _unwanted(clause: Clause) -> tuple[Clause, ...]:
    match clause:
        case AllOf(parts, without):
            return (*without, *(each for part in parts for each in _unwanted(part)))
        case _:
            return ()


def leaves(clause: Clause) -> tuple[str | Phrase | Beginning, ...]:
    """The words, phrases and beginnings of a clause that a passage may show; what must not stand there is none of them."""
    match clause:
        case Near(parts):
            return tuple(map(Phrase, parts))
        case Titled(inner):
            return leaves(inner)
        case AllOf(parts) | AnyOf(parts):
            return tuple(leaf for part in parts for leaf in leaves(part))
        case _:
            return (clause,)
