"""Question to passages to evidence to checked, cited sentences."""
