"""Scores of labelled spans and tags."""
