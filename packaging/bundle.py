"""What the built program holds and what it leaves out, as data that build.spec hands to PyInstaller.

PyInstaller follows imports; what is named here is what no import names (models, tables, libraries that are loaded by path)
and what it would take along although nothing ever uses it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

NAME = "Coffer"
IDENTIFIER = "org.coffer.Coffer"
BUNDLE_TYPE = "org.coffer.bundle"

# What macOS is told of the program. ONNX Runtime's wheel asks for macOS 14.
INFO_PLIST: dict[str, object] = {
    "CFBundleDocumentTypes": [
        {
            "CFBundleTypeName": "Case bundle of Coffer",
            "CFBundleTypeRole": "Viewer",
            "LSHandlerRank": "Owner",
            "LSItemContentTypes": [BUNDLE_TYPE],
        },
        # What is encrypted ends in `.coffer.age`, and macOS goes by the last ending.
        {
            "CFBundleTypeName": "Encrypted file",
            "CFBundleTypeRole": "Viewer",
            "LSHandlerRank": "Alternate",
            "CFBundleTypeExtensions": ["age"],
        },
    ],
    "UTExportedTypeDeclarations": [
        {
            "UTTypeIdentifier": BUNDLE_TYPE,
            "UTTypeDescription": "Case bundle of Coffer",
            "UTTypeConformsTo": ["public.data", "public.archive"],
            "UTTypeTagSpecification": {"public.filename-extension": ["coffer"]},
        }
    ],
    "CFBundleDisplayName": NAME,
    "LSApplicationCategoryType": "public.app-category.productivity",
    "LSMinimumSystemVersion": "14.0",
    "NSHighResolutionCapable": True,
    "NSRequiresAquaSystemAppearance": False,
}

# Parts of resources/ that the program reads. Its screenshots belong to the README.
RESOURCES = ("guide", "icons", "licences", "models", "models.toml", "packs", "reports", "sample", "themes")

# Packages whose own data no hook collects; the patterns leave out their code and their tests.
PACKAGE_DATA: dict[str, tuple[str, ...]] = {
    "anyascii": ("_data/*",),
    "magika": ("config/*.json", "models/**/*"),
    "opencc": ("config/*", "dictionary/*"),
    "publicsuffixlist": ("public_suffix_list.dat",),
    "py3langid": ("data/*",),
    "rapidocr": ("*.yaml", "models/*"),
}

# Packages whose libraries are loaded by path. On macOS they must be binaries, not data, or they are not signed.
PACKAGE_LIBRARIES: dict[str, tuple[str, ...]] = {
    "llama_cpp": ("*.so", "*.so.*", "*.dylib"),
    "sqlite_vec": ("*.so", "*.dylib"),
}

# Modules that packages import only for what Coffer never does: other windows, notebooks, servers, downloads, cloud readers.
UNUSED_MODULES = (
    *("tkinter", "IPython", "matplotlib", "pytest", "_pytest", "hypothesis", "setuptools", "pkg_resources", "wheel", "pip"),
    *("mypy", "ruff", "grimp", "importlinter", "uvicorn", "fastapi", "starlette", "llama_cpp.server", "azure", "hf_xet"),
    *("PySide6.QtNetwork", "PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtPdf", "PySide6.QtVirtualKeyboard", "PySide6.QtTest"),
    *("PIL.ImageTk", "PIL.ImageQt", "lxml.isoschematron", "numpy.f2py", "publicsuffixlist.test", "publicsuffixlist.update"),
    # MarkItDown reads spreadsheets with it; Coffer has readers of its own for them.
    "pandas",
    # Vectors by the million: as big as all the rest, and there only for whoever installs it beside Coffer.
    *("lancedb", "lance_namespace", "pyarrow"),
)

# Files that come along with what is needed, by a piece of their path in the bundle.
UNUSED_FILES = (
    *("libQt6Qml", "libQt6Quick", "libQt6Pdf", "libQt6VirtualKeyboard", "libQt6Network", "libQt6Test", "libQt6Sql", "libQt6ShaderTools"),
    # The look of GTK, which Coffer does not take on, and the whole of GTK behind it.
    *("platformthemes/libqgtk3", "libgtk-3", "libgdk-3", "libepoxy", "libcairo", "libpango", "libatk", "libatspi", "libgdk_pixbuf"),
    *(
        "libQt6EglFS",
        "libQt6EglFs",
        "platforms/libqvnc",
        "platforms/libqlinuxfb",
        "platforms/libqeglfs",
        "platforms/libqminimal",
        "platforms/libqvkkhrdisplay",
    ),
    *(
        "plugins/egldeviceintegrations",
        "plugins/generic",
        "plugins/networkinformation",
        "plugins/tls",
        "plugins/sqldrivers",
        "plugins/qmltooling",
    ),
    *("plugins/platforminputcontexts/libqtvirtualkeyboard", "Qt/translations", "lxml/isoschematron"),
    *("numpy/_core/lib", "/tests/", "tzdata/zoneinfo"),
)

# Files that carry symbols nobody reads, by a piece of their path. Libraries that a wheel's maker has patched (those in `*.libs`) break
# when they are stripped, so only these are.
STRIPPED = (
    *("bin/rg", "libpython", "_brotli", "lib-dynload/", "tokenizers/", "cryptography/", "PIL/_imaging", "PySide6/Qt/lib/libicu"),
    *("_internal/pyclipper/", "_internal/yaml/", "pypdfium2_raw/", "Cryptodome/", "apsw/", "psutil/", "ahocorasick_rs/", "mmh3."),
    *("_internal/pyppmd/", "_internal/bcj/", "_internal/inflate64/", "_internal/charset_normalizer/"),
)

# Programs that are linked with libraries which Coffer never calls: the folder of these, and how their names begin.
STAND_INS: dict[str, tuple[str, Sequence[str]]] = {
    # Codecs of films. OpenCV finds the lines on scanned pages.
    "cv2/cv2.abi3.so": ("opencv_python_headless.libs", ("libavcodec-", "libavformat-", "libavutil-", "libswscale-")),
}


class Entry(NamedTuple):
    """A line of PyInstaller's tables: where it goes, where it comes from, of what kind it is."""

    destination: str
    source: str
    kind: str


