"""Facts: what an analyst concluded, kept in files."""
