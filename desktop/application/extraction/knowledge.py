"""Everything that a vault knows by name, as one thing: it extracts, and tells which texts a change of it touches."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from desktop.application.extraction.aliases import AliasBook, family_of
from desktop.application.extraction.coined_names import CoinedNameFinder
from desktop.application.extraction.extraction import Extraction, Extractor, MentionFinder
from desktop.application.extraction.folding import name_key, squashed
from desktop.application.extraction.name_index import compile_phrases
from desktop.application.extraction.names import SUGGESTS, NameFinder
from desktop.application.extraction.relations import SentenceRelations
from desktop.application.ports import Extracted, ExtractorIdentity, PhraseMatcherMaker
from desktop.application.refanging import refang
from desktop.domain.alias import Alias, AliasStatus
from desktop.domain.entity import EntityType, Mention
from desktop.domain.graph import NamedEntity
from desktop.domain.lexicon import Lexicon
from desktop.domain.pack import PackManifest, PartKind
from desktop.domain.relation import Relation

RULES = "14"
"""How mentions and relations are found; a change of it has every document read again."""
FROM_TEXT = "the text"
"""The source of names that no pack and no lexicon gives."""
_SHAPES = frozenset({PartKind.WORDS, PartKind.WARNING_LISTS})
"""Parts of packs that name nothing themselves and judge everything."""
_SILENT = frozenset({PartKind.LICENCE, PartKind.DESCRIPTIONS, PartKind.REFERENCES, PartKind.RELATIONS})
_PIECE = 1_000_000


def identity_of(manifests: Iterable[PackManifest], lexicon: bytes, engines: str) -> ExtractorIdentity:
    """What extraction depends on, from what packs say of themselves, the lexicon's bytes, and the versions of engines with rules."""
    rules, known = hashlib.sha256(f"{RULES}\n{engines}".encode()), hashlib.sha256(lexicon)
    for manifest in manifests:
        known.update(f"{manifest.name}\n{manifest.authority}\n{manifest.title}\n".encode())
        for part in manifest.parts:
            if part.kind in _SHAPES:
                rules.update(part.sha256.encode())
            elif part.kind not in _SILENT:
                known.update(part.sha256.encode())
    return ExtractorIdentity(rules.hexdigest()[:16], known.hexdigest()[:16])


