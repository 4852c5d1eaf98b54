"""One module per command: `declare(parser)` declares its options; cli.py lists them all."""
