"""Rule checks of many boards in one call: ragged groups of bodies, one group a board."""
