"""The solver as an engine for programs in any language: one message set, two carriers."""
