"""Tests of exchange with other programs."""
