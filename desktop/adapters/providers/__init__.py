"""Providers that a person configured: OpenAI's protocol over HTTP, in a worker process that reaches one address."""
