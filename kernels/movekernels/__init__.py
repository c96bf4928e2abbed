"""Compiled geometry, rule checks and search over flat arrays.

Nothing here knows of files, objects or rule numbers: limits come in as
arguments, shapes and poses as the packed arrays of `movekernels.arrays`.
These functions trust their input; `movesolver` checks it at the door.
"""
