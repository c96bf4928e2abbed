"""Exact planar geometry of posed bases: gaps, straight sweeps, turns in place."""
