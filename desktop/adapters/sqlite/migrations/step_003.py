"""Words of every script as Coffer itself parts them, indicators as terms of their own, and how foreign words sound."""

from __future__ import annotations

# What is indexed comes parted by spaces, and nothing else parts it: an indicator keeps its dots, dashes and brackets.
# A word stands as written in title and text, for phrases and beginnings; its stem, where that differs, apart from them.
# The words are made anew from the chunks as soon as this step is taken.
SQL = """
DROP TABLE documents_fts;

CREATE VIRTUAL TABLE documents_fts USING fts5 (
    title, text, exact, title_stems, text_stems, content = '', contentless_delete = 1,
    tokenize = 'ascii tokenchars ''!"#$%&\'\'\'\'()*+,-./:;<=>?@[\\]^_`{|}~'''
);

CREATE TABLE spellings (
    latin TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (latin, word)
) STRICT, WITHOUT ROWID;
"""
