"""Texts to vectors, in a worker process."""
