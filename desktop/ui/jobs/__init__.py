"""Background work as Qt signals."""
