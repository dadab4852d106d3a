"""The extracting worker with a few names, started as a script, so that these tests need no composition."""

import os
import sys
from pathlib import Path

from desktop.adapters.extractors.child import serve_extraction
from desktop.adapters.phrase_matcher import AutomatonMatcher
from desktop.application.extraction.aliases import compile_aliases
from desktop.application.extraction.knowledge import Knowledge
from desktop.domain.entity import EntityType, Mention
from desktop.domain.lexicon import Lexicon
from desktop.domain.pack import Pack, PackEntry, PackManifest

MANIFEST = PackManifest("names", "Names", "1", "", "", "", 1, ())


class Endings:
    """Ends the process where a text says so, and finds the indicator x.org."""

    def find(self, text: str) -> list[Mention]:
        if "crash" in text:
            os._exit(3)
        at = text.find("x.org")
        kind = EntityType.DOMAIN
        return [Mention(kind, "x.org", "x.org", at, at + 5, 0.9, "pattern", "domain-name:x.org", (), "", ("Noted",))] if at >= 0 else []


def read(names: Path) -> Knowledge:
    entries = [PackEntry(f"malware:{name}", name, "Names", (f"{name} Two",)) for name in names.read_text().split()]
    return Knowledge(compile_aliases([Pack(MANIFEST, tuple(entries))]), [], Lexicon(), Endings(), AutomatonMatcher)


if __name__ == "__main__":
    serve_extraction(lambda: read(Path(sys.argv[1])))
