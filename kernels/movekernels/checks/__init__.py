"""Rule checks on arrays: coherency, engagement, overlap, table edge."""
