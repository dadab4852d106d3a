"""Tests of extraction in a process of its own."""
