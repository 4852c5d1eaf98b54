"""Lighthouse's marks of a site's pages, on the phone that it imitates."""
