"""The search for legal and good ends of a whole unit."""
