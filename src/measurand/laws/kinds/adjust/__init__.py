"""Adjusted p-values."""
