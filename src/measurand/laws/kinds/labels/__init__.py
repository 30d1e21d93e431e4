"""Scores of labels."""
