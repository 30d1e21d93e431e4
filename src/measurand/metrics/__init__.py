"""Definitions, their signatures and their meaning."""
