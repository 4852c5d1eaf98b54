"""EDGE: the host of an archive's repository: the branch that is pushed to, and what GitHub tells of itself."""
