"""The archive as data for other programs. Pure: values in, text out."""
