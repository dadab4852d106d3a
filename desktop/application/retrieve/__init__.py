"""Query to routes to fused passages."""
