"""Scores of ranked documents."""
