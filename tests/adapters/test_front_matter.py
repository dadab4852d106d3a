"""Front matter: what is read, what is written, what a person wrote."""

from __future__ import annotations

from dataclasses import replace

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.adapters.front_matter import KEYS, read_document, read_front_matter, rewrite_body, rewrite_front_matter, write_front_matter
from desktop.domain.chunk import content_hash
from desktop.domain.document import Document
from desktop.domain.marking import Marking
from desktop.domain.quality import FULLY_READ, Flag, FlagKind, Quality, RecognisedPage

FULL = Document(
    id="apt28-3f9a2c1d",
    title='APT28: "Headlace" # not a comment',
    source_filename="report é.pdf",
    source_format="pdf",
    source_sha256="0123456789" * 6 + "0123",
    converter="pdfium 5.15.2",
    imported_at="2026-11-30T12:00:00Z",
    source_mode="converted",
    published="2026-05-01",
    language="en",
    pages=12,
    tlp=Marking.AMBER_STRICT,
    grade="B2",
    tags=("case-7", "no", "a, b", "12:30", "010"),
    parent="mail-00000000",
    author="Ann O'Nymous: CERT",
    source_path="/home/ann/reports/report é.pdf",
    supersedes="apt28-00000001",
    superseded_by="apt28-00000002",
    origins=(("title", "PDF metadata"), ("published", "first page: 1 May")),
    quality=Quality(
        empty_pages=(3, 4, 7),
        recognised=(RecognisedPage(3, 0.97), RecognisedPage(4, None)),
        recogniser="rapidocr 3.10.0",
        undecodable=0.00002,
        truncated=True,
        tables=2,
        flags=(Flag(FlagKind.HIDDEN_TEXT, 'ignore "previous"\ninstructions'),),
        warnings=("Page 7 has no text: it is a picture.",),
    ),
)
BARE = Document("one", "One", "one.md", "md", "ab" * 32, "text 1", "2026-11-30T12:00:00Z")

FULL_TEXT = """---
id: apt28-3f9a2c1d
title: "APT28: \\"Headlace\\" # not a comment"
source_filename: "report é.pdf"
source_format: pdf
source_sha256: "0123456789012345678901234567890123456789012345678901234567890123"
converter: pdfium 5.15.2
source_mode: converted
imported_at: 2026-11-30T12:00:00Z
published: 2026-05-01
language: en
pages: 12
tlp: AMBER+STRICT
grade: B2
tags: [case-7, "no", "a, b", "12:30", "010"]
parent: mail-00000000
author: "Ann O'Nymous: CERT"
source_path: "/home/ann/reports/report é.pdf"
supersedes: apt28-00000001
superseded_by: apt28-00000002
origins:
  title: PDF metadata
  published: "first page: 1 May"
quality:
  empty_pages: [3, 4, 7]
  recognised: {3: 0.97, 4: null}
  recogniser: rapidocr 3.10.0
  undecodable: 0.00002
  truncated: true
  tables: 2
  flags: [{kind: hidden-text, quote: "ignore \\"previous\\"\\ninstructions"}]
  warnings: ["Page 7 has no text: it is a picture."]
---
"""

BY_HAND = """---
# mine, before everything
id: one
title: 'One'   # as it came
my key: {a: 1,
  b: [x, y]}
# about the tags
tags: [old]

# below a blank line
note: |
  Lines that keep

    their shape
source_sha256: {sha}
---
body
""".replace("{sha}", "ab" * 32)


def test_all_keys_are_written_in_their_order() -> None:
    assert write_front_matter(FULL) == FULL_TEXT
    assert list(yaml.safe_load(FULL_TEXT.strip("-\n"))) == list(KEYS)


def test_what_says_nothing_is_not_written() -> None:
    assert "published" not in write_front_matter(BARE)
    assert "tags" not in write_front_matter(BARE)


@pytest.mark.parametrize("document", [FULL, BARE])
def test_what_is_written_is_read(document: Document) -> None:
    text = write_front_matter(document) + "\nBody é\n---\nmore"
    front_matter = read_front_matter(text)
    assert read_document(front_matter.values, document.id) == (document, [])
    assert text[front_matter.body_offset :] == "\nBody é\n---\nmore"


TEXTS = st.text(st.characters(exclude_categories=()), max_size=40)


@settings(max_examples=200, database=None)
@given(TEXTS, TEXTS, st.lists(TEXTS.filter(bool), max_size=4))
def test_any_text_survives_and_other_programs_read_the_same(title: str, filename: str, tags: list[str]) -> None:
    written = replace(BARE, title=title or "x", source_filename=filename or "x", tags=tuple(tags))
    text = write_front_matter(written)
    expected = replace(
        written,
        title=_clean(written.title),
        source_filename=_clean(written.source_filename),
        tags=tuple(map(_clean, tags)),
    )
    assert read_document(read_front_matter(text).values, "one") == (expected, [])
    others = yaml.safe_load(text.removeprefix("---\n").removesuffix("---\n"))
    assert (others["title"], others["tags"] if tags else []) == (expected.title, list(expected.tags))


