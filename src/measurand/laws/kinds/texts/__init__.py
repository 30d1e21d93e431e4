"""Scores of texts against references."""
