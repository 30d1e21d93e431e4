"""Reasoning graphs and rows of causal scores, as files."""
