"""Signatures of options."""
