"""MarkItDown as a mere folder of modules, so that one of them can be imported without the rest.

Its own packages import a recogniser of files on ONNX Runtime, a client for the web and pandas, none of which is used here: that would
cost each worker two seconds and 130 MB.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from types import ModuleType

PACKAGES = ("markitdown", "markitdown.converters")


def open_parts() -> None:
    """Put empty packages in the place of those that import everything; call it before a module of MarkItDown is imported."""
    for name in PACKAGES:
        if name in sys.modules:
            continue
        spec = find_spec(name)
        if spec is None or spec.submodule_search_locations is None:
            raise ModuleNotFoundError(f"There is no package {name}.", name=name)
        package = ModuleType(name)
        package.__spec__, package.__path__ = spec, spec.submodule_search_locations
        sys.modules[name] = package
