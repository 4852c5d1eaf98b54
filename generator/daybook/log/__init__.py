"""EDGE: the archive on disk."""
