"""Grounded samples, masks and score rows, as files."""
