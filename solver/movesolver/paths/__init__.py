"""What a base can really reach: shortest ways, regions, threats."""
