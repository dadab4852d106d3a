"""Indicators as exact terms."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.application.retrieve.exact_terms import Asked, ask_exact, beginning_of, exact_share, exact_terms, find_exact


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("see http://www.Evil.com:80/a/b?x=1, then", "http://www.evil.com/a/b?x=1 www.evil.com/a/b?x=1 com.evil.www"),
        ("(https://evil.com/x_(y)).", "https://evil.com/x_(y) evil.com/x_(y) com.evil"),
        ("[text](http://evil.com/)", "http://evil.com com.evil"),
        ("访问http://evil.com/a下载", "http://evil.com/a evil.com/a com.evil"),
        ("evil.com-based, evil.com's, 'evil.com'", "com.evil com.evil com.evil"),
        ("münchen.de xn--mnchen-3ya.de", "de.münchen de.münchen"),
        ("1.2.3.4:443 10.0.0.0/8 1.2.3.4/gate.php", "1.2.3.4:443 1.2.3.4 10.0.0.0/8 10.0.0.0 1.2.3.4/gate.php 1.2.3.4"),
        ("999.1.1.1 1.2.3.4.5 v1.2.3", ""),
        ("2001:DB8::1 12:30:45 std::string", "2001:0db8:0000:0000:0000:0000:0000:0001"),
        ("Bad@evil.com", "bad@evil.com com.evil"),
        (r"C:\Program Files (x86)\Foo\a.exe and HKLM\b", r"c:\program_files_(x86)\foo\a.exe exe.a hklm\b"),
        (r"HKEY_LOCAL_MACHINE\Software\Microsoft\Windows NT\Run.", r"hklm\software\microsoft\windows_nt\run"),
        (r"HKLM:\a\\b %APPDATA%\y.dll \\srv\share", r"hklm\a\b %appdata%\y.dll dll.y \\srv\share"),
        ("/etc/passwd and/or 1/2/2024", "/etc/passwd"),
        ("e.g. U.S. end. 3.5", ""),
    ],
)
def test_terms(text: str, terms: str) -> None:
    assert " ".join(exact_terms(text)) == terms


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("evil.com", Asked(("com.evil",), ("com.evil.",))),
        ("evil.com/", Asked(("com.evil",), ("com.evil.",))),
        ("evil.com/a", Asked(("evil.com/a",), ("evil.com/a/", "evil.com/a?", "evil.com/a#"))),
        (r"C:\Windows", Asked(("c:\\windows",), ("c:\\windows\\",))),
        ("1.2.3.4", Asked(("1.2.3.4",))),
        ("bad@evil.com", Asked(("bad@evil.com",))),
        ("*.evil.com", Asked((), ("com.evil.",))),
        ("10.0.0.0/8", Asked(("10.0.0.0/8",), ("10.",))),
        ("192.168.1.4/31", Asked(("192.168.1.4/31", "192.168.1.4", "192.168.1.5"))),
        ("10.128.0.0/15", Asked(("10.128.0.0/15",), ("10.128.", "10.129."))),
        ("10.0.*", Asked((), ("10.0.",))),
        ("evil.com/a*", Asked((), ("evil.com/a",))),
        ("http://evil.com/*", Asked((), ("http://evil.com/",))),
        ("2001:db8::/31", Asked(("2001:0db8:0000:0000:0000:0000:0000:0000/31",), ("2001:0db8", "2001:0db9"))),
        ("word", None),
        ("word*", None),
        ("evil.com and more", None),
        ("see evil.com", None),
        ("*.", None),
        ("a/b", None),
    ],
)
def test_what_is_asked(text: str, asked: Asked | None) -> None:
    assert ask_exact(text) == asked


@pytest.mark.parametrize(
    ("asked", "there", "not_there"),
    [
        ("evil.com", ("www.evil.com", "http://evil.com/a", "x@evil.com"), ("notevil.com", "not-evil.com", "evil.com.au", "evil.community")),
        ("*.evil.com", ("www.evil.com",), ("evil.com", "notevil.com")),
        ("10.0.0.0/8", ("10.9.8.7",), ("110.0.0.1", "1.10.0.0")),
        ("1.2.3.4", ("1.2.3.4:80", "1.2.3.4/24"), ("1.2.3.45", "11.2.3.4", "1.2.3.4.5")),
        ("192.168.1.4/31", ("192.168.1.5",), ("192.168.1.40",)),
        (r"hklm\run", (r"HKEY_LOCAL_MACHINE\Run\x",), (r"HKLM\Running", r"HKCU\Run")),
    ],
)
def test_what_lies_under_is_found_and_what_stands_beside_is_not(asked: str, there: tuple[str, ...], not_there: tuple[str, ...]) -> None:
    wanted = ask_exact(asked)
    assert wanted

    def found(text: str) -> bool:
        return any(term in wanted.terms or term.startswith(wanted.beginnings) for term in exact_terms(text))

    assert all(map(found, there))
    assert not any(map(found, not_there))


def test_beginnings_alone() -> None:
    assert beginning_of("evil.com") is None
    assert beginning_of("evil.co*") is None


@given(st.text(alphabet="ab1.:/\\@-%*?#()[] HKLMxn\u4e2d", max_size=60))
def test_spans_are_in_order_and_terms_whole(text: str) -> None:
    ends = 0
    for found in find_exact(text):
        assert ends <= found.start < found.end <= len(text)
        assert found.terms
        assert all(term and not set(term) & set(" \n") for term in found.terms)
        ends = found.end
    ask_exact(text)


@pytest.mark.parametrize("piece", ["a.", "a/", "a-", "1.", "HKLM\\", "C:\\", "x@", "a:", "C:\\a A A A ", "http://", "]("])
def test_no_text_takes_long(piece: str) -> None:
    began = time.process_time()
    list(find_exact(piece * 20_000))
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("evil.com", 1.0), ("1.2.3.4 CVE-2024-1234", 1.0), ("T1059.001", 1.0), ("d41d8cd98f00b204e9800998ecf8427e", 1.0),
        ("domain evil.com", 0.5), ("APT28", 0.0), ("what is this", 0.0), ("", 0.0),
    ],
)  # fmt: skip
def test_how_much_of_a_text_is_exact(text: str, share: float) -> None:
    assert exact_share(text) == share
