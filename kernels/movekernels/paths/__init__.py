"""Shortest ways: exact for discs among grown obstacles, witnesses for all other bases."""
