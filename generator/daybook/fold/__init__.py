"""The log -> Archive: links records, and folds them into papers and days. Pure."""
