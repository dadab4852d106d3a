"""Coffer: a workstation for analysts who work cut off from every network."""

__version__ = "0.1.0"
