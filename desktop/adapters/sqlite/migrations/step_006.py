"""The marking that a text bears itself, which counts where it is stricter than the one its document has."""

from __future__ import annotations

# What it is for the documents of an older index only their texts can say: those that may bear one are read again when the vault opens.
SQL = """
ALTER TABLE documents ADD COLUMN stated_tlp TEXT NOT NULL DEFAULT 'CLEAR';
UPDATE documents SET file_modified_ns = 0 WHERE key IN (SELECT document FROM chunks WHERE text LIKE '%TLP%');
"""
