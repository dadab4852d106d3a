"""What things are: frozen values and pure rules, with no input or output."""
