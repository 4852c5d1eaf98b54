"""What the search finds, how it ranks, and what its index costs, on any archive."""
