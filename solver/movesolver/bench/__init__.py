"""`movesolver bench`: the rule checks beside other ways, and beside what the machine can do."""
