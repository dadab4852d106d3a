"""Questions to the person."""
