"""Armies that people have written down, put on a table.

``boards`` joins lists, a layout and a deployment map, ``deploying`` sets both armies up by the
solver, ``asking`` asks a person for bases that nobody knows; ``command`` and ``saving`` do what
the commands say.
"""
