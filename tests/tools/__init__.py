"""Programs for people and for tests to run: benchmarks, pictures, kills, faults. Nothing here is collected."""
