"""Facts as files: what is written is read again, and a person's lines stay."""

from __future__ import annotations

from dataclasses import replace

from desktop.adapters.fact_front_matter import adopt_note, read_fact, rewrite_fact, write_fact
from desktop.adapters.front_matter import read_front_matter
from desktop.domain.fact import Fact, FactSource, FactStatus
from desktop.domain.marking import Marking

FACT = Fact(
    id="heron-00000001",
    name="Heron: the relay",
    created_at="2026-12-01T08:00:00Z",
    updated_at="2026-12-01T08:00:00Z",
    description="no",
    type="relation",
    tlp=Marking.AMBER_STRICT,
    grade="B2",
    confidence="roughly even chance",
    subject="Velvet Heron",
    relationship="uses",
    object="198.51.100.23",
    negated=True,
    sources=(FactSource("heron-report-12345678", 3, 9, 'a "quote"\nover: two # lines'), FactSource("other-12345678", 0, 1, "x")),
    tags=("case-7", "010"),
    valid_from="2024-05",
    valid_until="2025-01-01",
    supersedes="old-00000000",
    superseded_by="new-00000002",
    kept_with=("other-00000003",),
    status=FactStatus.PROPOSED,
    actor="Ana",
)


def read(content: str, fact_id: str = FACT.id) -> tuple[Fact, list[str]]:
    front_matter = read_front_matter(content)
    return read_fact(front_matter.values, fact_id, content[front_matter.body_offset :])


def test_what_is_written_is_read_again() -> None:
    content = write_fact(FACT, "The text.\n")
    assert read(content) == (FACT, [])
    assert content.endswith("---\nThe text.\n")
    assert "sources:\n  - document: heron-report-12345678\n    start: 3\n    end: 9\n" in content


def test_a_change_touches_only_its_own_line() -> None:
    content = write_fact(FACT, "The text.\n").replace("---\nThe", "my-own:   kept  as it is # really\n# a comment\n---\nThe")
    changed = rewrite_fact(content, replace(FACT, grade="A1"), "Another.\n")
    assert changed == content.replace("grade: B2", "grade: A1").replace("The text.", "Another.")


def test_a_broken_head_is_never_rewritten() -> None:
    content = "---\nname: [unclosed\n---\ntext\n"
    assert rewrite_fact(content, FACT, "x") is None
    assert rewrite_fact("---\ngrade: Z9\n---\ntext\n", FACT, "x") is None


def test_what_cannot_be_understood_is_said_and_counts_as_the_safer_thing() -> None:
    fact, problems = read(
        "---\ntlp: PINK\ngrade: Z9\nconfidence: maybe\nstatus: done\nsources: [https://x.example]\nid: other\n---\n# Title\n"
    )
    assert (fact.tlp, fact.grade, fact.confidence, fact.status, fact.sources) == (Marking.RED, None, None, FactStatus.PROPOSED, ())
    assert (fact.id, fact.name, len(problems)) == (FACT.id, "Title", 6)


def test_a_note_keeps_its_own_lines_and_what_it_means_otherwise() -> None:
    note = "---\naliases: [a,   b]\nstatus: done   # by me\ntags:\n  - heron\n---\nBody\n"
    fact = replace(Fact(FACT.id, "Note", "2026-12-01T08:00:00Z", "2026-12-01T08:00:00Z"), tags=("heron",))
    content = adopt_note(note, fact, "Body\n")
    assert "aliases: [a,   b]\n" in content
    assert "tags:\n  - heron\n" in content
    assert "note_status: done\n" in content
    assert read(content) == (fact, [])
