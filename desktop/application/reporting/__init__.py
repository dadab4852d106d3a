"""Reports: what leaves as a text for others."""
