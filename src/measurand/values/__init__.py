"""Nouns, valid by construction: scores, items, samples, printed numbers, faults."""
