"""EDGE: files, caches, processes and the terminal, for other edges."""
