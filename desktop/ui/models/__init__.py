"""Item models over plain values."""
