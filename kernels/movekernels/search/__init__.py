"""Compiled inner loops of the unit search."""
