"""Whether a word with dots in it is the name of a host, a file, or neither."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from desktop.application.ports.indicators import SuffixList

_EXTENSIONS_TEXT = """
7z a3x accdb ace acm aes apk apkm app appimage appinstaller appx appxbundle arj asar ascx ashx asm asmx asp aspx au3 avi ax axd b64 bak
bash bat bin blf bmp bz2 c cab cc cdr cer cfg cfm cgi chm class cmd cnt conf config cpio cpl cpp crt crx crypt cs csproj csv cur dar dat
db dbx deb deskthemepack dex diagcab dl_ dll dmg dmp doc docb docm docx dot dotm dotx drv dylib elf emf eml enc eot eps etl evtx ex_ exe
exp flac flv gif gz gzip h hlp hpp hta htaccess htm html hve hwp hwpx hxs icl ico idx ifo img inc inf ini ino ipa ipynb iqy iso jar java
jfif jnlp job jpeg jpg js jse json jsp jspa jspx kext key ko kt lib library-ms lnk lock locked log lua lz lzh lzma m3u m4a md mdb mde
mht mhtml mid mkv mo mov mp3 mp4 mpeg mpg mpp msc msg mshta msi msix msixbundle msp mst msu mui nls nsi nupkg ocx odg odp ods odt ogg
one onepkg onetoc2 ost ova ovf oxps p12 pac pcap pcapng pdb pdf pem pfx php php3 php4 php5 php7 phps phtml pif pkg pl plist pma png pot
potm potx ppkg pps ppsm ppsx ppt pptm pptx prf prn ps ps1 ps1xml ps2 psc1 psd psd1 psm1 pst pub py pyc pyd pyo pyw pyz qcow2 r00 rar raw
rb rc rdp reg rpm rs rtf sav scala scf scr sct search-ms settingcontent-ms sh shb shs sig slk sln so sql sqlite sqlite3 stackdump svc
svg swf swift swp sys tar tbz tgz themepack thmx tif tiff tlb tmp tmpl toml torrent tpl ts ttf txt udf url uue vb vba vbe vbproj vbs vcf
vdi vhd vhdx vmdk vmem vmx vsd vsdx vsix vss vxd war wasm wav wbk webp wer whl wim wiz wll wma wmf wmv woff woff2 wpl wps ws wsc wsf wsh
xap xht xhtml xla xlam xlk xll xlm xls xlsb xlsm xlsx xlt xltm xltx xml xps xsl xslt xz yaml yar yara yml z zip zipx zst
"""
EXTENSIONS = frozenset(_EXTENSIONS_TEXT.split())
_LIBRARIES_TEXT = """
node vue react next nuxt express angular d3 three moment chart socket backbone ember knockout discord p5 electron asp
"""
_LIBRARIES = frozenset(_LIBRARIES_TEXT.split())
# Top-level domains that are also endings of files: a bare `main.py` is a file, `evil[.]py` and `cdn.evil.py` are not.
_FILE_LIKE = frozenset({"app", "cab", "cc", "dot", "md", "mo", "mov", "pl", "ps", "pub", "py", "rs", "sh", "so", "zip"})
_MOSTLY_DOMAINS = frozenset({"app", "cc", "pl"})
# Top-level domains that programs use as names of members.
_MEMBER_LIKE_TEXT = """
id name call run open date time info data map link host click select filter group forms build network system io in is as at cat
zip to py sh exchange security events services tools style support video download report management center page search dev work
works sc sy sql
"""
_MEMBER_LIKE = frozenset(_MEMBER_LIKE_TEXT.split())
_OBJECTS_TEXT = """
this self document window event os sys obj object e ex err req res request response ctx context app console math json string array
node element item row user file process thread wscript shell std java javax android kotlin system microsoft windows google
"""
_OBJECTS = frozenset(_OBJECTS_TEXT.split())
_PACKAGE_ROOTS = frozenset({"com", "org", "net", "io", "android", "edu"})
_COMMON = frozenset({"com", "net", "org", "info", "biz", "edu", "gov", "mil", "int", "onion", "ru", "cn"})
_WORDS = frozenset({"in", "is", "it", "at", "to", "so", "me", "no", "as", "be", "my", "us", "do", "am", "an", "by"})
# Words of which the names are made that virus scanners give.
_DETECTION = frozenset(
    {"trojan", "win32", "win64", "w32", "w64", "msil", "backdoor", "heur", "worm", "ransom", "exploit", "adware", "riskware", "agent",
     "generic", "gen", "dropper", "downloader", "trojanspy", "trojandownloader", "hacktool", "rootkit", "linux", "android", "script",
     "variant", "malware"}
)  # fmt: skip
_NOT_HOSTS = frozenset({"readme", "license", "changelog"})
_UNLISTED = frozenset({"onion", "i2p", "bit"})
_LABEL = re.compile(r"(?!-)[^\W_](?:[\w-]{0,61}[^\W_])?$|^_[a-z][\w-]{0,61}$")
_LONGEST = 253


@dataclass(frozen=True, slots=True)
class HostName:
    """A host's name in its canonical form; `notes` warn of letters that look like others."""

    value: str
    confidence: float
    notes: tuple[str, ...] = ()


