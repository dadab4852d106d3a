"""Language models, in a worker process."""
