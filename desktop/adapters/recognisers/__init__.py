"""Pictures of text to text, in a worker process."""
