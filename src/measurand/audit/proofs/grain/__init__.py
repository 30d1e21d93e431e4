"""Granularity: what whole numbers of samples can print."""
