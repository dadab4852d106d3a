"""Worker processes: frames over pipes, limits, restarts; no engine."""
