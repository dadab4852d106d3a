"""The language of a text: by its script where that settles it, by its little words, else by py3langid."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

LANGUAGES = {
    "Latin": "af az bs ca cs cy da de en es et eu fi fr ga gl hr hu id is it lt lv ms mt nl nn pl pt ro sk sl sq sv sw tl tr uz vi",
    "Cyrillic": "be bg kk ky mk mn ru sr tg uk",
    "Arabic": "ar fa ku ps ug ur",
    "Devanagari": "hi mr ne",
}
"""What is told apart in each script; whatever else is written in one is taken for the nearest, so none is rare."""
ALONE = {
    **{"Greek": "el", "Hebrew": "he", "Thai": "th", "Hangul": "ko", "Kana": "ja", "Han": "zh", "Armenian": "hy", "Georgian": "ka"},
    **{"Bengali": "bn", "Tamil": "ta", "Telugu": "te", "Khmer": "km", "Burmese": "my", "Ethiopic": "am"},
}
SCRIPTS = {
    "Latin": "A-Za-z\u00c0-\u024f\u1e00-\u1eff",
    "Greek": "\u0370-\u03ff\u1f00-\u1fff",
    "Cyrillic": "\u0400-\u052f",
    "Armenian": "\u0530-\u058f",
    "Hebrew": "\u0590-\u05ff",
    "Arabic": "\u0600-\u06ff\u0750-\u077f",
    "Devanagari": "\u0900-\u097f",
    "Bengali": "\u0980-\u09ff",
    "Tamil": "\u0b80-\u0bff",
    "Telugu": "\u0c00-\u0c7f",
    "Thai": "\u0e00-\u0e7f",
    "Burmese": "\u1000-\u109f",
    "Georgian": "\u10a0-\u10ff",
    "Ethiopic": "\u1200-\u137f",
    "Khmer": "\u1780-\u17ff",
    "Kana": "\u3040-\u30ff",
    "Hangul": "\u1100-\u11ff\uac00-\ud7af",
    "Han": "\u3400-\u4dbf\u4e00-\u9fff",
}
DENSE = frozenset({"Han", "Kana", "Hangul"})
ENGLISH = frozenset(
    ["the", "and", "of", "that", "for", "with", "are", "by", "this", "from", "which", "have", "has", "been", "not", "were", "they", "their"]
)
LEAST_LETTERS = 60
LEAST_DENSE_LETTERS = 12
LEAST_SHARE = 0.6
LEAST_ENGLISH = 0.07
LEAST_WORDS = 30
LEAST_SURE = 0.95
STRETCH = 2000
NO_PROSE = re.compile(
    r"```[^`]*(?:```|\Z)|`[^`\n]{1,200}`|\]\([^)\s]{1,2000}\)|<!--[^>]{0,60}-->|\S*(?:://|@|\[\.\]|\\)\S*|\S*\d\S*|\S*\w\.\w\S*"
)
WORD = re.compile(r"[^\W\d_]+")


def measure_language(markdown: str) -> str | None:
    """The BCP 47 code of the language that most of the text is in; None where that is unsure."""
    middle = len(markdown) // 2
    if len(markdown) > 3 * STRETCH and _is_english(NO_PROSE.sub(" ", markdown[middle : middle + STRETCH])):
        return "en"  # as most reports are: a look at the middle is enough, and the model costs a hundred megabytes
    prose = _prose(markdown)
    script, letters = _script(prose)
    if script is None or letters < (LEAST_DENSE_LETTERS if script in DENSE else LEAST_LETTERS):
        return None
    if script in ALONE:
        return ALONE[script]
    if script == "Latin" and _is_english(prose):
        return "en"
    if script == "Latin" and len(WORD.findall(prose)) < LEAST_WORDS:
        return None
    return _classified(prose, script)


def _is_english(prose: str) -> bool:
    words = WORD.findall(prose.lower())
    return bool(words) and sum(word in ENGLISH for word in words) >= LEAST_ENGLISH * len(words) and _script(prose)[0] == "Latin"


def _prose(markdown: str) -> str:
    """Three stretches of the text without code, addresses and numbers."""
    length = len(markdown)
    starts = (0,) if length <= 3 * STRETCH else (0, length // 2, length - STRETCH)
    size = length if len(starts) == 1 else STRETCH
    return " ".join(NO_PROSE.sub(" ", markdown[start : start + size]) for start in starts)


def _script(prose: str) -> tuple[str | None, int]:
    """The script of most letters, and how many; Japanese is known by its kana, whatever Han stands between."""
    latin = _letters(prose, "Latin")
    if latin >= LEAST_SHARE * sum(map(str.isalpha, prose)) > 0:
        return "Latin", latin
    counted = Counter({name: _letters(prose, name) for name in SCRIPTS})
    if counted["Kana"] > 0.1 * counted["Han"]:
        counted["Kana"] += counted.pop("Han")
    (name, count), total = counted.most_common(1)[0], counted.total()
    return (name if count >= LEAST_SHARE * total > 0 else None), count


def _letters(prose: str, script: str) -> int:
    return sum(map(len, _patterns()[script].findall(prose)))


def _classified(prose: str, script: str) -> str | None:
    identifier = _identifier()
    identifier.set_languages(LANGUAGES[script].split())
    language, probability = identifier.classify(prose)
    return str(language) if probability >= LEAST_SURE else None


@lru_cache(maxsize=1)
def _patterns() -> dict[str, re.Pattern[str]]:
    return {name: re.compile(f"[{letters}]+") for name, letters in SCRIPTS.items()}


@lru_cache(maxsize=1)
def _identifier() -> LanguageIdentifier:
    """One for all scripts: it needs seventy megabytes."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
