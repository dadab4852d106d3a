"""Extraction: the names, indicators and relations that a text states, each with its span."""
