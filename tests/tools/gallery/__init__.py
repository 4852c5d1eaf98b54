"""Archives of every shape as sites, and a look at every kind of page of them: sizes, schemes, print, findings."""
