"""Records -> Archive: which records are one paper, what was announced when, and what is held of it."""
