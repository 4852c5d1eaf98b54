"""Tests of daybook.describe.digests."""