class Knowledge:
    """Names of packs and lexicon with what finds them. `indicators` finds what is known by its form."""

    def __init__(
        self, book: AliasBook, words: Sequence[str], lexicon: Lexicon, indicators: MentionFinder, make_matcher: PhraseMatcherMaker
    ) -> None:
        self._book = book
        self._met: dict[str, NamedEntity] = {}  # what was spoken of before, for the same are spoken of again and again
        self._lexicon = lexicon
        self._make_matcher = make_matcher
        known, coined = NameFinder(book, words, make_matcher, lexicon), CoinedNameFinder(book, words, make_matcher)
        self.extractor = Extractor([known, indicators, coined], SentenceRelations(), lexicon)

    def extract(self, text: str, between: Callable[[], None] | None = None) -> Extracted:
        """What a text mentions and states, with all names of it; a long one is read in pieces, `between` which somebody may stop it."""
        mentions: list[Mention] = []
        relations: list[Relation] = []
        for start, end in _pieces(text):
            if between is not None:
                between()
            found = _shifted(self.extractor.extract(text[start:end]), start)
            mentions += found.mentions
            relations += found.relations
        return Extracted(tuple(mentions), tuple(relations), tuple(self._entities(mentions)))

    def named(self, entity_ids: Iterable[str]) -> list[NamedEntity]:
        """Those of these entities that are known by name."""
        return [self._named(entity_id) for entity_id in entity_ids if entity_id in self._book.entities]

    def called(self, kind: EntityType, *entity_ids: str, name: str) -> NamedEntity | None:
        """The entity of a kind that has one of these ids, or else this name undisputed; None if it is not known."""
        for entity_id in map(self._book.current, entity_ids):
            if entity_id in self._book.entities:
                return self._named(entity_id)
        senses = [each for each in self._book.meanings(name) if family_of(each.type) is family_of(kind) and each.entity]
        return self._named(senses[0].entity.id) if senses and senses[0].entity else None

    def whole(self, text: str, kind: EntityType) -> Mention | None:
        """What a text is as a whole, if it is of this kind."""
        found = self.extractor.extract(text).mentions
        return next((each for each in found if (each.start, each.end, each.type) == (0, len(text), kind)), None)

    def packed(self) -> bytes:
        """All names with a hash of what each means."""
        return zlib.compress(json.dumps(self._meanings, separators=(",", ":")).encode())

    def changed_names(self, earlier: bytes) -> tuple[str, ...]:
        """The keys of names that mean something else than in knowledge packed earlier."""
        before: dict[str, str] = json.loads(zlib.decompress(earlier))
        now = self._meanings
        return tuple(sorted(key for key in before.keys() | now.keys() if before.get(key) != now.get(key)))

    def speaking_of(self, names: Sequence[str], texts: Iterable[str]) -> list[bool]:
        """For each text whether one of these names, which are keys, may stand in it, however it is written."""
        if not names:
            return [False for _ in texts]
        matcher = self._make_matcher(names)
        return [any(matcher.matches(squashed(each)) for each in dict.fromkeys((text, refang(text)))) for text in texts]

    def _entities(self, mentions: Iterable[Mention]) -> Iterator[NamedEntity]:
        """Every entity that is spoken of, once."""
        found: dict[str, Mention | None] = {}
        for each in mentions:
            if each.entity_id is not None:
                found.setdefault(each.entity_id, each)
            found |= {candidate: None for candidate in each.candidates if candidate not in found}
        for entity_id, mention in found.items():
            if entity_id in self._book.entities:
                yield self._named(entity_id)
            elif mention is not None:
                own = () if mention.type.is_indicator else (Alias(mention.value, entity_id, FROM_TEXT, is_main=True),)
                yield NamedEntity(entity_id, mention.type, mention.value, mention.identity_class, own)

    def _named(self, entity_id: str) -> NamedEntity:
        known = self._met.get(entity_id)
        if known is None:
            entity = self._book.entities[entity_id]
            known = NamedEntity(entity.id, entity.type, entity.name, entity.identity_class, tuple(self._own_names(entity_id)))
            self._met[entity_id] = known
        return known

    def _own_names(self, entity_id: str) -> Iterator[Alias]:
        """The names of an entity; one that the book gives to another, or to several, is disputed, whoever claims it."""
        family = family_of(self._book.entities[entity_id].type)
        for alias in self._book.aliases.get(entity_id, ()):
            if alias.source in SUGGESTS and family is EntityType.ATTACK_PATTERN:
                continue  # words for what is done, which merely hint at it
            senses = [each for each in self._book.meanings(alias.name) if family_of(each.type) is family]
            own = any(sense.entity is not None and sense.entity.id == entity_id for sense in senses)
            yield alias if own or alias.status is not AliasStatus.SAME else replace(alias, status=AliasStatus.DISPUTED)

    @cached_property
    def _meanings(self) -> dict[str, str]:
        said: defaultdict[str, list[str]] = defaultdict(list)
        for key, senses in self._book.senses.items():
            said[key].append(repr(senses))
        for phrase in compile_phrases(self._book, self._lexicon):
            said[name_key(phrase.folded)].append(f"{phrase.written} {phrase.is_allowed} {phrase.is_short} {phrase.senses}")
        for denied in self._lexicon.denied:
            said[name_key(denied)].append("denied")
        return {key: hashlib.sha256("\n".join(sorted(each)).encode()).hexdigest()[:12] for key, each in said.items() if key}


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of a text, each of which ends with a paragraph, or at least with a line or a word, where there are any."""
    start = 0
    while len(text) - start > _PIECE:
        ends = (text.rfind(mark, start + _PIECE // 2, start + _PIECE) for mark in ("\n\n", "\n", " "))
        end = next((end + 1 for end in ends if end > 0), start + _PIECE)
        yield start, end
        start = end
    yield start, len(text)


def _shifted(found: Extraction, by: int) -> Extraction:
    if not by:
        return found
    return Extraction(
        tuple(replace(each, start=each.start + by, end=each.end + by) for each in found.mentions),
        tuple(replace(each, start=each.start + by, end=each.end + by) for each in found.relations),
    )