def kept(entries: Iterable[tuple[str, str, str]]) -> list[Entry]:
    """Return the entries that are used, in their order."""
    return [entry for entry in map(Entry._make, entries) if not is_unused(entry.destination)]


def is_unused(destination: str) -> bool:
    """Say whether a file of the bundle is one that nothing ever opens."""
    path = "/" + destination.replace("\\", "/")
    return any(piece in path for piece in UNUSED_FILES)


def is_stripped(destination: str) -> bool:
    """Say whether a file of the bundle may lose its symbols."""
    return any(piece in f"/{destination}" for piece in STRIPPED)


def part_of(path: str) -> str:
    """Return which part of the program a file below its folder belongs to: a package, a kind of resource, or Python itself."""
    parts = Path(path).parts
    if parts[0] != "_internal":
        return "start"
    if len(parts) < 3:
        return "libraries of the system and of Python"
    if parts[1] == "resources":
        return "/".join(parts[1:4] if parts[2] == "models" else parts[1:3])
    return parts[1].removesuffix(".libs").split("-")[0]


def sizes(folder: Path) -> list[tuple[str, int]]:
    """Return the bytes of each part of a built program, the largest first; a link weighs nothing."""
    total: Counter[str] = Counter()
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            total[part_of(str(path.relative_to(folder)))] += path.stat().st_size
    return total.most_common()


def size_table(parts: Sequence[tuple[str, int]], budget: int) -> str:
    """Lay out sizes for people, in megabytes, with the total against the budget."""
    whole = sum(size for _, size in parts)
    lines = [f"{size / 1e6:8.1f} MB  {name}" for name, size in parts if size >= 1e6]
    small = sum(size for _, size in parts if size < 1e6)
    return "\n".join([*lines, f"{small / 1e6:8.1f} MB  everything smaller", f"{whole / 1e6:8.1f} MB  in all, of {budget / 1e6:.0f}"])
