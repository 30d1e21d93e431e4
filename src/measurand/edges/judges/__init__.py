"""Judges of causal questions outside of this program: language models, and records of them."""
