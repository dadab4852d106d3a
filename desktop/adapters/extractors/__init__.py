"""Extraction in a process of its own."""
