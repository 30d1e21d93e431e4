"""Slow, obvious answers, written from the sentences of the definition alone."""
