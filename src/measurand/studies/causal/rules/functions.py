"""Moved."""
