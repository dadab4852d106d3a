"""Places for the nodes of a picture."""
