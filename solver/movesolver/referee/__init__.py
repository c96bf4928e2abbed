"""The referee: scenarios to arrays, arrays to verdicts."""
