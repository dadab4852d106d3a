"""The graph: what was extracted and asserted, looked about in, drawn, reviewed and kept."""
