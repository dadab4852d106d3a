"""Notebooks: text, code and output are all there."""

from __future__ import annotations

import json

import pytest

from desktop.adapters.converters.notebooks import convert_notebook


def test_cells_and_what_they_wrote() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Hunt\n", "for herons"]},
        {
            "cell_type": "code",
            "source": "print(1)",
            "outputs": [
                {"output_type": "stream", "text": ["1\n"]},
                {"output_type": "execute_result", "data": {"text/plain": "evil.example", "image/png": "x"}},
                {"output_type": "error", "ename": "KeyError", "evalue": "'x'"},
            ],
        },
        {"cell_type": "raw", "source": "as it is"},
    ]
    conversion = convert_notebook(json.dumps({"cells": cells, "metadata": {"title": "Herons", "language_info": {"name": "python"}}}))
    assert conversion is not None
    assert conversion.markdown == (
        "# Hunt\nfor herons\n\n```python\nprint(1)\n```\n\n```\n1\n```\n\n"
        "```\nevil.example\n```\n\n```\nKeyError: 'x'\n```\n\n```\nas it is\n```\n"
    )
    assert conversion.title == "Herons"


@pytest.mark.parametrize("text", ["", "[1]", '{"cells": 3}', "{", "[" * 100_000])
def test_what_is_no_notebook(text: str) -> None:
    assert convert_notebook(text) is None
