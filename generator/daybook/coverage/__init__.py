"""What is held of each announcement, against what arXiv states of it: one judge of completeness. Pure."""
