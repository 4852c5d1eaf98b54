"""Digests: what a day, a week or a month brought, in ten lines of counts and of sentences from abstracts.

bases        what the digest of a day rests on; how a day, a week or a month compares with those before it
threads      papers of a day that share a question
editorial    Basis, Standing and the papers' sentences -> Digest
"""
