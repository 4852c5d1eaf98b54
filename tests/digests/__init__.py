"""Tests of generator.digests."""