def _clean(text: str) -> str:
    return "".join("\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in text)


def test_a_rewrite_leaves_a_persons_lines_alone() -> None:
    changed = replace(
        read_document(read_front_matter(BY_HAND).values, "one")[0], tags=("new",), source_mode="edited", imported_at="2026-01-01"
    )
    rewritten = rewrite_front_matter(BY_HAND, changed)
    added = [
        "source_filename: one.md",
        "source_format: md",
        "converter: none",
        "source_mode: edited",
        "imported_at: 2026-01-01",
        "tlp: CLEAR",
    ]
    assert rewritten == BY_HAND.replace("tags: [old]", "tags: [new]").replace("\n---\nbody", "\n" + "\n".join(added) + "\n---\nbody")


def test_a_rewrite_that_changes_nothing_changes_no_byte() -> None:
    text = FULL_TEXT.replace("pages: 12", "pages:    12   # counted") + "body"
    assert rewrite_front_matter(text, FULL) == text


def test_a_key_that_says_nothing_any_more_goes_and_its_comment_stays() -> None:
    rewritten = rewrite_front_matter("---\nid: one\ngrade: B2\n# about the grade\nx: 1\n---\n", replace(BARE, grade=None))
    assert rewritten is not None
    assert rewritten.startswith("---\nid: one\n# about the grade\nx: 1\n")


def test_windows_line_ends_and_a_byte_order_mark_are_kept() -> None:
    text = "\ufeff---\r\nid: one\r\nx: 1\r\n---\r\nbody\r\n"
    assert read_front_matter(text).values == {"id": "one", "x": 1}
    rewritten = rewrite_front_matter(text, BARE)
    assert rewritten is not None
    assert rewritten.startswith("\ufeff---\r\nid: one\r\nx: 1\r\ntitle: One\r\n")
    assert rewritten.endswith("tlp: CLEAR\r\n---\r\nbody\r\n")
    assert "\n" not in rewritten.replace("\r\n", "")


def test_a_file_without_front_matter_gets_one_before_its_text() -> None:
    assert rewrite_front_matter("# Notes\n", BARE) == write_front_matter(BARE) + "# Notes\n"


@pytest.mark.parametrize("text", ["", "body", "---", "---\nno end", "----\na: 1\n----\n", "\n---\na: 1\n---\n"])
def test_what_is_no_front_matter_is_body(text: str) -> None:
    front_matter = read_front_matter(text)
    assert (front_matter.values, front_matter.body_offset, front_matter.problem) == ({}, 0, "")


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ("a: [\n", "not valid YAML"),
        ("a: 1\n\tb: 2\n", "not valid YAML (line 3)"),
        ("- a\n", "not a list of"),
        ("just words\n", "not a list of"),
        ("1: a\n", "not a list of"),
        ("a: &x [1]\nb: [*x, *x]\n", "aliases"),
        ("a: !!python/object/apply:os.getcwd []\n", "not valid YAML"),
        ("a: !!binary aGk=\n", "not valid YAML"),
        (f"a: {'[' * 9000}\n", "not valid YAML"),
    ],
)
def test_a_broken_front_matter_is_body_and_never_rewritten(header: str, problem: str) -> None:
    text = f"---\n{header}---\nbody"
    front_matter = read_front_matter(text)
    assert problem in front_matter.problem
    assert (front_matter.values, front_matter.body_offset) == ({}, 0)
    assert rewrite_front_matter(text, BARE) is None


def test_a_flow_mapping_is_read_but_not_rewritten() -> None:
    assert read_front_matter("---\n{id: one, x: 1}\n---\n").values == {"id": "one", "x": 1}
    assert rewrite_front_matter("---\n{id: one, x: 1}\n---\n", BARE) is None


def test_values_stay_the_text_that_stands_there() -> None:
    values = read_front_matter("---\na: 2026-05-01\nb: no\nc: 12:30\nd: 010\ne: 1e3\nf: 7\ng: true\nh:\ni: 0x1f\n---\n").values
    assert values == {"a": "2026-05-01", "b": "no", "c": "12:30", "d": "010", "e": "1e3", "f": 7, "g": True, "h": None, "i": "0x1f"}


def test_odd_values_are_read_as_far_as_they_make_sense() -> None:
    document, problems = read_document({"title": 2026, "pages": "many", "tags": "one", "tlp": "tlp:white", "grade": ["x"]}, "one")
    assert (document.title, document.pages, document.tags, document.tlp, document.grade) == ("2026", None, ("one",), Marking.CLEAR, None)
    assert problems == []


