"""What the program does: use cases over ports, with the standard library and the domain only."""
