"""Printers: the synthetic world in the formats of arXiv and of the other services. Pure: values in, text out."""
