from __future__ import annotations

import re
from itertools import pairwise

import pytest

from desktop.domain.sentences import LONGEST, Kind, sentences_with_several, split_sentences


def split(text: str) -> list[str]:
    return [text[each.start : each.end] for each in split_sentences(text)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("APT28 sent mails. They held a loader.", ["APT28 sent mails.", "They held a loader."]),
        ("Dr. Weber of Acme Inc. said so. It ended.", ["Dr. Weber of Acme Inc. said so.", "It ended."]),
        ("It was sold to Acme Inc. The firm closed.", ["It was sold to Acme Inc.", "The firm closed."]),
        ("Tools, e.g. Mimikatz, i.e. A and B, vs. C.", ["Tools, e.g. Mimikatz, i.e. A and B, vs. C."]),
        ("The U.S. Treasury acted. In the U.S. The end.", ["The U.S. Treasury acted.", "In the U.S.", "The end."]),
        ("Version 2.7.2 Pro fixes it. See Fig. 3 on Jan. 5.", ["Version 2.7.2 Pro fixes it.", "See Fig. 3 on Jan. 5."]),
        ("It calls 10.0.0.1. Then 192.0.2.7.", ["It calls 10.0.0.1.", "Then 192.0.2.7."]),
        ("C2 was evil.example.com and evil[.]com. Both fell.", ["C2 was evil.example.com and evil[.]com.", "Both fell."]),
        ("Who did it? Nobody knows! “It was us.” They lied.", ["Who did it?", "Nobody knows!", "“It was us.”", "They lied."]),
        ("J. Smith and A. B. Jones wrote it.", ["J. Smith and A. B. Jones wrote it."]),
        ("攻击者使用了木马。他们没有停止！结束", ["攻击者使用了木马。", "他们没有停止！", "结束"]),
        (
            "It used **bold.** Then [a link](https://x.example/a.b). Done.",
            ["It used **bold.**", "Then [a link](https://x.example/a.b).", "Done."],
        ),
        ("A line that\nwraps in the middle. Next one.", ["A line that\nwraps in the middle.", "Next one."]),
        ("", []),
        (" \n\n \t\n", []),
    ],
)
def test_sentences_end_where_a_reader_says(text: str, sentences: list[str]) -> None:
    assert split(text) == sentences


MARKDOWN = """\
# Report on Heron

<!-- page: 2 -->
Heron used these tools:

- BRASSKETTLE, a loader.
- PEBBLESKIP
  which wraps
1. first step

| Domain | Use |
| --- | --- |
| evil[.]com | C2 |

```
mutex_one
```

After the list.
"""


def test_markdown_blocks_give_their_parts_without_marks() -> None:
    found = split_sentences(MARKDOWN)
    assert [(MARKDOWN[each.start : each.end], each.kind) for each in found] == [
        ("Report on Heron", Kind.HEADING),
        ("Heron used these tools:", Kind.PROSE),
        ("BRASSKETTLE, a loader.", Kind.BULLET),
        ("PEBBLESKIP\n  which wraps", Kind.BULLET),
        ("first step", Kind.BULLET),
        ("| Domain | Use |", Kind.ROW),
        ("| evil[.]com | C2 |", Kind.ROW),
        ("mutex_one", Kind.LINE),
        ("After the list.", Kind.PROSE),
    ]


def test_what_introduces_a_sentence_is_its_lead() -> None:
    leads = {MARKDOWN[each.start : each.end]: MARKDOWN[slice(*each.lead)] for each in split_sentences(MARKDOWN) if each.lead}
    assert leads["BRASSKETTLE, a loader."] == "Heron used these tools:"
    assert leads["first step"] == "Heron used these tools:"
    assert leads["| evil[.]com | C2 |"] == "| Domain | Use |"
    assert leads["After the list."] == "Report on Heron"
    assert "Report on Heron" not in leads


def test_lists_tables_and_paragraphs_are_blocks_of_their_own() -> None:
    blocks = {MARKDOWN[each.start : each.end]: each.block for each in split_sentences(MARKDOWN)}
    assert blocks["BRASSKETTLE, a loader."] == blocks["first step"]
    assert blocks["| Domain | Use |"] == blocks["| evil[.]com | C2 |"]
    assert len(set(blocks.values())) == 6


@pytest.mark.parametrize("text", ["word " * 1000, "x" * 5000, "a;b; " * 500, "line\n" * 900, "|" * 3000, "- " * 2000, "。" * 2000])
def test_a_wall_of_text_is_cut_and_nothing_but_white_space_is_lost(text: str) -> None:
    found = split_sentences(text)
    assert all(0 < each.end - each.start <= LONGEST for each in found if each.kind is not Kind.ROW)
    assert all(one.end <= other.start for one, other in pairwise(found))


def test_sentences_with_several_places_are_those_of_all_sentences_and_no_others() -> None:
    prose = "# Emotet and Ryuk\n\nEmotet came. Ryuk and Snake came.\nStill Snake.\n\n"
    text = prose + "- Emotet, Ryuk\n\n```\nRyuk Snake\n```\n\n| Emotet | Ryuk |\n"
    places = [found.start() for found in re.finditer("Emotet|Ryuk|Snake", text)]
    several = list(sentences_with_several(text, places))
    assert [text[start:end] for start, end in several] == [
        "Emotet and Ryuk", "Ryuk and Snake came.", "Emotet, Ryuk", "Ryuk Snake", "| Emotet | Ryuk |"
    ]  # fmt: skip
    assert set(several) < {(each.start, each.end) for each in split_sentences(text)}
    assert list(sentences_with_several(text, places[:1])) == []
