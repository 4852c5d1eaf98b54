"""Tests of generator.describe.digests."""
