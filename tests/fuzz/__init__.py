"""Fuzzing: documents, texts, settings and queries that chance makes, led by which code each reaches.

    python -m tests.fuzz --list
    python -m tests.fuzz markup --seconds 60

needs atheris (`make fuzz` installs it, for the versions of Python that it has wheels for). Each target takes bytes, may
raise the project's own errors alone, and asserts what must hold. Seeds are the invented documents of these tests; what
a run finds is printed and kept in build/fuzz, and becomes a named file of tests/fuzz/found, which tests/test_fuzz.py
reads at every change.
"""
