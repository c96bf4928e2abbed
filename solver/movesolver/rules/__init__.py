"""Movement rules as data: limits, move types, who blocks whom."""
