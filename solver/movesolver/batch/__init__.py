"""Thousands of boards in one call: as arrays, on threads, processes or a cluster."""
