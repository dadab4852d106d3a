"""Cases: what carries one to another vault and back."""
