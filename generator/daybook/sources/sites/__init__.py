"""The formats of other sites."""
