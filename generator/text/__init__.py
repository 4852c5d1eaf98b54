"""Received text and words: markup, sentences, phrases, numbers, names."""
