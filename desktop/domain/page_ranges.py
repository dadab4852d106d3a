"""Page numbers as a person writes them."""

from __future__ import annotations

from collections.abc import Iterable


def page_ranges(pages: Iterable[int]) -> str:
    """Ascending page numbers with runs drawn together: `3, 5–9`."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and runs[-1][-1] == page - 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


def named_pages(pages: Iterable[int]) -> str:
    """The same with the word before them: `page 3`, `pages 3, 5–9`."""
    numbers = list(pages)
    return f"{'page' if len(numbers) == 1 else 'pages'} {page_ranges(numbers)}"
