"""Definitions whose numbers are those of other tools, to the last bit."""
