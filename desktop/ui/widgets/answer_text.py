"""An answer as text: numbered sources, HTML for the card, plain text for the clipboard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from desktop.domain.answer import Answer, AnswerKind, AnswerSentence, Citation, Verdict
from desktop.ui.theme import Colours

KIND_WORDS = {
    AnswerKind.SYNTHESIS: "Composed from your documents, every sentence checked",
    AnswerKind.EXTRACT: "Extract: sentences of your documents",
    AnswerKind.NOT_FOUND: "Your documents do not say",
}
NEAR_WORDS = "What comes near, without answering it"
QUOTE_BEGINNING = 140
SOURCE_SCHEME = "source"
REMOVED_LINK = "removed:"
PROMPT_LINK = "prompt:"


@dataclass(frozen=True, slots=True)
class Source:
    """A numbered citation, with the title of its document."""

    number: int
    citation: Citation
    title: str

    @property
    def place(self) -> str:
        """Title and page."""
        return self.title if self.citation.page is None else f"{self.title}, p. {self.citation.page}"

    @property
    def quote(self) -> str:
        """The beginning of the quote, on one line."""
        words = " ".join(self.citation.quote.split())
        return words if len(words) <= QUOTE_BEGINNING else words[:QUOTE_BEGINNING].rsplit(" ", 1)[0] + " …"


def number_sources(answer: Answer) -> tuple[Source, ...]:
    """The places an answer cites, each once, in the order they are cited."""
    titles = dict(answer.titles) | {passage.document_id: passage.title for passage in answer.passages}
    cited = enumerate(answer.citations, start=1)
    return tuple(Source(number, each, titles.get(each.document_id, each.document_id)) for number, each in cited)


def plain_text(answer: Answer) -> str:
    """An answer to paste elsewhere: the question, the sentences with their numbers, the sources in full."""
    sources = number_sources(answer)
    numbers = {source.citation: source.number for source in sources}
    lines = [answer.question, "", KIND_WORDS[answer.kind] + "."]
    said = answer.sentences or answer.near
    if said:
        lines += [
            "",
            *([] if answer.sentences else [f"{NEAR_WORDS}:"]),
            "\n".join(f"{each.text} {''.join(f'[{numbers[citation]}]' for citation in each.citations)}" for each in said),
            *answer.conflicts,
        ]
        lines += ["", "Sources"]
    for source in sources:
        loose = " (loose: check the wording)" if source.citation.verdict is Verdict.LOOSE else ""
        lines.append(f"[{source.number}] {source.place} ({source.citation.document_id}){loose}")
        lines.append(f"    “{' '.join(source.citation.quote.split())}”")
    return "\n".join(lines)


def answer_html(answer: Answer, worn: Colours, *, removed_shown: bool = False, prompt_shown: bool = False) -> str:
    """What the card shows; everything from documents and models is escaped."""
    sources = number_sources(answer)
    if answer.kind is AnswerKind.SYNTHESIS:
        said = _sentences(answer, {source.citation: source.number for source in sources}, worn) + _sources(sources, worn)
    elif answer.sentences or not answer.near:
        said = _extract(answer.sentences, {source.citation: source for source in sources}, worn)
    else:
        said = f'<p style="margin: 2px 0 4px 0; font-weight: 600">{NEAR_WORDS}</p>'
        said += _extract(answer.near, {source.citation: source for source in sources}, worn)
    return said + _conflicts(answer, worn) + _removed(answer, worn, shown=removed_shown) + _prompt(answer, worn, shown=prompt_shown)


def _conflicts(answer: Answer, worn: Colours) -> str:
    return "".join(f'<p style="margin: 6px 0 0 0; color: {worn.warning}">{escape(each)}</p>' for each in answer.conflicts)


def _extract(sentences: Sequence[AnswerSentence], sources: dict[Citation, Source], worn: Colours) -> str:
    """Each sentence is its own quote, so only its place is said, once for sentences of one place."""
    parts: list[str] = []
    before: list[str] = []
    for each in sentences:
        chips = _chips(each, {cited: sources[cited].number for cited in each.citations}, worn)
        places = list(dict.fromkeys(sources[cited].place for cited in each.citations))
        if places != before:
            parts.append(f'<p style="margin: 6px 0 2px 0; color: {worn.muted}">{escape("; ".join(places))}</p>')
        parts.append(f'<p style="margin: 0 0 4px 0; line-height: 120%">{escape(each.text)}&nbsp;{chips}</p>')
        before = places
    return "".join(parts)


def _sentences(answer: Answer, numbers: dict[Citation, int], worn: Colours) -> str:
    said = [f"{escape(each.text)}&nbsp;{_chips(each, numbers, worn)}" for each in answer.sentences]
    return f'<p style="margin: 0 0 6px 0; line-height: 125%">{" ".join(said)}</p>' if said else ""


def _chips(sentence: AnswerSentence, numbers: dict[Citation, int], worn: Colours) -> str:
    return "&nbsp;".join(_chip(each, numbers[each], worn) for each in sentence.citations)


def _chip(citation: Citation, number: int, worn: Colours) -> str:
    if citation.verdict is Verdict.VERIFIED:
        look, sign = f"color: {worn.selection_text}; background-color: {worn.selection}", ""
    else:
        look, sign = f"color: {worn.warning}; background-color: {worn.hover}", "?"
    return f'<a href="{SOURCE_SCHEME}:{number}" style="text-decoration: none; font-weight: 600; {look}">&nbsp;{number}{sign}&nbsp;</a>'


def _sources(sources: Iterable[Source], worn: Colours) -> str:
    rows = "".join(
        f'<tr><td style="padding: 2px 8px 2px 0">{_chip(each.citation, each.number, worn)}</td>'
        f'<td style="padding: 2px 0"><b>{escape(each.place)}</b>{_loose_words(each, worn)}<br>'
        f'<span style="color: {worn.muted}">“{escape(each.quote)}”</span></td></tr>'
        for each in sources
    )
    return f'<table cellspacing="0" style="margin-top: 4px">{rows}</table>' if rows else ""


def _loose_words(source: Source, worn: Colours) -> str:
    if source.citation.verdict is Verdict.VERIFIED:
        return ""
    return f' <span style="color: {worn.warning}">loose: check the wording against the quote</span>'


def _removed(answer: Answer, worn: Colours, *, shown: bool) -> str:
    if not answer.removed:
        return ""
    count = len(answer.removed)
    link = _folded(f"{count} {'sentence' if count == 1 else 'sentences'} removed", REMOVED_LINK, worn, shown=shown)
    if not shown:
        return link
    rows = "".join(
        f'<p style="margin: 4px 0 0 16px"><s style="color: {worn.muted}">{escape(each.text)}</s><br>'
        f'<span style="color: {worn.warning}">{escape(each.reason)}</span></p>'
        for each in answer.removed
    )
    return link + rows


def _prompt(answer: Answer, worn: Colours, *, shown: bool) -> str:
    if not answer.prompt:
        return ""
    link = _folded("What the model saw", PROMPT_LINK, worn, shown=shown)
    lines = "<br>".join(escape(line) for line in answer.prompt.splitlines())
    return link + (f'<p style="margin: 4px 0 0 16px; color: {worn.muted}">{lines}</p>' if shown else "")


def _folded(words: str, target: str, worn: Colours, *, shown: bool) -> str:
    """A line that unfolds what is below it."""
    said = f"{'▾' if shown else '▸'} {words}"
    return f'<p style="margin: 8px 0 0 0"><a href="{target}" style="text-decoration: none; color: {worn.muted}">{said}</a></p>'


def footnote(answer: Answer) -> str:
    """How sure the answer is and why, what answered and how long it took, in small print."""
    timing = answer.timing
    parts = []
    if answer.sentences:
        parts.append(f"confidence {answer.confidence:.0%}" + (f" ({answer.grounds.rstrip('.')})" if answer.grounds else ""))
    parts.append(answer.model or "no model")
    if timing.total:  # what was kept in a thread says nothing of seconds
        parts.append(f"passages {timing.retrieve:.2f} s")
        parts += [f"first word {timing.first_token:.1f} s"] if timing.first_token is not None else []
        parts.append(f"in all {timing.total:.1f} s")
    return " · ".join(parts)
