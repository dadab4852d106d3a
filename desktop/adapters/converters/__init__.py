"""Files to Markdown, in worker processes."""
