"""Re-checking of certificates by short code that shares nothing with the search."""
