"""The graph: what a text mentions, and how what it mentions is related."""
