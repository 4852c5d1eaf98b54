"""What the archive says about its papers: cards, themes, digests, related papers."""