class HostNames:
    """Tells names of hosts from files, code and sentences."""

    def __init__(self, suffixes: SuffixList) -> None:
        self._suffixes = suffixes
        self._has_public_suffix = lru_cache(4096)(self._look_up)

    def canonical(self, written: str) -> str | None:
        """The name in small letters and ASCII if its form and suffix are those of a host, else None."""
        name = written.rstrip(".").lower()
        if len(name) > _LONGEST or "." not in name:
            return None
        if not name.isascii():
            name = _ascii(name)
        labels = name.split(".")
        if not all(map(_LABEL.match, labels)) or "_" in labels[-1] + labels[-2]:
            return None
        if labels[-1] in _UNLISTED:
            return name
        return name if self._has_public_suffix(name) else None

    def judge(self, written: str, *, defanged: bool, before: str, after: str) -> HostName | None:
        """Whether a word is the name of a host, given the few characters before and after it."""
        name = self.canonical(written)
        if name is None:
            return None
        notes = _mixed_scripts(written)
        if defanged:
            return HostName(name, 0.97, notes)
        labels = name.split(".")
        if _is_file(written, labels) or _is_code(written, labels, before, after):
            return None
        doubtful = len(labels) == 2 and (labels[1] in _WORDS or written.isupper() or len(labels[0]) == 1)
        return HostName(name, 0.5 if doubtful else 0.85, notes)

    def _look_up(self, name: str) -> bool:
        return self._suffixes.registrable(name) is not None


def is_file_name(written: str) -> bool:
    """Whether a word ends as names of files do, and is no library of programs (`Node.js`)."""
    stem, _, ending = written.rpartition(".")
    if not stem or ending.lower() not in EXTENSIONS:
        return False
    if not (ending.islower() or ending.isupper()) or (ending == "app" and not stem[0].isupper()):
        return False
    return not (ending in ("js", "JS") and stem.lower() in _LIBRARIES)


def _is_file(written: str, labels: list[str]) -> bool:
    last, stem = labels[-1], labels[-2]
    if stem in _NOT_HOSTS or (len(labels) > 2 and stem in EXTENSIONS - _FILE_LIKE and last in EXTENSIONS):
        return True
    if last not in _FILE_LIKE or len(labels) > 2:
        return False
    return last not in _MOSTLY_DOMAINS or written[0].isupper()


def _is_code(written: str, labels: list[str], before: str, after: str) -> bool:
    """Members of objects, namespaces and packages, and sentences without a space between them."""
    last = written.rpartition(".")[2]
    if not last.islower() and not written.isupper() and not last.lower().startswith("xn--"):
        return True
    if written.isupper() and len(labels) == 2 and (len(labels[0]) < 4 or labels[-1] not in _COMMON):
        return True
    if len(labels) == 2 and ((labels[0] in _OBJECTS and labels[1] in _MEMBER_LIKE) or (written[0].isupper() and labels[1] in _WORDS)):
        return True
    if written != written.lower() and not _DETECTION.isdisjoint(labels[:-1]):
        return True
    if (
        len(labels) > 2
        and labels[0] in _PACKAGE_ROOTS
        and last not in _COMMON
        and labels[0] in ("com", "org", "net", "io", "android", "edu")
    ):
        return True
    if after.startswith("(") and last not in _COMMON:
        return True
    if after[:1] in ("=", "@") and last in _MEMBER_LIKE:
        return True
    return before.endswith(("/", "\\", "$", "->", "::")) and not before.endswith(("//", "\\\\"))


def _ascii(name: str) -> str:
    """A name with other letters as the network knows it (Punycode); unchanged if it has no such form."""
    try:
        return unicodedata.normalize("NFKC", name).encode("idna").decode("ascii")
    except UnicodeError:
        return name


def _mixed_scripts(written: str) -> tuple[str, ...]:
    if written.isascii():
        return ()
    for label in written.split("."):
        scripts = {unicodedata.name(each, "?").split()[0] for each in label if each.isalpha()}
        if len(scripts & {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"}) > 1:
            return ("letters of several scripts that look alike",)
    return (f"written {unicodedata.normalize('NFKC', written).lower()}",)
