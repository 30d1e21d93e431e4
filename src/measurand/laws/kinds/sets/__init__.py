"""Scores of sets and of lists of items."""
