"""What an analyst keeps of searching: saved searches and what is new in them, pins, history, golden queries."""
