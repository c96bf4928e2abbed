"""The things on the table, and the scenario that holds them all."""
