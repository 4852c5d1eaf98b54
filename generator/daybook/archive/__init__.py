"""An archive on disk: the fold of its log as programs read it, and what is kept of that from run to run."""
