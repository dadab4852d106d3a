"""Any text is a legal query in every mode, and every hit shows exactly what stands in its document."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop.application.job import JobContext
from desktop.application.services import Services
from desktop.domain.passage import Mode, Passage, Query

PIECES = [
    "heron", "Velvet Heron", "198.51.100.23", "evil-heron[.]example", "*.example", "10.0.0.0/8", "CVE-2023-23397", '"stole credentials"',
    "AND", "OR", "NOT", "NEAR(a b, 3)", "(", ")", '"', "-", "*", "title:", "tag:x", "before:2024", "in:", "Zürich", "恶意软件", "ведомство",
    "^", "\\", "{3,}", "[a", "|", "\0", "\ud800", "why", "when", "who is behind", "…", "\n",
]  # fmt: skip
QUERIES = st.text(max_size=40) | st.lists(st.sampled_from(PIECES), max_size=7).map(" ".join)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=QUERIES, mode=st.sampled_from(Mode), per_document=st.integers(0, 2), flags=st.tuples(st.booleans(), st.booleans(), st.booleans())
)
def test_every_text_is_a_query_in_every_mode(
    services: Services, text: str, mode: Mode, per_document: int, flags: tuple[bool, bool, bool]
) -> None:
    transliterate, any_spelling, fold_twins = flags
    query = Query(text, mode, 5, transliterate=transliterate, any_spelling=any_spelling, per_document=per_document, fold_twins=fold_twins)
    result = services.searcher.search(JobContext(), query)
    for hit in result.hits:
        assert_exact(services, hit)
    if per_document:
        counted = [hit.document_id for hit in result.hits]
        assert all(counted.count(each) <= per_document for each in counted)


def test_expressions_that_match_nothing_and_halves_of_letters_are_legal(services: Services) -> None:
    for text in ("|", "a*", "\ud800", "\ud800|heron"):
        for hit in services.searcher.search(JobContext(), Query(text, Mode.GREP)).hits:
            assert_exact(services, hit)
    for mode in Mode:
        assert services.searcher.search(JobContext(), Query("in: \ud800 heron", mode)).query == "in: \ufffd heron"


def test_what_is_found_is_exact_in_every_mode(services: Services) -> None:
    for mode in Mode:
        hits = services.searcher.search(JobContext(), Query("ministries", mode)).hits
        assert hits
        for hit in hits:
            assert_exact(services, hit)


def assert_exact(services: Services, hit: Passage) -> None:
    body = services.library.read(hit.document_id).body
    assert hit.text
    assert body[hit.start : hit.end] == hit.text
    assert all(0 <= start < end <= len(hit.text) for start, end in hit.matches)
