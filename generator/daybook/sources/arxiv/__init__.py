"""The formats of arXiv's own services."""
