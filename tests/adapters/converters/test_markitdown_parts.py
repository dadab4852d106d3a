"""Parts of MarkItDown without the rest of it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.adapters.converters import markitdown_parts
from desktop.adapters.converters.markitdown_parts import open_parts

CONVERTED = """
import json, sys
from pathlib import Path
from desktop.adapters.converters.conversion import convert_file
from desktop.domain.conversion import ConversionLimits

limits = ConversionLimits(seconds=60, memory_bytes=2**30, output_characters=10**6, pages=100)
page = Path(sys.argv[1])
page.write_text("<html><body><p>Headlace <b>spreads</b>.</p></body></html>")
print(json.dumps([convert_file(page, limits).markdown, sorted({"magika", "onnxruntime", "requests", "pandas"} & sys.modules.keys())]))
"""


def test_a_worker_that_reads_a_web_page_loads_no_engine_but_the_one_it_needs(tmp_path: Path) -> None:
    command = [sys.executable, "-c", CONVERTED, str(tmp_path / "page.html")]
    markdown, loaded = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    assert markdown == "Headlace **spreads**."
    assert loaded == []


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markitdown_parts, "PACKAGES", ("no_such_package",))
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        open_parts()
