"""Between panes and services."""
