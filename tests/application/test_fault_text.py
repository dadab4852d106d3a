from __future__ import annotations

from desktop.application.fault_text import UNTOLD, compose, exception_summary, exception_trace, native_summary, native_trace
from desktop.domain.fault import FaultKind

CRASHED = """\
The ministry of Norland paid.
Fatal Python error: Segmentation fault

Current thread 0x00007f21 (most recent call first):
  File "/home/ana/app/desktop/adapters/ripgrep.py", line 12 in search
  File "/usr/lib/python3.11/site-packages/apsw/ext.py", line 3 in run
  File "/home/ana/Secret Case/plan.txt" said something else

Extension modules: apsw, numpy (total: 2)
"""


def failing(secret: str) -> BaseException:
    try:
        try:
            int(secret)
        except ValueError as error:
            raise OSError(28, "No space left on device", f"/cases/{secret}.md") from error
    except OSError as caught:
        return caught
    raise AssertionError


def test_a_report_of_an_exception_says_where_and_of_what_type_and_nothing_that_was_in_hand() -> None:
    error = failing("velvet-heron")
    text = compose(FaultKind.EXCEPTION, "2026-05-04", exception_summary(error), [("Coffer", "1")], exception_trace(error), ["a line"])
    assert text.startswith("An error that nobody expected: OSError ENOSPC\nAt 2026-05-04\nCoffer: 1\n")
    assert [line for line in text.splitlines() if line.startswith("  ")] == [
        "  test_fault_text.py, line 22 in failing",
        "  test_fault_text.py, line 24 in failing",
    ]
    assert "ValueError\n" in text
    assert "a line" in text
    assert UNTOLD in text
    assert "heron" not in text
    assert "/cases" not in text


def test_of_a_crash_only_the_lines_of_the_fault_handler_are_taken() -> None:
    assert native_summary(CRASHED) == "Segmentation fault"
    assert native_trace(CRASHED) == [
        "Fatal Python error: Segmentation fault",
        "Current thread 0x00007f21 (most recent call first):",
        "  desktop/adapters/ripgrep.py, line 12 in search",
        "  site-packages/apsw/ext.py, line 3 in run",
        "Extension modules: apsw, numpy (total: 2)",
    ]


def test_what_did_not_crash_has_no_summary() -> None:
    assert (native_summary("nothing"), native_trace("nothing")) == ("", [])
    assert "(nothing is known)" in compose(FaultKind.WORKER, "", "", [], [], [])
