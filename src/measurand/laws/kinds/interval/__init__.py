"""Intervals of a mean."""
