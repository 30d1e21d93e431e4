"""Scorecards and what a review run put out, as files."""
