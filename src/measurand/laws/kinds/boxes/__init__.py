"""Overlaps of boxes."""
