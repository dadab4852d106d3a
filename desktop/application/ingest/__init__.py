"""File to Markdown to chunks to vectors to index."""
