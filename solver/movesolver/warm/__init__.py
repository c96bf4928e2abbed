"""Compiling every kernel ahead: ``movesolver warm``."""
