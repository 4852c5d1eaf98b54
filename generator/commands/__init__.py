"""What each command does, one module a command: they join the edges and the pure modules. cli.py parses and calls."""
