"""Indicators at their exact spans, and look-alikes that are none."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.application.extraction.extraction import Extractor
from desktop.application.extraction.indicators import IndicatorFinder
from desktop.domain.entity import Mention
from tests.fakes.indicators import FewSuffixes, ListedValues

EMPTY_FILE = "d41d8cd98f00b204e9800998ecf8427e"
EXTRACTOR = Extractor([IndicatorFinder(FewSuffixes(), ListedValues({EMPTY_FILE: "hashes of empty files"}))])
SHA1 = "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"
MD5 = "9e107d9d372bb6826bd81d3542a419d6"


def mentions(text: str) -> tuple[Mention, ...]:
    return EXTRACTOR.extract(text).mentions


def found(text: str) -> list[str]:
    return [f"{each.type} {each.value}" for each in mentions(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hxxps[:]//EVIL[.]com/A/b.php?id=7 (offline)", ["url https://evil.com/A/b.php?id=7", "domain-name evil.com"]),
        ("see (http://evil.com/a_(b)).", ["url http://evil.com/a_(b)", "domain-name evil.com"]),
        ("[text](http://evil.com/a) **http://evil.net/q**", [
            "url http://evil.com/a", "domain-name evil.com", "url http://evil.net/q", "domain-name evil.net",
        ]),
        ("`++http://20.evil[.]com++`", ["url http://20.evil.com", "domain-name 20.evil.com"]),
        (r"http://evil.com/a\_b.php", ["url http://evil.com/a_b.php", "domain-name evil.com"]),
        ("http://evil.com/a,url,Shell script", ["url http://evil.com/a", "domain-name evil.com"]),
        ("http://[2001:470::1]:8080/x", ["url http://[2001:470::1]:8080/x", "ipv6-addr 2001:470::1"]),
        ("wss://user:pw@evil.com:8443", ["url wss://user:pw@evil.com:8443", "domain-name evil.com"]),
        ("hxxp://evil[.]com/very/long/\npath/on.php and more", ["url http://evil.com/very/long/path/on.php", "domain-name evil.com"]),
        ("http://evil.com/long/\nThe actor", ["url http://evil.com/long/", "domain-name evil.com"]),
        ("evil[.]com/x.php", ["url evil.com/x.php", "domain-name evil.com"]),
        ("C2 203[.]0[.]113[.]77:8443", ["url 203.0.113.77:8443", "ipv4-addr 203.0.113.77"]),
        ("10.1.0.0/16", ["ipv4-addr 10.1.0.0/16"]),
        ("45.9.148.165-45.9.148.170", ["ipv4-addr 45.9.148.165", "ipv4-addr 45.9.148.170"]),
        ("| `evil.com` | 1.2.3[.]4 |", ["domain-name evil.com", "ipv4-addr 1.2.3.4"]),
        ("45.63.89.238.vultr[.]com", ["domain-name 45.63.89.238.vultr.com"]),
        ("ev\u200bil.com", ["domain-name evil.com"]),
        ("访问evil.com获取", ["domain-name evil.com"]),
        ("leak site abcdefghij234567[.]onion", ["domain-name abcdefghij234567.onion"]),
        ("Bob.X@evil[.]co[.]uk, git@evil.com:a/b.git", ["email-addr bob.x@evil.co.uk", "domain-name evil.com"]),
        (f"SHA1={SHA1.upper()};", [f"sha1 {SHA1}"]),
        (f"{MD5}hash", [f"md5 {MD5}"]),
        (f"{SHA1}\n{SHA1[:24]}", [f"sha256 {SHA1}{SHA1[:24]}"]),
        (f"{MD5}\n{MD5[::-1]}", [f"md5 {MD5}", f"md5 {MD5[::-1]}"]),
        (f"http://evil.com/file/{MD5}", [f"url http://evil.com/file/{MD5}", "domain-name evil.com", f"md5 {MD5}"]),
        ("24:Ol9rFBzwjx5ZKvBF+bi8RuM4Pp6rG5Yg:qrFBzKx5s8sM4grq8wIXht", [
            "ssdeep 24:Ol9rFBzwjx5ZKvBF+bi8RuM4Pp6rG5Yg:qrFBzKx5s8sM4grq8wIXht",
        ]),
        ("cve 2021-44228, CVE‑2017‑11882", ["vulnerability CVE-2021-44228", "vulnerability CVE-2017-11882"]),
        ("AS13335 and ASN 64512", ["autonomous-system AS13335", "autonomous-system AS64512"]),
        ("00-1A-2B-3C-4D-5E 001a.2b3c.4d5e", ["mac-addr 00:1a:2b:3c:4d:5e", "mac-addr 00:1a:2b:3c:4d:5e"]),
        ("2001:0DB8::1 at 12:30:45", ["ipv6-addr 2001:db8::1"]),
        (r"HKCU\Software\Explorer\Shell Folders and more", [r"windows-registry-key HKEY_CURRENT_USER\Software\Explorer\Shell Folders"]),
        (r"C:\Program Files\A\b.exe -x", [r"file-path C:\Program Files\A\b.exe", "file-name b.exe"]),
        (r'"%TEMP%\My Docs\a b.dll"', [r"file-path %TEMP%\My Docs\a b.dll", "file-name a b.dll"]),
        ("runs /tmp/.X/run.sh.", ["file-path /tmp/.X/run.sh", "file-name run.sh"]),
        (r"a mutex named `Global\M1` was", [r"mutex Global\M1"]),
        ("User-Agent: Mozilla/4.0 (compatible; MSIE 6.0)", ["user-agent Mozilla/4.0 (compatible; MSIE 6.0)"]),
    ],
)  # fmt: skip
def test_indicators_in_their_canonical_form(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "readme.me", "System.Net", "System.Net.WebClient", "ASP.NET", "Node.js", "e.g. this", "It.is done", "os.system('x')", "this.id",
        "com.android.google", "version 10.0.19041.1", "version 1.2.3.4", "upgrade to 9.1.3.4", "Chrome/94.0.46.61", "1.2.3.4 or earlier",
        "## 4.2.1.3 Results", "300.300.300.300", "1.2.3", "Trojan.Win32.Agent.ai", "evil.pumpkin", f"commit {SHA1}",
        "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "0" * 32, "CVE-2023-1", "CVE-1800-0000", "CVE-2100-0000", "12:30:45", "std::vector",
        "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", "0x742d35Cc6634C0532925a3b844Bc454e4438f44f", "http://<ip>/x", "the mutex is taken",
        "test.dl",
    ],
)  # fmt: skip
def test_look_alikes_are_none(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(("text", "name"), [("main.py", "main.py"), ("invoice.doc.zip", "invoice.doc.zip"), ("Setup.EXE", "Setup.EXE")])
def test_files_are_no_hosts(text: str, name: str) -> None:
    assert found(text) == [f"file-name {name}"]


def test_what_was_defanged_is_a_host_whatever_else_it_may_be() -> None:
    assert found("main[.]py evil[.]zip It[.]is") == ["domain-name main.py", "domain-name evil.zip", "domain-name it.is"]


def test_a_domain_of_look_alike_letters_is_another_domain_and_says_so() -> None:
    [mention] = mentions("\u0430pple.com")
    assert (mention.value, mention.notes) == ("xn--pple-43d.com", ("letters of several scripts that look alike",))
    [written] = mentions("münchen.de")
    assert (written.value, written.notes) == ("xn--mnchen-3ya.de", ("written münchen.de",))


def test_what_stands_on_a_warning_list_is_kept_marked_and_trusted_less() -> None:
    plain, listed = mentions(f"{MD5} {EMPTY_FILE}")
    assert listed.notes == ("hashes of empty files",)
    assert (plain.notes, plain.confidence) == ((), 0.95)
    assert listed.confidence == 0.38


def test_a_hash_of_something_else_says_of_what() -> None:
    [mention] = mentions(f"imphash: {MD5}")
    assert mention.notes == ("imphash, not the hash of a file",)


def test_offsets_count_code_points() -> None:
    text = "😀 𝔸 hxxp://evil[.]com 😀"
    url, host = mentions(text)
    assert (url.start, url.end, url.text) == (4, 21, "hxxp://evil[.]com")
    assert (host.start, host.end) == (11, 21)


PIECES = st.sampled_from(
    ["hxxp", "http", "://", "[.]", ".", "[:]", "evil", "com", "1.2.3.4", "a@b", " ", "\n", "\\", "\\_", "C:\\", "HKLM\\", "/", "|", "`",
     "(", ")", "😀", "\u200b", "中", "é", MD5, SHA1[:20], "CVE-2021-1", "44", "::1", "mutex ", " dot ", "AT ", "0x", "~/", "User-Agent: ",
     "AS13"]
)  # fmt: skip


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=14).map("".join))
def test_every_span_is_exact_and_lies_apart_from_or_within_another(text: str) -> None:
    spans = []
    for mention in mentions(text):
        assert text[mention.start : mention.end] == mention.text != ""
        assert mention.value
        spans.append((mention.start, mention.end))
    assert spans == sorted(spans, key=lambda span: span[0])
    assert all(a[1] <= b[0] or b[1] <= a[1] for a, b in pairwise(spans))


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["a.", "[.", "1.1.1.", "http://", "a[.]", "\\", "@", "C:\\a b ", "::1 ", "a", "deadbeef\n", "mutex "])
def test_time_grows_with_the_text_alone(piece: str) -> None:
    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        started = time.process_time()
        mentions(text)
        return time.process_time() - started

    seconds(10_000)
    assert seconds(400_000) < 16 * max(seconds(100_000), 0.01)