def test_a_marking_that_cannot_be_understood_counts_as_the_strictest() -> None:
    document, problems = read_document({"tlp": "PURPLE"}, "one")
    assert document.tlp is Marking.RED
    assert "PURPLE" in problems[0]


@pytest.mark.parametrize("line", ["tlp: PURPLE", "id: another"])
def test_what_cannot_be_understood_is_left_for_a_person_to_mend(line: str) -> None:
    assert rewrite_front_matter(f"---\n{line}\n---\nbody", BARE) is None


def test_a_title_without_end_is_cut_for_the_index_and_that_is_said() -> None:
    document, problems = read_document({"title": "ab" * 600}, "one")
    assert document.title == "ab" * 500
    assert problems == ["Its title has 1,200 characters; the first 1,000 count. The file keeps all of them."]


def test_the_files_name_is_the_id() -> None:
    document, problems = read_document({"id": "another"}, "one")
    assert document.id == "one"
    assert "another" in problems[0]


def test_other_programs_read_the_same_quality() -> None:
    values = yaml.safe_load(FULL_TEXT.strip("-\n"))
    assert values["quality"]["recognised"] == {3: 0.97, 4: None}
    assert (values["quality"]["undecodable"], values["quality"]["truncated"]) == (0.00002, True)
    assert values["origins"] == {"title": "PDF metadata", "published": "first page: 1 May"}


@pytest.mark.parametrize(
    ("quality", "left"),
    [
        ("7", FULLY_READ),
        ("[1, 2]", FULLY_READ),
        ("{tables: many, empty_pages: [2, 1]}", Quality(empty_pages=(1, 2))),
        ("{tables: -1, truncated: maybe, undecodable: 3}", FULLY_READ),
        ("{empty_pages: 5, warnings: {a: 1}, recogniser: [x]}", FULLY_READ),
        ("{recognised: [1], flags: [{kind: joke, quote: x}], tables: 1}", Quality(tables=1)),
        ("{recognised: {1: nan}, flags: [x], tables: true}", FULLY_READ),
    ],
)
def test_a_broken_quality_is_a_warning_and_what_makes_sense_of_it_counts(quality: str, left: Quality) -> None:
    text = f"---\nid: one\nquality: {quality}\n---\nbody"
    document, problems = read_document(read_front_matter(text).values, "one")
    assert document.quality == left
    assert len(problems) == 1
    assert "quality" in problems[0]
    assert rewrite_front_matter(text, document) is None


@pytest.mark.parametrize("quality", ["", "{}", "~", "{mine: 1}", '{recognised: {"3": "0.5"}}'])
def test_a_quality_may_say_little_or_more_than_is_known(quality: str) -> None:
    document, problems = read_document(read_front_matter(f"---\nid: one\nquality: {quality}\n---\n").values, "one")
    assert problems == []
    assert document.quality in (FULLY_READ, Quality(recognised=(RecognisedPage(3, 0.5),)))


def test_what_a_person_wrote_otherwise_stays_while_it_means_the_same() -> None:
    text = FULL_TEXT.replace("tlp: AMBER+STRICT", "tlp: amber+strict  # mine").replace("0.97", "0.970")
    changed = rewrite_front_matter(text, replace(FULL, grade="A1"))
    assert changed == text.replace("grade: B2", "grade: A1")


def test_a_quality_that_changed_is_rewritten_where_it_stood() -> None:
    text = FULL_TEXT.replace("---\n", "", 1).replace("origins:", "mine: yes\norigins:")
    changed = rewrite_front_matter("---\n" + text, replace(FULL, quality=Quality(tables=3), origins=()))
    before, _, _ = text.partition("origins:")
    assert changed == f"---\n{before}quality:\n  tables: 3\n---\n"


def test_another_body_changes_only_whose_it_is() -> None:
    text = write_front_matter(BARE, content_hash("body")).replace("title: One\n", "title:   One # mine\nx: 1\n") + "body"
    edited = rewrite_body(text, "another\n---\n", edited=True)
    assert edited == text.removesuffix("body").replace("source_mode: converted", "source_mode: edited") + "another\n---\n"
    assert rewrite_body(edited, "body", edited=True) == text
    converted = rewrite_body(edited, "read again", edited=False)
    assert converted == text.removesuffix("body").replace(content_hash("body"), content_hash("read again")) + "read again"


def test_another_body_of_a_file_without_front_matter_is_never_taken_for_one() -> None:
    rewritten = rewrite_body("words", "---\nid: x\n---\n", edited=True)
    assert rewritten == "---\nsource_mode: edited\n---\n---\nid: x\n---\n"
    assert rewrite_body("---\na: [\n---\nwords", "more", edited=True) is None
